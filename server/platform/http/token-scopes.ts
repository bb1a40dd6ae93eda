import type { TokenScope } from "#shared/api/access-tokens.ts";
import type { RouteContract } from "#shared/route.ts";
import { HttpError } from "./errors.ts";

/** No token opens a call that is missing here: the account, passwords, tokens, users, settings, pets themselves. */
export const scopesOfCalls: Record<string, readonly TokenScope[]> = {
  "GET /api/agents": ["read", "chat", "knowledge"],
  "GET /api/agents/:id": ["read", "chat", "knowledge"],
  "GET /api/agents/:id/documents": ["read", "knowledge"],
  "GET /api/diary/questions": ["read", "knowledge"],
  "GET /api/diary/questions/:language": ["read", "knowledge"],
  "GET /api/diary/interview/:language": ["read", "knowledge"],
  "GET /api/agents/:id/diary/answers": ["read", "knowledge"],
  "GET /api/agents/:id/diary/questions": ["read", "knowledge"],
  "GET /api/agents/:id/open-questions": ["read", "knowledge"],
  "GET /api/usage/me": ["read"],

  "GET /api/agents/:id/opening": ["chat"],
  "GET /api/sessions/latest": ["read", "chat"],
  "GET /api/sessions/:sessionId/messages": ["read", "chat"],
  "GET /api/messages/:id/audio": ["read", "chat"],
  "GET /api/messages/:id/whole-question": ["read", "chat"],
  "POST /api/sessions": ["chat"],
  "POST /api/sessions/:sessionId/close": ["chat"],
  "POST /api/sessions/:sessionId/stop": ["chat"],
  "POST /api/messages/:id/version": ["chat"],
  "POST /api/agents/:id/chat": ["chat"],
  "POST /api/agents/:id/chat/stream": ["chat"],
  "POST /api/transcribe": ["chat"],

  "POST /api/agents/:id/documents": ["knowledge"],
  "POST /api/documents/:id/retry": ["knowledge"],
  "DELETE /api/documents/:id": ["knowledge"],
  "POST /api/agents/:id/diary/answers": ["knowledge"],
  "DELETE /api/agents/:id/diary/answers/:questionId": ["knowledge"],
  "POST /api/agents/:id/diary/entries": ["knowledge"],
  "PATCH /api/agents/:id/open-questions/:questionId": ["knowledge"],
};

export const scopesOf = ({ method, path }: RouteContract): readonly TokenScope[] =>
  scopesOfCalls[`${method} ${path}`] ?? [];

export function requireScope(scopes: readonly TokenScope[], contract: RouteContract): void {
  const needed = scopesOf(contract);
  if (needed.some((scope) => scopes.includes(scope))) return;
  throw new HttpError(
    403,
    "token_scope",
    needed.length === 0
      ? "An access token can't be used for this. Please sign in."
      : `This access token may not do that: it needs the scope ${needed.map((scope) => `'${scope}'`).join(" or ")}.`,
  );
}
