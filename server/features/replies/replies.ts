import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import { type InstanceRegistry, notify } from "../../db/instance-registry.ts";
import type { Log } from "../../log.ts";
import { sentenceStore } from "../spoken-replies/spoken-replies.ts";
import * as queries from "./queries.ts";

/** How long Stop waits for another process to store what was said. */
const STOP_TIMEOUT_MS = 10_000;
const STOP_POLL_MS = 50;
/** A process that was not listening at that moment is told again after so many polls. */
const POLLS_PER_NOTIFICATION = 20;
/** A server that only lost its connection, as all do when the database restarts, gets this time to come back. */
const RECONNECT_GRACE_MS = 2_000;

const repliesOf = z.object({
  agentId: z.uuid().optional(),
  sessionId: z.uuid().optional(),
  userId: z.uuid().optional(),
});
const notification = z.union([z.object({ stop: z.uuid() }), z.object({ end: repliesOf })]);

/** Why a reply under way is ended from outside: `stopped` keeps what was said, the others keep nothing. */
export type EndReason = "stopped" | "shutdown" | "gone";

interface RunningReply {
  readonly questionId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly userId: string;
  /** Aborted with an `EndReason`. */
  readonly controller: AbortController;
  /** Settles when the reply is stored or given up, whichever way. Never rejects. */
  readonly settled: Promise<void>;
}

/** The replies that this process makes, of all chats. */
export const runningReplies = createRunningReplies();

/** Ends the reply under way in a chat, in whichever process; resolves once what was said is stored, or after seconds. */
export async function stopReply(db: Db, sessionId: string): Promise<void> {
  if (await runningReplies.stopWhere((reply) => reply.sessionId === sessionId)) return;
  const questionId = await queries.findLastQuestion(db, sessionId);
  if (questionId === null) return;
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  for (let poll = 0; performance.now() < deadline; poll += 1) {
    // Also where the text is complete: its speech may still be made.
    if (poll % POLLS_PER_NOTIFICATION === 0) await notify(db, "pettalk_replies", { stop: questionId });
    if (!(await queries.isAnswering(db, questionId))) return;
    await sleep(STOP_POLL_MS);
  }
}

/**
 * Ends replies in every process, for a deleted pet or chat, a revoked grant, a user who is switched off. Call it after
 * the transaction. The database is changed first, so that no process stores what is still said.
 */
export async function endReplies(db: Db, of: queries.RepliesOf): Promise<void> {
  await queries.endQuestions(db, of);
  await notify(db, "pettalk_replies", { end: of });
  await endOwnReplies(of);
}

/** From now on this process ends the replies that others ask it to end. @returns how to unsubscribe */
export function subscribeToReplies({ db, log, instances }: { db: Db; log: Log; instances: InstanceRegistry }) {
  return instances.subscribe("pettalk_replies", {
    onMessage: (message) =>
      void endAsNotified(message).catch((err: unknown) => log.warn({ err }, "a reply could not be ended")),
    onReconnect: () =>
      void endMissed(db).catch((err: unknown) => log.warn({ err }, "running replies could not be compared")),
  });
}

async function endAsNotified(message: string): Promise<void> {
  const notified = notification.parse(JSON.parse(message));
  if ("stop" in notified) await runningReplies.stopWhere(({ questionId }) => questionId === notified.stop);
  else await endOwnReplies(notified.end);
}

async function endOwnReplies(of: queries.RepliesOf): Promise<void> {
  const matches = (reply: { agentId: string; sessionId: string; userId: string }) =>
    (of.agentId === undefined || reply.agentId === of.agentId) &&
    (of.sessionId === undefined || reply.sessionId === of.sessionId) &&
    (of.userId === undefined || reply.userId === of.userId);
  await runningReplies.endWhere(matches);
  await sentenceStore.discardWhere(matches);
}

/** Ends the replies whose end was announced while this process was not connected. */
async function endMissed(db: Db): Promise<void> {
  const ids = runningReplies.questionIds();
  if (ids.length === 0) return;
  const kept = await queries.listNotEnded(db, ids);
  await runningReplies.endWhere(({ questionId }) => ids.includes(questionId) && !kept.has(questionId));
}

/**
 * Marks questions as failed whose server died during the reply, so that they can be tried again: those of one chat of
 * the user's, or all. @returns whether any looked lost
 */
export async function failLostReplies(
  { db, log }: { db: Db; log: Log },
  chat?: queries.OwnChat,
  grace: () => Promise<unknown> = () => sleep(RECONNECT_GRACE_MS),
): Promise<boolean> {
  const found = await queries.findLost(db, chat);
  if (found.length === 0) return false;
  if (found.some(({ isStale }) => !isStale)) await grace();
  const ids = found.map(({ id }) => id);
  const questions = await queries.failLost(db, ids);
  if (questions > 0) log.warn({ questions }, "replies of dead processes marked as failed");
  return true;
}

function createRunningReplies() {
  const running = new Map<string, RunningReply>();

  async function end(replies: readonly RunningReply[], reason: EndReason): Promise<void> {
    for (const { controller } of replies) controller.abort(reason);
    await Promise.all(replies.map(({ settled }) => settled));
  }

  return {
    add(reply: RunningReply): void {
      running.set(reply.questionId, reply);
      void reply.settled.then(() => {
        if (running.get(reply.questionId) === reply) running.delete(reply.questionId);
      });
    },
    /** Resolves once what was said is stored: whether there was a reply to stop. */
    async stopWhere(matches: (reply: RunningReply) => boolean): Promise<boolean> {
      const replies = [...running.values()].filter(matches);
      await end(replies, "stopped");
      return replies.length > 0;
    },
    questionIds: (): string[] => [...running.keys()],
    /** For a pet or a chat that is deleted, or a grant that is withdrawn. */
    endWhere: (matches: (reply: RunningReply) => boolean) => end([...running.values()].filter(matches), "gone"),
    /** Before the server ends: each asker is told, and may try again. */
    endAll: () => end([...running.values()], "shutdown"),
  };
}
