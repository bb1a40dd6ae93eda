import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scopesOfCalls } from "#server/platform/http/token-scopes.ts";
import { createAccessToken, tokenScope } from "#shared/api/access-tokens.ts";

import { login, register, validatePromo } from "#shared/api/auth.ts";
import { createSession } from "#shared/api/chat.ts";
import { permissionNames } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { PROMO_CODE } from "../support/first-start.ts";
import { newPet, registrationOf, type Visitor } from "../support/visitor.ts";

/**
 * The security model on one page: every call with its guard, and below it who may pass. A call that is missing here,
 * or is guarded otherwise, fails the first test.
 */
const guards: Record<string, string> = {
  "GET /api/config": "public",
  "GET /api/auth/me": "any account",
  "POST /api/auth/login": "public",
  "POST /api/auth/logout": "public",
  "POST /api/auth/change-password": "any account",
  "POST /api/auth/promo/validate": "public",
  "GET /api/auth/promo/check": "public",
  "POST /api/auth/register": "public",
  "POST /api/auth/forgot-password": "public",
  "POST /api/auth/reset-password/check": "public",
  "POST /api/auth/reset-password": "public",
  "GET /api/access-tokens": "signed in",
  "POST /api/access-tokens": "signed in",
  "DELETE /api/access-tokens/:id": "signed in",
  "GET /api/agents": "signed in",
  "GET /api/agents/:id": "pet user",
  "POST /api/agents": "manage_agents or Add and update agents",
  "PUT /api/agents/:id": "pet editor (manage_agents or Add and update agents)",
  "PUT /api/agents/:id/in-memory": "pet editor (manage_agents or Add and update agents)",
  "DELETE /api/agents/:id": "pet deleter (manage_agents)",
  "GET /api/agents/:id/contributions": "pet contributor",
  "GET /api/agents/:id/contributions/questions": "pet contributor",
  "POST /api/agents/:id/contributions": "pet contributor",
  "POST /api/agents/:id/contributions/:contributionId/approve": "pet manager",
  "DELETE /api/agents/:id/contributions/:contributionId": "pet contributor",
  "GET /api/agents/:id/family": "pet manager",
  "PATCH /api/agents/:id/family": "pet manager",
  "POST /api/agents/:id/family/invitations": "pet manager",
  "DELETE /api/agents/:id/family/invitations/:invitationId": "pet manager",
  "PATCH /api/agents/:id/family/members/:userId": "pet manager",
  "DELETE /api/agents/:id/family/members/:userId": "pet manager",
  "DELETE /api/agents/:id/family/me": "pet user",
  "GET /api/agents/:id/memorial": "pet manager",
  "PUT /api/agents/:id/memorial": "pet manager",
  "PUT /api/agents/:id/memorial/is-open": "pet manager",
  "GET /api/agents/:id/memorial/preview": "pet manager",
  "PATCH /api/agents/:id/memorial/guest-book/:entryId": "pet manager",
  "DELETE /api/agents/:id/memorial/guest-book/:entryId": "pet manager",
  "GET /api/memorials/:slug/picture": "public",
  "POST /api/invitations/open": "public",
  "GET /api/invitations/picture": "public",
  "POST /api/invitations/take": "signed in",
  "POST /api/avatar/upload": "manage_agents or Add and update agents",
  "GET /api/avatars/:file": "signed in",
  "GET /api/agents/:id/documents": "pet user",
  "POST /api/agents/:id/documents": "pet document editor (manage_agents)",
  "POST /api/documents/:id/retry": "pet document editor (manage_agents)",
  "DELETE /api/documents/:id": "pet document editor (manage_agents)",
  "GET /api/agents/:id/photos": "pet user",
  "POST /api/agents/:id/photos": "pet editor (manage_agents or Add and update agents)",
  "PATCH /api/photos/:id": "pet editor (manage_agents or Add and update agents)",
  "DELETE /api/photos/:id": "pet editor (manage_agents or Add and update agents)",
  "GET /api/photos/:id/:size": "pet user, or the demo pet",
  "GET /api/agents/:id/book": "pet diary editor (manage_diary)",
  "PUT /api/agents/:id/book": "pet diary editor (manage_diary)",
  "POST /api/agents/:id/book/pdf": "pet diary editor (manage_diary)",
  "GET /api/agents/:id/book/pdf": "pet diary editor (manage_diary)",
  "GET /api/agents/:id/book/book.pdf": "pet diary editor (manage_diary)",
  "GET /api/diary/questions": "signed in",
  "GET /api/diary/questions/:language": "signed in",
  "GET /api/diary/interview/:language": "signed in",
  "GET /api/agents/:id/diary/answers": "pet diary editor (manage_diary)",
  "POST /api/agents/:id/diary/answers": "pet diary editor (manage_diary)",
  "DELETE /api/agents/:id/diary/answers/:questionId": "pet diary editor (manage_diary)",
  "GET /api/agents/:id/diary/questions": "pet diary editor (manage_diary)",
  "POST /api/agents/:id/diary/entries": "pet diary editor (manage_diary)",
  "POST /api/agents/:id/diary/interview": "pet diary editor (manage_diary)",
  "GET /api/agents/:id/open-questions": "pet diary editor (manage_diary)",
  "PATCH /api/agents/:id/open-questions/:questionId": "pet diary editor (manage_diary)",
  "GET /api/agents/:id/opening": "pet user, or the demo pet",
  "POST /api/sessions": "signed in",
  "POST /api/sessions/:sessionId/close": "signed in",
  "GET /api/sessions/latest": "signed in",
  "GET /api/sessions/:sessionId/messages": "signed in",
  "POST /api/agents/:id/chat": "pet user, or the demo pet",
  "POST /api/agents/:id/chat/stream": "pet user, or the demo pet",
  "POST /api/sessions/:sessionId/stop": "signed in",
  "POST /api/messages/:id/version": "signed in",
  "PUT /api/messages/:id/heart": "signed in",
  "POST /api/messages/:id/correction/decline": "signed in",
  "GET /api/messages/:id/audio": "signed in",
  "GET /api/messages/:id/whole-question": "signed in",
  "POST /api/test-voice": "signed in",
  "GET /api/voice-samples/:file": "signed in",
  "POST /api/transcribe": "signed in",
  "GET /api/listen": "signed in",
  "POST /api/try-out": "public",
  "GET /api/try-out/picture/:file": "public",
  "POST /api/help-assistant": "signed in",
  "GET /api/video/:filename": "signed in",
  "GET /api/admin/chat-sessions": "signed in",
  "POST /api/admin/search-sessions": "signed in",
  "GET /api/admin/chat-sessions/:id": "signed in",
  "DELETE /api/admin/chat-sessions/:id": "signed in",
  "GET /api/agents/:id/memories": "pet user, or the demo pet",
  "POST /api/agents/:id/memories": "pet user, or the demo pet",
  "DELETE /api/agents/:id/memories": "pet user, or the demo pet",
  "PUT /api/agents/:id/memories/pause": "pet user, or the demo pet",
  "GET /api/memories/:id": "signed in",
  "PATCH /api/memories/:id": "signed in",
  "POST /api/memories/:id/approve": "signed in",
  "POST /api/memories/:id/decline": "signed in",
  "DELETE /api/memories/:id": "signed in",
  "GET /api/settings/speaker_purchase_link": "signed in",
  "PUT /api/settings/speaker_purchase_link": "manage_settings or manage_users",
  "GET /api/settings/invitation_sign_up": "manage_settings or manage_users",
  "PUT /api/settings/invitation_sign_up": "manage_settings or manage_users",
  "GET /api/usage/me": "signed in",
  "GET /api/my-data": "signed in",
  "GET /api/my-data/chat-looks": "signed in",
  "GET /api/my-data/archive": "signed in",
  "PUT /api/my-data/time-zone": "signed in",
  "POST /api/my-data/import": "manage_agents or Add and update agents",
  "POST /api/my-data/delete-account": "signed in",
  "GET /api/agents/:id/character-card": "pet editor (manage_agents or Add and update agents)",
  "GET /api/admin/users": "manage_users",
  "POST /api/admin/users": "manage_users",
  "PATCH /api/admin/users/:userId": "manage_users",
  "POST /api/admin/users/:userId/reset-password": "manage_users",
  "DELETE /api/admin/users/:userId/access-tokens": "manage_users",
  "GET /api/admin/users/:userId/roles": "manage_users",
  "POST /api/admin/users/:userId/roles": "manage_users",
  "DELETE /api/admin/users/:userId/roles/:roleId": "manage_users",
  "GET /api/admin/roles": "manage_roles",
  "POST /api/admin/roles": "manage_roles",
  "GET /api/admin/roles/:roleId/permissions": "manage_roles",
  "POST /api/admin/roles/:roleId/permissions": "manage_roles",
  "DELETE /api/admin/roles/:roleId/permissions/:permissionId": "manage_roles",
  "GET /api/admin/permissions": "manage_permissions",
  "POST /api/admin/permissions": "manage_permissions",
  "GET /api/admin/agents": "manage_agents or manage_roles or manage_users",
  "GET /api/admin/user-agent-access": "manage_agents or manage_roles or manage_users",
  "GET /api/admin/user-agent-access/users": "manage_roles or manage_users",
  "POST /api/admin/user-agent-access": "manage_roles or manage_users",
  "PATCH /api/admin/user-agent-access": "manage_roles or manage_users",
  "DELETE /api/admin/user-agent-access": "manage_roles or manage_users",
  "GET /api/admin/promo-codes": "manage_settings or manage_users",
  "POST /api/admin/promo-codes": "manage_settings or manage_users",
  "PATCH /api/admin/promo-codes/:id": "manage_settings or manage_users",
  "DELETE /api/admin/promo-codes/:id": "manage_settings or manage_users",
  "GET /api/admin/diary-questions": "manage_settings or manage_users",
  "POST /api/admin/diary-questions": "manage_settings or manage_users",
  "PATCH /api/admin/diary-questions/:id": "manage_settings or manage_users",
  "PUT /api/admin/diary-questions/order": "manage_settings or manage_users",
  "POST /api/admin/engines/:engine/test": "manage_settings or manage_users",
  "GET /api/admin/engine-settings": "administrator",
  "PUT /api/admin/engine-settings": "administrator",
  "POST /api/admin/engine-settings/test/:engine": "administrator",
  "POST /api/admin/engine-settings/models": "administrator",
  "POST /api/admin/engine-settings/voices": "administrator",
  "POST /api/admin/local-models/look": "administrator",
  "GET /api/admin/local-models/run": "administrator",
  "POST /api/admin/local-models/run": "administrator",
  "DELETE /api/admin/local-models/run": "administrator",
  "GET /api/admin/usage": "manage_settings or manage_users",
  "GET /api/admin/usage/users": "manage_users",
  "GET /api/admin/usage/users/:userId": "manage_users",
  "GET /api/admin/role-limits": "manage_settings or manage_users",
  "PUT /api/admin/role-limits/:roleId": "manage_settings or manage_users",
  "GET /api/admin/demo": "manage_settings or manage_users",
  "PUT /api/admin/demo": "manage_settings or manage_users",
  "GET /api/admin/audit-log": "manage_users",
  "GET /api/admin/audit-log.csv": "manage_users",
};

let app: TestApp;
let anonymous: Visitor;
let fresh: Visitor;
let nobody: Visitor;
let owner: Visitor;
/** A pet of `owner`, and a chat that `owner` has with it. */
let agentId: string;
let sessionId: string;

beforeAll(async () => {
  app = await startTestApp();
  anonymous = app.visitor();
  nobody = await app.holderOf();
  owner = await app.owner();
  agentId = await newPet(owner);
  ({ id: sessionId } = await owner.call(createSession, { body: { agentId } }));
  fresh = app.visitor();
  await fresh.call(validatePromo, { body: { promoCode: PROMO_CODE } });
  const { tempPassword } = await fresh.call(register, { body: registrationOf("fresh-account") });
  await fresh.call(login, { body: { username: "fresh-account", password: tempPassword } });
});
afterAll(() => app.stop());

const calls = Object.keys(guards);
const guarded = (pattern: RegExp) => calls.filter((call) => pattern.test(guards[call] ?? ""));

describe("access", () => {
  it("is declared for every call [T41]", () => {
    expect(
      Object.fromEntries(app.registered.map(({ contract, access }) => [`${contract.method} ${contract.path}`, access])),
    ).toEqual(guards);
  });

  it("describes every call in the OpenAPI document", async () => {
    const { paths } = await (await anonymous.fetch("/api/openapi.json")).json();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    );
    expect(described.sort()).toEqual([...calls].sort());
  });

  it.each(guarded(/^(?!public$)/))("%s tells an anonymous visitor to sign in [T36] [T37]", async (call) => {
    // Also where the id is none: a visitor learns nothing of ids.
    for (const id of [randomUUID(), "not-an-id"])
      expect(await knock(anonymous, call, id)).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  });

  it.each(guarded(/^(?!public$|any account$)/))(
    "%s waits for a default password to be changed [T24] [T36]",
    async (call) => {
      expect(await knock(fresh, call)).toMatchObject({
        status: 403,
        body: { requirePasswordChange: true, user: { username: "fresh-account" } },
      });
    },
  );

  it.each(guarded(/^manage_/))("%s is refused without the permission [T36] [T37]", async (call) => {
    expect(await knock(nobody, call)).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it.each(guarded(/^administrator$/))(
    "%s is refused to whoever has every permission, but not the role [T36]",
    async (call) => {
      expect(await knock(await app.holderOf(...permissionNames), call)).toMatchObject({
        status: 403,
        body: { code: "forbidden" },
      });
    },
  );

  it.each(permissionNames)(
    "opens with the permission '%s' alone just what that permission is named for [T36]",
    async (name) => {
      const holder = await app.holderOf(name);
      const opened: string[] = [];
      const byPermission = guarded(/^manage_/);
      for (const call of byPermission) if ((await knock(holder, call)).status !== 403) opened.push(call);
      expect(opened).toEqual(byPermission.filter((call) => guards[call]?.split(" or ").includes(name)));
    },
  );

  it.each(
    calls.filter(
      (call) => /:(id|userId|roleId|sessionId|questionId)\b/.test(call) && !call.startsWith("PUT /api/agents"),
    ),
  )("%s finds nothing by the id of something else, though all of it is one's own [T36]", async (call) => {
    const isOfPets = (guards[call] ?? "").startsWith("pet ") && call.includes("/api/agents/:id");
    const wrong = isOfPets || call.includes("/api/agents/:id") ? sessionId : agentId;
    const { status } = await knock(await app.admin(), call, wrong);
    expect([400, 404, 409]).toContain(status);
  });

  it.each(["GET /api/admin/chat-sessions/:id", "DELETE /api/admin/chat-sessions/:id"])(
    "%s finds no chat of someone else's [T46]",
    async (call) => {
      const other = await app.owner();
      expect(await knock(other, call, sessionId)).toMatchObject({ status: 404 });
      expect(await knock(other, call, sessionId)).toEqual(await knock(other, call, randomUUID()));
    },
  );

  it.each(guarded(/^pet /))(
    "%s finds no pet of someone else's, whatever the permissions, just as it finds no missing one [T37]",
    async (call) => {
      const holder = await app.holderOf(...permissionNames);
      const foreign = await knock(holder, call, agentId);
      const missing = await knock(holder, call, randomUUID());
      expect(foreign).toMatchObject({ status: 404, body: { code: "not_found" } });
      expect(foreign).toEqual(missing);
    },
  );

  it.each(calls.filter((call) => call.includes(":sessionId")))(
    "%s finds no chat of someone else's [T46]",
    async (call) => {
      const other = await app.owner();
      expect(await knock(other, call, sessionId)).toMatchObject({ status: 404 });
      expect((await knock(owner, call, sessionId)).status).toBe(200);
    },
  );

  it.each(calls.filter((call) => /:(id|sessionId|userId|roleId)\b/.test(call)))(
    "%s refuses an id that is none [T103]",
    async (call) => {
      const admin = await app.admin();
      expect((await knock(admin, call, "not-an-id")).status).toBe(400);
    },
  );

  it.each(tokenScope.options)(
    "opens to an administrator's token for '%s' just the calls of that scope [T136]",
    async (scope) => {
      const admin = await app.admin();
      const { token } = await admin.call(createAccessToken, { body: { name: "Script", scopes: [scope] } });
      const script = app.visitor();
      const withToken: Visitor = {
        ...script,
        fetch: (path, init) =>
          script.fetch(path, { ...init, headers: { ...init?.headers, Authorization: `Bearer ${token}` } }),
      };
      const opened: string[] = [];
      for (const call of calls) {
        const { status, body } = await knock(withToken, call);
        expect(status, call).not.toBe(401);
        if (Object(body).code !== "token_scope") opened.push(call);
      }
      expect(opened).toEqual(calls.filter((call) => scopesOfCalls[call]?.includes(scope)));
    },
  );

  it("lets nobody in by a role that is only named like the administrators' [T40]", async () => {
    const { agents } = await (await nobody.fetch("/api/agents")).json();
    expect(agents).toEqual([]);
  });

  it.each([
    ["HEAD", "/api/agents"],
    ["GET", "/api/agents/"],
    ["GET", "/api//agents"],
    ["GET", "/API/agents"],
    ["GET", "/api/x/../agents"],
  ])("is not got round by %s %s [T38]", async (method, path) => {
    const { status } = await anonymous.fetch(path, { method });
    expect([401, 404]).toContain(status);
  });
});

/** The call with an empty body, its last id in place of the path's parameters. */
async function knock(
  visitor: Visitor,
  call: string,
  id: string = randomUUID(),
): Promise<{ status: number; body: unknown }> {
  const [method = "", pattern = ""] = call.split(" ");
  const path = pattern
    .replace(
      ":file",
      pattern.includes("avatars") || pattern.includes("picture") ? `${randomUUID()}.webp` : `${"a".repeat(64)}.mp3`,
    )
    .replace(":engine", "model")
    .replace(":size", "small")
    .replace(/:(id|sessionId|userId|roleId)\b/, id)
    .replaceAll(/:(questionId|roleId|permissionId|userId|invitationId|entryId|contributionId)\b/g, () => randomUUID());
  const response = await visitor.fetch(path, {
    method,
    ...(method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: "{}" }),
  });
  return { status: response.status, body: await response.json().catch(() => undefined) };
}
