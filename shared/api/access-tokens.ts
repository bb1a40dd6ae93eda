import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, requiredText, timestamp } from "./common.ts";

/** server/platform/http/token-scopes.ts has the calls of each scope. */
export const tokenScopes = ["read", "chat", "knowledge"] as const;
export const tokenScope = z.enum(tokenScopes);
export type TokenScope = z.output<typeof tokenScope>;

/** Lets programs that look for leaked secrets recognize a token. */
export const TOKEN_PREFIX = "pettalk_";

export const accessToken = z.object({
  id,
  name: z.string().meta({ examples: ["Feeding script"] }),
  scopes: z.array(tokenScope),
  createdAt: timestamp,
  /** Null: until it is revoked. */
  expiresAt: timestamp.nullable(),
  /** To the minute; null for one that was never used. */
  lastUsedAt: timestamp.nullable(),
});
export type AccessToken = z.output<typeof accessToken>;

export const listAccessTokens = route({
  method: "GET",
  path: "/api/access-tokens",
  summary: "The caller's access tokens, newest first; never what they consist of",
  response: z.object({ tokens: z.array(accessToken) }),
});

export const createAccessToken = route({
  method: "POST",
  path: "/api/access-tokens",
  summary: "Make an access token for a script; the token itself is in this answer only",
  body: z.object({
    name: requiredText("Name", limits.tokenName).meta({ examples: ["Feeding script"] }),
    scopes: z
      .array(tokenScope, "Choose what the token may do")
      .min(1, "Choose what the token may do")
      .max(tokenScopes.length)
      .transform((scopes) => [...new Set(scopes)])
      .meta({ examples: [["read"]] }),
    /** Days until it ends; null for never. */
    days: z.number().int().min(1).max(3650).nullable().default(90),
  }),
  response: z.object({
    token: z.string().meta({ examples: ["pettalk_q0Yv9b1kQ2mS7rT4uW8xZ3aC6dE5fG0hJ1kL2mN3pQ4"] }),
    accessToken,
  }),
  refusals: { 409: "The account has as many tokens as it may have." },
});

export const revokeAccessToken = route({
  method: "DELETE",
  path: "/api/access-tokens/:id",
  summary: "End an access token at once",
  params: z.object({ id }),
  response: doneResponse,
});
