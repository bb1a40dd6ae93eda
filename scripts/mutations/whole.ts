import type { Mutation } from "../mutation.ts";

/** What holds for a whole session, file, reply or page. */
export const wholeMutations: readonly Mutation[] = [
  {
    row: 38,
    file: "server/http/unknown-call.ts",
    find: 'if (request.method !== "GET" && request.method !== "HEAD")',
    put: 'if (request.method === "")',
    test: "tests/trust/requests.api.test.ts",
  },
  {
    row: 59,
    file: "server/features/documents/process.ts",
    find: "{ text, pageCount }))) return",
    put: "{ text, pageCount: 0 }))) return",
    test: "server/features/documents/documents.api.test.ts",
  },
  {
    row: 68,
    file: "server/http/received-files.ts",
    find: "    await unlink(path);\n    return file;",
    put: "    return file;",
    test: "tests/trust/uploads.api.test.ts",
  },
  {
    row: 83,
    file: "server/http/gate.ts",
    find: "if (result.success) return result.data;",
    put: "return result.data ?? value;",
  },
  {
    row: 89,
    file: "server/features/replies/replies.ts",
    find: 'return end([...running.values()], "shutdown");',
    put: 'return end([...running.values()], "gone");',
    test: "server/features/replies/ended-replies.api.test.ts",
  },
  {
    row: 92,
    file: "server/features/spoken-replies/speak.ts",
    find: "    queue.abandon();\n    finish(null);",
    put: "    queue.abandon();\n    finish(new Uint8Array(1));",
    test: "server/features/chat/chat.api.test.ts",
  },
  {
    row: 93,
    file: "server/features/chat/prompt.ts",
    find: "beginning(escapeDelimiters(answer), longest)",
    put: "beginning(answer, longest)",
  },
  {
    row: 97,
    file: "client/src/domain/chats/transcript/highlighted.tsx",
    find: "<span key={key}>{part.text}</span>",
    put: "<span key={key} dangerouslySetInnerHTML={{ __html: part.text }} />",
    test: "client/src/features/history/history-tab.test.tsx",
  },
  {
    row: 110,
    file: "server/features/diary/queries.ts",
    find: "    .onConflictDoUpdate({\n      target: [diaryAnswers.agentId, diaryAnswers.questionId],\n      set: { answer: values.answer, updatedAt: sql`now()` },\n    })\n",
    put: "",
  },
  {
    row: 112,
    file: "server/db/client.ts",
    find: "    statement_timeout: STATEMENT_MS,\n",
    put: "",
    test: "server/db/client.api.test.ts",
  },
  {
    row: 114,
    file: "server/features/documents/resume.ts",
    find: "const released = await releaseJobsOfDeadWorkers(db);",
    put: "const released = 0;",
    test: "server/features/documents/documents.api.test.ts",
  },
  {
    row: 120,
    file: "server/backup/restore.ts",
    find: "if (copied?.bytes !== bytes || copied.sha256 !== sha256)",
    put: "if (copied === null)",
  },
  {
    row: 127,
    file: "server/features/knowledge/taken-from.ts",
    find: "    characters = 0;\n    yield;",
    put: "    characters = 0;",
    test: "server/features/knowledge/taken-from.test.ts",
  },
  {
    row: 127,
    file: "server/features/open-questions/alike.ts",
    find: "if (at % COMPARED_AT_ONCE === 0) yield;",
    put: "",
    test: "server/features/open-questions/alike.test.ts",
  },
];
