import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createInstanceRegistry, isDead } from "#server/platform/db/instance-registry.ts";
import { chat, stopReply } from "#shared/api/chat.ts";
import { type Chat, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { endReplies, failLostReplies, runningReplies } from "./replies.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

/** A chat whose question is being answered by a process, as far as the database knows. */
async function answeredBy(workerId: number): Promise<{ sessionId: string; questionId: string }> {
  const sessionId = await talk.begin();
  talk.model.behave({ kind: "status", status: 401 });
  await talk.ask({ sessionId, message: "Are you there?" });
  const [question] = await talk.messagesOf(sessionId);
  await talk.app.deps.pool.query("update messages set status = 'answering', worker_id = $2 where session_id = $1", [
    sessionId,
    workerId,
  ]);
  talk.model.behave(saying("Here I am."));
  return { sessionId, questionId: question?.id ?? "" };
}

async function statusesOf(sessionId: string): Promise<string[]> {
  return (await talk.messagesOf(sessionId)).map(({ status }) => status);
}

const url = (): string => talk.app.deps.env.DATABASE_URL ?? "";
const another = () => createInstanceRegistry({ url: url(), log: talk.app.deps.log });

async function deadProcess(): Promise<number> {
  const instances = await another();
  await instances.close();
  return instances.workerId;
}

/** Whether the database knows that this process lives. */
async function isHere(): Promise<boolean> {
  const { db, instances } = talk.app.deps;
  const { rows } = await db.execute<{ left: boolean }>(sql`select ${isDead(sql`${instances.workerId}::int`)} as left`);
  return rows[0]?.left === false;
}

describe("a reply whose process has died", () => {
  it("does not hold up the next question in its chat [T114]", async () => {
    const { sessionId } = await answeredBy(await deadProcess());
    expect(textOf(await talk.ask({ sessionId, message: "And now?" }))).toBe("Here I am.");
    expect(await statusesOf(sessionId)).toEqual(["failed", "complete", "complete"]);
  });

  it("can be tried again at once [T114]", async () => {
    const { sessionId, questionId } = await answeredBy(await deadProcess());
    expect(textOf(await talk.ask({ sessionId, retryMessageId: questionId }))).toBe("Here I am.");
    expect(await statusesOf(sessionId)).toEqual(["complete", "complete"]);
  });

  it("is marked as failed by those who look after replies", async () => {
    const { sessionId } = await answeredBy(await deadProcess());
    expect(await statusesOf(sessionId)).toEqual(["answering"]);
    expect(await failLostReplies(talk.app.deps)).toBe(true);
    expect(await statusesOf(sessionId)).toEqual(["failed"]);
    expect(await failLostReplies(talk.app.deps)).toBe(false);
  });
});

describe("a reply whose process lives", () => {
  it("is waited for, whoever asks", async () => {
    const other = await another();
    const { sessionId, questionId } = await answeredBy(other.workerId);
    expect(await failLostReplies(talk.app.deps)).toBe(false);
    const body = { message: "And now?", sessionId };
    expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(409);
    const retry = { ...body, retryMessageId: questionId };
    expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body: retry })).status).toBe(404);
    expect(await statusesOf(sessionId)).toEqual(["answering"]);
    await other.close();
    await failLostReplies(talk.app.deps);
  });

  it("is not given up while the connection that tells so is made anew", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId });
    await expect.poll(() => talk.model.calls.length).toBe(1);
    await talk.app.deps.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'pet-talk instance registry'",
    );
    await failLostReplies(talk.app.deps, undefined, () => expect.poll(isHere).toBe(true));
    await expect.poll(isHere).toBe(true);
    expect(await statusesOf(sessionId)).toEqual(["answering"]);
    await runningReplies.endAll();
    await asking;
  });

  it("is stored even where it was given up by mistake, unless it was asked again", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId });
    await expect.poll(() => talk.model.calls.length).toBe(1);
    await talk.app.deps.pool.query("update messages set status = 'failed' where session_id = $1", [sessionId]);
    await talk.owner.call(stopReply, { params: { sessionId } });
    expect((await asking).at(-1)).toMatchObject({ type: "complete", stopped: true });
    expect(await statusesOf(sessionId)).toEqual(["complete", "stopped"]);
  });
});

describe("a reply that another process makes", () => {
  /** Plays the other process: it stores, or ends, when it is told to. */
  async function otherProcess() {
    const instances = await another();
    const told: unknown[] = [];
    await instances.subscribe("pettalk_replies", {
      onMessage: (message) => told.push(JSON.parse(message)),
      onReconnect: () => {},
    });
    return { instances, told };
  }

  it("is stopped there, and Stop waits until what was said is stored", async () => {
    const { instances, told } = await otherProcess();
    const { sessionId, questionId } = await answeredBy(instances.workerId);
    let isDone = false;
    const stopping = talk.owner.fetch(`/api/sessions/${sessionId}/stop`, { method: "POST" }).finally(() => {
      isDone = true;
    });
    await expect.poll(() => told[0]).toEqual({ stop: questionId });
    expect(isDone).toBe(false);
    await talk.app.deps.pool.query("update messages set status = 'stopped' where id = $1", [questionId]);
    expect((await stopping).status).toBe(200);
    await instances.close();
  });

  it("is not stored any more once its pet is taken away", async () => {
    const { instances, told } = await otherProcess();
    const { sessionId } = await answeredBy(instances.workerId);
    await endReplies(talk.app.deps.db, { agentId: talk.pet });
    await expect.poll(() => told[0]).toEqual({ end: { agentId: talk.pet } });
    expect(await statusesOf(sessionId)).toEqual(["failed"]);
    const { rows } = await talk.app.deps.pool.query("select worker_id from messages where session_id = $1", [
      sessionId,
    ]);
    expect(rows).toEqual([{ worker_id: null }]);
    await instances.close();
  });
});
