import { type InputOf, PAGE_ACCOUNT_HEADER, type ResponseOf, type RouteContract } from "#shared/route.ts";
import { isRecord, textsIn } from "@/lib/record.ts";

/** The id of the account whose page this is; every call carries it. */
let account: string | null = null;

export const pageAccount = (): string | null => account;

export function setPageAccount(id: string | null): void {
  account = id;
}

/**
 * An answer that the contract does not allow, such as a proxy's page. The message is `'{status}: {text}'`, as the
 * specification says.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  /** For the person: the server's sentence, or ours where a proxy answered in its place. */
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  readonly fields: Record<string, string>;

  /** `sent`: what the call carried, in a word. */
  constructor(status: number, answer: string, statusText = "", sent = "text") {
    const isPage = status < 300 || /^\s*</.test(answer);
    const text = isPage ? "" : answer;
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.text = text;
    this.body = parseJson(answer);
    const known = isRecord(this.body) && typeof this.body.error === "string" ? this.body : {};
    this.serverMessage =
      textOrNothing(known.error) ?? (status === 413 ? tooLarge(sent) : isPage ? page(status) : undefined);
    this.code = textOrNothing(known.code);
    this.fields = textsIn(known.fields);
  }
}

const page = (status: number) => `The server answered with a page instead of data (${status}). Try again.`;
const tooLarge = (sent: string) => `That ${sent} is larger than the server in between lets through.`;

export const serverMessageOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.serverMessage : undefined;

export const isSignedOut = (error: unknown): boolean => isRefusal(error, 401, "not_signed_in") || isOtherAccount(error);

const isOtherAccount = (error: unknown): boolean => isRefusal(error, 409, "other_account");

const isRefusal = (error: unknown, status: number, code: string): boolean =>
  error instanceof ApiError && error.status === status && error.code === code;

/** @returns whether the same person has signed in again */
type SignInAgain = (isReplaced: boolean) => Promise<boolean>;
const signOutListeners = new Set<SignInAgain>();

/**
 * The listener is called when a call is refused because nobody, or somebody else, is signed in. The call is repeated
 * once the same person has signed in again. @returns a function that removes the listener
 */
export function onSignedOut(listener: SignInAgain): () => void {
  signOutListeners.add(listener);
  return () => void signOutListeners.delete(listener);
}

async function signedInAgain(refusal: unknown): Promise<boolean> {
  const isReplaced = isOtherAccount(refusal);
  const answers = await Promise.all([...signOutListeners].map((listener) => listener(isReplaced)));
  return answers.includes(true);
}

export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {};

/** The sentence that says how long to wait, for a call refused with 429. */
export const limitMessage = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 429 ? error.serverMessage : undefined;

/** The present values of the fields that somebody else saved in the meantime; undefined for any other error. */
export const changedMeanwhile = (error: unknown): Record<string, unknown> | undefined =>
  error instanceof ApiError &&
  error.code === "changed_meanwhile" &&
  isRecord(error.body) &&
  isRecord(error.body.current)
    ? error.body.current
    : undefined;

export interface CallOptions {
  signal?: AbortSignal;
  /** The server's origin, for callers outside a browser. */
  baseUrl?: string;
  headers?: Record<string, string>;
  fetch?: Send;
}

export type Send = (url: string, init: RequestInitOfCall) => Promise<Response>;

interface RequestInitOfCall {
  method: string;
  credentials: "include";
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
}

/**
 * Makes one call of the API. @throws ApiError for any answer other than 2xx with JSON, TypeError where the server can't
 * be reached
 */
export async function call<Contract extends RouteContract>(
  contract: Contract,
  input: InputOf<Contract>,
  options: CallOptions = {},
): Promise<ResponseOf<Contract>> {
  try {
    const response = await send(contract, input, options);
    return readResult(contract, await jsonOf(response));
  } catch (error) {
    if (!isSignedOut(error) || !(await signedInAgain(error))) throw error;
    return call(contract, input, options);
  }
}

/**
 * Like `call`, without reading the body: for streams and bytes. It is not repeated after a new sign-in. @throws what
 * `call` throws
 */
export async function request<Contract extends RouteContract>(
  contract: Contract,
  input: InputOf<Contract>,
  options: CallOptions = {},
): Promise<Response> {
  try {
    return await send(contract, input, options);
  } catch (error) {
    if (isSignedOut(error)) void signedInAgain(error);
    throw error;
  }
}

async function send<Contract extends RouteContract>(
  contract: Contract,
  input: InputOf<Contract>,
  { signal, baseUrl = "", headers = {}, fetch: sendBytes = fetch }: CallOptions,
): Promise<Response> {
  const body = bodyOf(contract, input);
  const account = pageAccount();
  const response = await sendBytes(`${baseUrl}${urlOf(contract, input)}`, {
    method: contract.method,
    credentials: "include",
    headers: {
      ...(typeof body === "string" ? { "Content-Type": "application/json" } : {}),
      ...(account === null ? {} : { [PAGE_ACCOUNT_HEADER]: account }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (response.ok) return response;
  throw new ApiError(response.status, await response.text(), response.statusText, whatIsSent(contract));
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  const value = parseJson(text);
  if (value === undefined) throw new ApiError(response.status, text);
  return value;
}

function whatIsSent({ upload }: RouteContract): string {
  if (upload === undefined) return "text";
  return upload.field === "audio" ? "recording" : "file";
}

export function urlOf(contract: RouteContract, input: { params?: unknown; query?: unknown }): string {
  const params = fieldsOf(input.params);
  const path = contract.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fieldsOf(input.query))) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

function readResult<Contract extends RouteContract>(contract: Contract, value: unknown): ResponseOf<Contract>;
/** The browser's build has no response schemas (scripts/lean-contracts.ts): the server has checked what it sent. */
function readResult(contract: RouteContract, value: unknown): unknown {
  return contract.response === undefined ? value : contract.response.parse(value);
}

function bodyOf(
  contract: RouteContract,
  input: { body?: unknown; file?: Blob | undefined; filename?: string },
): string | FormData | undefined {
  if (contract.upload === undefined) return input.body === undefined ? undefined : JSON.stringify(input.body);
  const form = new FormData();
  for (const [name, value] of Object.entries(fieldsOf(input.body))) form.set(name, String(value));
  if (input.file !== undefined) form.set(contract.upload.field, input.file, input.filename ?? nameOf(input.file));
  return form;
}

const nameOf = (file: Blob): string => (file instanceof File ? file.name : "file");

const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const textOrNothing = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
