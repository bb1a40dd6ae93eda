import { createHash, randomBytes } from "node:crypto";
import type { Request, RequestHandler } from "express";
import type { Db } from "#server/platform/db/client.ts";
import { conflict, HttpError, notFound } from "#server/platform/http/errors.ts";
import { bearerOf } from "#server/platform/http/protection.ts";
import type { RateLimiter } from "#server/platform/http/rate-limit.ts";
import { type createAccessToken, TOKEN_PREFIX } from "#shared/api/access-tokens.ts";
import { limits } from "#shared/limits.ts";
import type { BodyOf } from "#shared/route.ts";
import { addressOf, type Caller, record } from "../audit/service.ts";
import { endReplies } from "../replies/replies.ts";
import * as queries from "./queries.ts";

/** 256 bits, so that nobody finds a token by trying, and a digest needs no salt. */
const TOKEN_BYTES = 32;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws HttpError 409 where the account has enough of them. */
export async function createToken(db: Db, by: Caller, { name, scopes, days }: BodyOf<typeof createAccessToken>) {
  const token = `${TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
  const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS);
  const accessToken = await db.transaction(async (tx) => {
    if ((await queries.countTokensLocked(tx, by.user.id)) >= limits.tokensPerAccount)
      throw conflict(`You can have at most ${limits.tokensPerAccount} access tokens: please revoke one first.`);
    const made = await queries.insertToken(tx, {
      ...{ userId: by.user.id, name, scopes, expiresAt },
      digest: digestOf(token),
    });
    await record(tx, { by, action: "access_token.create", target: targetOf(made), details: { scopes, days } });
    return made;
  });
  return { token, accessToken };
}

/** Ends every reply to the account, since nothing says which of them a token asked for. Throws HttpError 404. */
export async function revokeToken(db: Db, by: Caller, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await queries.deleteToken(tx, by.user.id, id);
    if (revoked === null) throw notFound("Access token");
    await record(tx, { by, action: "access_token.revoke", target: targetOf(revoked) });
  });
  await endReplies(db, { userId: by.user.id });
}

/** Where a password was lost, call it in the transaction that replaces it. Returns how many there were. */
export const revokeTokens = (tx: Db, userId: string): Promise<number> => queries.deleteTokens(tx, userId);

/** The cookie of such a request is not looked at. */
export function tokenUser({ db, limiter }: { db: Db; limiter: RateLimiter }): RequestHandler {
  return (request, response, next) => {
    response.setHeader("WWW-Authenticate", "Bearer");
    admitToken(db, limiter, request).then(() => {
      response.removeHeader("WWW-Authenticate");
      next();
    }, next);
  };
}

/** Throws HttpError 401 for a token that does not hold, and 429 for many of those. */
async function admitToken(db: Db, limiter: RateLimiter, request: Request): Promise<void> {
  const found = await queries.findByToken(db, digestOf(bearerOf(request) ?? ""));
  if (found === null) {
    // Only wrong tokens count, so a script beside them goes on.
    await limiter.guess("accessToken", request, "", async () => {
      await record(db, { by: { user: null, ip: addressOf(request) }, action: "auth.wrong_token", isOften: true });
      throw tokenNotValid();
    });
    return;
  }
  await queries.noteUse(db, found.id);
  request.user = found.user;
  request.tokenScopes = found.scopes;
}

const tokenNotValid = () => new HttpError(401, "token_not_valid", "This access token is not valid.");

const targetOf = ({ id, name }: { id: string; name: string }) => ({ kind: "access_token", id, name }) as const;

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
