// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the code that is put there holds templates
import type { Mutation } from "./mutation.ts";
import { accountMutations } from "./mutations/accounts.ts";
import { adminMutations } from "./mutations/admin.ts";
import { fileMutations } from "./mutations/files.ts";
import { laterPlaceMutations } from "./mutations/later-places.ts";
import { placeMutations } from "./mutations/places.ts";
import { replyMutations } from "./mutations/replies.ts";
import { requestMutations } from "./mutations/requests.ts";
import { wholeMutations } from "./mutations/whole.ts";

/** The checks of docs/trust.md that a script takes out, to see that the tests of their rows fail then. */
export const mutations: readonly Mutation[] = [
  {
    row: 2,
    file: "server/features/auth/passwords.ts",
    find: 'await verify(stored ?? (await unknownUser), password.normalize("NFC"))',
    put: 'stored !== null && (await verify(stored, password.normalize("NFC")))',
  },
  {
    row: 5,
    file: "server/features/auth/service.ts",
    find: "if (await isCommonPassword(password))",
    put: 'if (password === "")',
  },
  {
    row: 6,
    file: "server/features/auth/service.ts",
    find: "some((word) => own.includes(word))",
    put: 'some((word) => word === "")',
  },
  {
    row: 18,
    file: "server/features/auth/passport.ts",
    find: "beginSession(request, user).then(() => resolve(user), reject);",
    put: "request.user = user;\n      Object.assign(request.session, { passport: { user: user.id }, startedAt: Date.now() });\n      resolve(user);",
    test: "tests/trust/sessions.api.test.ts",
  },
  {
    row: 19,
    file: "server/http/session.ts",
    find: "request.session.destroy((error: unknown) => (error ? reject(error) : resolve()));",
    put: "resolve();",
  },
  {
    row: 20,
    file: "server/features/auth/service.ts",
    find: "const ended = await endSessions(tx, user.id);",
    put: "const ended = [sessionId];",
  },
  {
    row: 21,
    file: "server/http/session.ts",
    find: "  return [noteRequest, readSession, endOldSession];",
    // Gives whatever comes the right signature, which is as if nobody looked at it.
    put: '  const { createHmac } = process.getBuiltinModule("node:crypto");\n  const signed = (_all, sid) =>\n    `pettalk.sid=s%3A${encodeURIComponent(`${sid}.${createHmac("sha256", options.secret).update(sid).digest("base64").replace(/=+$/, "")}`)}`;\n  const resign: RequestHandler = (request, _response, next) => {\n    request.headers.cookie = request.headers.cookie?.replace(/pettalk\\.sid=(?:s%3A)?([^.;]+)[^;]*/, signed);\n    next();\n  };\n  return [resign, noteRequest, readSession, endOldSession];',
    test: "tests/trust/sessions.api.test.ts",
  },
  {
    row: 22,
    file: "server/http/session-queries.ts",
    find: "and(isSignedIn, users.isActive)",
    put: "isSignedIn",
  },
  {
    row: 22,
    file: "server/features/admin/users/service.ts",
    find: "if (!updated.isActive) await endReplies(db, { userId: id });",
    put: "",
  },
  {
    row: 23,
    file: "server/features/admin/users/service.ts",
    find: '    await endSessions(tx, id);\n    await record(tx, { by, action: "user.reset_password"',
    put: '    await record(tx, { by, action: "user.reset_password"',
  },
  {
    row: 24,
    file: "server/http/access.ts",
    find: "if (user.isDefaultPassword) throw passwordChangeRequired(user);",
    put: "",
  },
  { row: 25, file: "server/http/session.ts", find: "saveUninitialized: false", put: "saveUninitialized: true" },
  {
    row: 29,
    file: "server/http/protection.ts",
    find: 'if (site !== undefined && site !== "same-origin" && site !== "none") return next(crossSite());',
    put: "",
  },
  {
    row: 30,
    file: "server/http/protection.ts",
    find: "[headers.host, host].includes(itsHost)",
    put: "itsHost.length > 0",
  },
  {
    row: 36,
    file: "server/http/access.ts",
    find: "if (!permissions.some((permission) => hasPermission(user, permission)))",
    put: "if (permissions.length === 0)",
  },
  {
    row: 40,
    file: "shared/permissions.ts",
    find: "holder.roles.includes(ADMIN_ROLE)",
    put: "holder.roles.some((role) => role.toLowerCase().startsWith(ADMIN_ROLE))",
  },
  {
    row: 42,
    file: "server/features/history/service.ts",
    find: 'if (scope === "all" && !seesAllChats(user)) throw',
    put: 'if (scope === "all" && user.id === "") throw',
  },
  {
    row: 46,
    file: "server/features/chat/service.ts",
    find: 'if (!(await queries.isOwnSession(db, user.id, sessionId))) throw notFound("Chat");',
    put: "await queries.isOwnSession(db, user.id, sessionId);",
  },
  {
    row: 54,
    file: "server/features/admin/authority.ts",
    find: "if (!mayManage(caller, target))",
    put: "if (caller === target)",
  },
  {
    row: 55,
    file: "server/features/admin/authority.ts",
    find: "if (!mayAssign(caller, role))",
    put: 'if (caller.roles.includes(""))',
  },
  {
    row: 73,
    file: "server/features/avatars/render-avatar.ts",
    find: ".webp({ quality: 82 })",
    put: ".keepMetadata().png()",
  },
  { row: 76, file: "server/features/avatars/render-avatar.ts", find: "      .autoOrient()\n", put: "" },
  { row: 84, file: "server/http/stream.ts", find: '.replaceAll("\\u2028", "\\\\u2028")', put: "" },
  { row: 91, file: "server/http/stream.ts", find: "return drained(response);", put: "return undefined;" },
  { row: 100, file: "server/db/search.ts", find: "${word}), '([", put: "${word}), '(x[" },
  {
    row: 102,
    file: "server/http/gate.ts",
    find: "if (result.success) return result.data;",
    put: "return result.data ?? value;",
  },
  {
    row: 105,
    file: "server/http/gate.ts",
    find: "if (depth > MAX_DEPTH) throw badRequest",
    put: "if (depth < 0) throw badRequest",
  },
  {
    row: 106,
    file: "server/providers/speech/plain-text.ts",
    find: '.replace(unspoken, " ")',
    put: "",
  },
  {
    row: 117,
    file: "server/features/audit/service.ts",
    find: "actorName: by.user === null ? null : nameOf(by.user),",
    put: "actorName: null,",
  },
  {
    row: 121,
    file: "server/features/history/service.ts",
    find: "if (!isOwn) await record(",
    put: "if (isOwn) await record(",
  },
  { row: 122, file: "server/http/session.ts", find: "if (stored.has(data)) {", put: 'if (sid === "") {' },
  {
    row: 124,
    file: "server/features/knowledge/index-worker.ts",
    find: "if (passages.bytes > room) break;",
    put: "if (room < 0) break;",
    also: {
      file: "server/features/knowledge/index-passages.ts",
      find: "if (index.bytes > passages.room) return at;",
      put: "if (passages.room < 0) return at;",
    },
    test: "server/features/knowledge/beyond-memory.api.test.ts",
  },
  {
    row: 125,
    file: "server/http/received-files.ts",
    find: "if (isFull) throw tooManyAtOnce();",
    put: "if (isFull && scale < 0) throw tooManyAtOnce();",
  },
  { row: 125, file: "server/http/received-files.ts", find: "    await unlink(path);\n", put: "" },
  {
    row: 126,
    file: "server/features/history/service.ts",
    find: '  await recordLook(db, by, words.length === 0 ? "chat.list" : "chat.search", rows);\n',
    put: "",
  },
  {
    row: 128,
    file: "server/features/auth/service.ts",
    find: "if (!(await queries.takePromoCodeOf(tx, sessionId))) throw promoCodeRequired();",
    put: "",
  },
  { row: 129, file: "server/features/chat/routes.ts", find: '    limit: "sessions",\n', put: "" },
  { row: 130, file: "server/db/locks.ts", find: "avatars: 7_349_182_609", put: "avatars: 7_349_182_607" },
  {
    row: 131,
    file: "server/providers/llm/escape-delimiters.ts",
    find: 'signs[index] = lookalikes[sign] ?? ""',
    put: "signs[index] = sign",
  },
  {
    row: 134,
    file: "server/features/admin/settings/engines/engine-settings.ts",
    find: "context.address === sealedFor(name, before).address",
    put: "true",
  },
  {
    row: 134,
    file: "server/providers/openai-client.ts",
    find: "await engineFetch(input, init)",
    put: "await fetch(input, init)",
  },
  {
    row: 134,
    file: "server/log.ts",
    find: "withoutLearnedSecrets(line)",
    put: "line",
  },
  {
    row: 136,
    file: "server/features/auth/forgotten-password/queries.ts",
    find: "gt(passwordResets.expiresAt, sql`now()`), users.isActive)",
    put: "users.isActive)",
  },
  {
    row: 136,
    file: "server/features/auth/forgotten-password/queries.ts",
    find: "  await db.update(passwordResets).set({ expiresAt: sql`now()` }).where(eq(passwordResets.userId, values.userId));\n",
    put: "",
  },
  {
    row: 136,
    file: "server/http/gate.ts",
    find: "  if (request.tokenScopes !== undefined) requireScope(request.tokenScopes, contract);\n",
    put: "",
  },
  {
    row: 136,
    file: "server/features/access-tokens/queries.ts",
    find: "        users.isActive,\n",
    put: "",
  },
  {
    row: 136,
    file: "server/features/access-tokens/queries.ts",
    find: "        or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, sql`now()`)),\n",
    put: "",
  },
  {
    row: 136,
    file: "server/features/auth/service.ts",
    find: "  await queries.deletePasswordResets(tx, userId);\n",
    put: "",
  },
  {
    row: 136,
    file: "server/features/admin/users/service.ts",
    find: "const revoked = await revokeTokens(tx, id);",
    put: "const revoked = 2;",
    test: "server/features/admin/users/users.api.test.ts",
  },
  {
    row: 137,
    file: "server/features/try-out/service.ts",
    find: ", speech: deps.builtInSpeech }",
    put: " }",
  },
  {
    row: 137,
    file: "server/features/try-out/service.ts",
    find: "agent !== null && pictureOf(agent) === file ?",
    put: "agent !== null ?",
  },
  {
    row: 132,
    file: "server/db/embedded/server-user.ts",
    find: "(await isRunning()) ? await findOwnUser()",
    put: "(await isRunning()) ? nobody",
  },
  ...accountMutations,
  ...adminMutations,
  ...fileMutations,
  ...placeMutations,
  ...laterPlaceMutations,
  ...replyMutations,
  ...requestMutations,
  ...wholeMutations,
];
