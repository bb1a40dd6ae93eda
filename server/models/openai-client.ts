import OpenAI from "openai";
import { engineFetch } from "./engine-fetch.ts";

export interface OpenAiAccount {
  apiKey: string | undefined;
  /** Any server that speaks the OpenAI API, or a deployment of Azure OpenAI; without it OpenAI itself. */
  baseUrl: string | undefined;
  model: string;
}

interface ClientOptions extends OpenAiAccount {
  /** Milliseconds for a call up to its headers. */
  timeout: number;
  /** Whether it is for replies. An Azure address has one deployment, which is a chat model, and is asked only for these. */
  isChat?: boolean;
}

/** The newest version of Azure's classic API that is no preview, for an address that names none. */
const AZURE_VERSION = "2024-10-21";
/** Characters of an error's body that are read: names of fields and reasons stand at its beginning. */
const ERROR_LENGTH = 4000;

/** A client for a server that speaks the OpenAI API. Retries are the caller's: a person may be waiting. */
export function createOpenAiClient(options: ClientOptions): OpenAI {
  const { apiKey, baseUrl, timeout } = options;
  return new OpenAI({
    // Local servers want no key, but the client wants one.
    apiKey: apiKey ?? "none",
    ...(baseUrl !== undefined && addressOf(baseUrl, options)),
    maxRetries: 0,
    timeout,
    // What it writes could be part of a reply.
    logLevel: "off",
    fetch: withReadableErrors,
  });
}

/** Azure's classic addresses want the deployment in the path, the version as a parameter and the key as `api-key`. */
function addressOf(baseUrl: string, { apiKey, model, isChat = false }: ClientOptions) {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/(?:chat\/completions|audio\/speech)\/?$/, "").replace(/\/+$/, "");
  const deployment = /^(.*\/openai)\/deployments\/([^/]+)$/.exec(path);
  const isBareAzure = url.hostname.endsWith(".openai.azure.com") && /^(\/openai)?$/.test(path);
  if (deployment === null && !isBareAzure) return { baseURL: `${url.origin}${path}`, defaultQuery: queryOf(url) };
  const folder = deployment?.[1] ?? "/openai";
  const name = isChat && deployment !== null ? deployment[2] : encodeURIComponent(model);
  return {
    baseURL: `${url.origin}${folder}/deployments/${name}`,
    defaultQuery: { "api-version": AZURE_VERSION, ...queryOf(url) },
    defaultHeaders: { "api-key": apiKey ?? null, Authorization: null },
  };
}

const queryOf = (url: URL): Record<string, string> => Object.fromEntries(url.searchParams);

const withReadableErrors: typeof fetch = async (input, init) => {
  const response = await engineFetch(input, init);
  if (response.ok) return response;
  const { status, error } = refusalOf(response.status, await beginningOf(response, ERROR_LENGTH));
  const headers = new Headers({ "Content-Type": "application/json" });
  const retryAfter = response.headers.get("Retry-After");
  if (retryAfter !== null) headers.set("Retry-After", retryAfter);
  return new Response(JSON.stringify({ error }), { status, headers });
};

/** The text of an answer, of which no more is read than so many characters: some have no end. */
export async function beginningOf(response: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longest) break;
  }
  return text.slice(0, longest);
}

/**
 * Servers word their errors in many ways: a string, a list of `detail`, a page. The client reads one, `{error: {message}}`,
 * and forgets the others, so they are put into it.
 */
function refusalOf(status: number, text: string): { status: number; error: object } {
  if (status >= 300 && status < 400) return { status: 404, error: { message: "a redirect", code: NO_API_ERROR } };
  return { status, error: errorOf(text) };
}

/** Set as the code of an error that is worded in no form of the API: another program answered. */
export const NO_API_ERROR = "not_the_api";

function errorOf(text: string): object {
  const body = parse(text);
  if (typeof body !== "object" || body === null) return { message: text, code: NO_API_ERROR };
  if ("error" in body && typeof body.error === "object" && body.error !== null) return body.error;
  if ("error" in body && typeof body.error === "string") return { message: body.error };
  const isWorded = "message" in body || ("detail" in body && body.detail !== "Not Found");
  return { message: text, code: isWorded ? ("code" in body ? body.code : null) : NO_API_ERROR };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
