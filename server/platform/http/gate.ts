import express, { type Request, type Response, type Router } from "express";
import type { WebSocket } from "ws";
import { z } from "zod";
import { limits } from "#shared/limits.ts";
import {
  type BodyOf,
  PAGE_ACCOUNT_HEADER,
  PAGE_ACCOUNT_QUERY,
  type ParamsOf,
  type QueryOf,
  type RouteContract,
} from "#shared/route.ts";
import type { Db } from "../db/client.ts";
import type { Log } from "../observe/log.ts";
import { type Access, type CurrentUser, everyone, requireUser } from "./access.ts";
import type { Entrance } from "./entrance.ts";
import { badRequest, notSignedIn, otherAccount, unsupportedType } from "./errors.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { type RateLimit, type RateLimitName, rateLimits } from "./rate-limits.ts";
import type { ReceivedFiles } from "./received-files.ts";
import { requireScope } from "./token-scopes.ts";

export interface RegisteredRoute {
  contract: RouteContract;
  access: string;
  limit?: RateLimitName | undefined;
  sendsRanges?: boolean;
}

/** The OpenAPI document and the access test are made from `registered`. */
export interface RouteContext {
  router: Router;
  db: Db;
  log: Log;
  limiter: RateLimiter;
  entrance: Entrance;
  receivedFiles: ReceivedFiles;
  webSockets: Set<WebSocket>;
  registered: RegisteredRoute[];
}

export interface AdmittedRequest<Contract, Scope> {
  params: ParamsOf<Contract>;
  query: QueryOf<Contract>;
  scope: Scope;
  request: Request;
}

export type AccessRule<Scope> = "public" | Access<Scope>;
/** A public call may still have a signed-in caller. */
export type ScopeOf<Rule> = Rule extends Access<infer Scope> ? Scope : { user: CurrentUser | undefined };

export function guardOf<Rule extends AccessRule<unknown>>(rule: Rule): Access<ScopeOf<Rule>>;
export function guardOf(rule: AccessRule<unknown>): Access<unknown> {
  return rule === "public" ? everyone : rule;
}

/** Before the body is read: an anonymous caller learns nothing of ids. Throws HttpError. */
export async function admit<Contract extends RouteContract, Scope>(
  context: RouteContext,
  contract: Contract,
  { guard, limit }: { guard: Access<Scope>; limit: RateLimitName | undefined },
  request: Request,
): Promise<AdmittedRequest<Contract, Scope>> {
  if (request.tokenScopes !== undefined) requireScope(request.tokenScopes, contract);
  const user = currentUser(request);
  requireOwnPage(contract, request, user);
  if (guard.admits !== "everyone" && user === undefined) throw notSignedIn();
  if (guard.admits === undefined) requireUser({ user });
  const params = parseInput<ParamsOf<Contract>>(contract.params, request.params);
  const query = parseInput<QueryOf<Contract>>(contract.query, request.query);
  const lookUp = () =>
    within(context.limiter, limit, request, async () =>
      guard.admit({ user, params: strings.parse(params), db: context.db }),
    );
  const scope = await (isQuestion(limit) ? context.entrance.enter(lookUp) : lookUp());
  return { params, query, scope, request };
}

/** Throws HttpError 409 for a call from a page of another account. */
function requireOwnPage(contract: RouteContract, request: Request, user: CurrentUser | undefined): void {
  if (user === undefined || contract.fromAnyPage === true) return;
  const account =
    contract.webSocket === undefined ? request.get(PAGE_ACCOUNT_HEADER) : request.query[PAGE_ACCOUNT_QUERY];
  if (account !== undefined && account !== user.id) throw otherAccount();
}

function isQuestion(limit: RateLimitName | undefined): boolean {
  if (limit === undefined) return false;
  const { isQuestion = false }: RateLimit = rateLimits[limit];
  return isQuestion;
}

/** A caller who has used up the limit learns nothing of the access. */
async function within<Scope>(
  limiter: RateLimiter,
  limit: RateLimitName | undefined,
  request: Request,
  admit: () => Promise<Scope>,
): Promise<Scope> {
  if (limit === undefined) return admit();
  const [counted, admitted] = await Promise.allSettled([limiter.count(limit, request), admit()]);
  if (counted.status === "rejected") throw counted.reason;
  if (admitted.status === "rejected") throw admitted.reason;
  return admitted.value;
}

/** Throws HttpError 400 with every message by field. */
export function parseInput<Output>(schema: z.ZodType | undefined, value: unknown): Output;
export function parseInput(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(toStorable(value), { error: inPlainWords });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  throw badRequest(Object.values(fields)[0] ?? "That input is not valid.", fields);
}

function inPlainWords({ code, path = [], input }: z.core.$ZodRawIssue): string {
  const what = path.length === 0 ? "The request" : `'${path.join(".")}'`;
  if (input === undefined) return `${what} is missing.`;
  if (code === "too_big") return `${what} is too large.`;
  if (code === "too_small") return `${what} is too small.`;
  return `${what} does not have the right form.`;
}

/** Deeper than any contract. */
const MAX_DEPTH = 32;

/** Without what PostgreSQL can't store: U+0000 and halves of surrogate pairs. */
export function toStorable<Value>(value: Value, depth?: number): Value;
export function toStorable(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) throw badRequest("That input is nested too deeply.");
  if (typeof value === "string") return value.replaceAll("\u0000", "").toWellFormed();
  if (Array.isArray(value)) return value.map((item) => toStorable(item, depth + 1));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toStorable(field, depth + 1)]));
}

const readJson = express.json({ limit: limits.jsonBodyBytes });

/** Throws HttpError 415 for any other content type, 413, 400. */
export async function readBody<Contract extends RouteContract>(
  contract: Contract,
  request: Request,
  response: Response,
): Promise<BodyOf<Contract>> {
  if (contract.body === undefined) return parseInput(undefined, undefined);
  const sentNothing =
    request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined;
  if (!sentNothing && request.headers["content-length"] !== "0" && !request.is("application/json"))
    throw unsupportedType("Please send JSON (Content-Type: application/json).");
  await new Promise<void>((resolve, reject) => {
    readJson(request, response, (error: unknown) => (error ? reject(error) : resolve()));
  });
  return parseInput(contract.body, request.body ?? {});
}

function currentUser(request: Request): CurrentUser | undefined {
  return request.user;
}

const strings = z.record(z.string(), z.string()).default({});
