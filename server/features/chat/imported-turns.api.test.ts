import { afterAll, beforeAll, expect, it } from "vitest";
import { type Chat, startChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { listTurns } from "./question-queries.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
  talk.model.behave(saying("Woof."));
});
afterAll(() => talk?.stop());

it("reads of a chat that was longer than one may be here no more than could be in it, for its next question [T127]", async () => {
  const { db, pool } = talk.app.deps;
  const sessionId = await talk.begin();
  await talk.ask({ sessionId });
  const told = [{ kind: "diary", filename: "Pet diary", question: "Who?", answer: "Gerald" }];
  const made = (sources: unknown) =>
    pool.query("update messages set content = repeat('ﷺ ', 99000), sources = $2 where session_id = $1", [
      sessionId,
      JSON.stringify(sources),
    ]);
  await made(told);
  expect((await listTurns(db, sessionId)).map(({ content, sources }) => [content.length, sources])).toEqual([
    [8_000, told],
    [8_000, told],
  ]);
  await made(new Array(10_000).fill(told[0]));
  expect((await listTurns(db, sessionId)).map(({ sources }) => sources)).toEqual([null, null]);
});
