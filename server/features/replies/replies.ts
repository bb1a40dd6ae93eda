import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import { type InstanceRegistry, notify } from "#server/platform/db/instance-registry.ts";
import type { Log } from "#server/platform/observe/log.ts";
import * as queries from "./queries.ts";

/** Until another process has stored the beginning of the reply. */
const STOP_TIMEOUT_MS = 10_000;
const STOP_POLL_MS = 50;
/** In polls, for a process that was not connected at that moment. */
const POLLS_PER_NOTIFICATION = 20;
/** After a restart of the database all instances reconnect. */
const RECONNECT_GRACE_MS = 2_000;

const repliesOf = z.object({
  agentId: z.uuid().optional(),
  sessionId: z.uuid().optional(),
  userId: z.uuid().optional(),
});
const notification = z.union([z.object({ stop: z.uuid() }), z.object({ end: repliesOf })]);

/** After the first two the beginning is stored. */
export type EndReason = "stopped" | "cut_off" | "shutdown" | "gone";

interface RunningReply {
  readonly questionId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly userId: string;
  /** Aborted with an `EndReason`. */
  readonly controller: AbortController;
  /** Resolves when the reply was stored or has failed. Never rejects. */
  readonly settled: Promise<void>;
}

export const runningReplies = createRunningReplies();

/** In any process. Resolves once the beginning is stored, or after STOP_TIMEOUT_MS. */
export async function stopReply(db: Db, sessionId: string, only?: string): Promise<void> {
  const isMeant = (reply: RunningReply) =>
    reply.sessionId === sessionId && (only === undefined || reply.questionId === only);
  if (await runningReplies.stopWhere(isMeant)) return;
  const questionId = await queries.findLastQuestion(db, sessionId, only);
  if (questionId === null) return;
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  for (let poll = 0; performance.now() < deadline; poll += 1) {
    // Also for a complete text, whose speech may be under way.
    if (poll % POLLS_PER_NOTIFICATION === 0) await notify(db, "pettalk_replies", { stop: questionId });
    if (!(await queries.isAnswering(db, questionId))) return;
    await sleep(STOP_POLL_MS);
  }
}

/** After the transaction. The database comes first, so that no process can store an ended reply. */
export async function endReplies(db: Db, of: queries.RepliesOf): Promise<void> {
  await queries.endQuestions(db, of);
  await notify(db, "pettalk_replies", { end: of });
  await endOwnReplies(of);
}

export async function endReplyTo(db: Db, questionId: string): Promise<void> {
  const isOwn = runningReplies.questionIds().includes(questionId);
  if (isOwn) await runningReplies.endWhere((reply) => reply.questionId === questionId);
  else await notify(db, "pettalk_replies", { stop: questionId });
}

export function subscribeToReplies({ db, log, instances }: { db: Db; log: Log; instances: InstanceRegistry }) {
  return instances.subscribe("pettalk_replies", {
    onMessage: (message) =>
      void endAsNotified(message).catch((err: unknown) => log.warn({ err }, "a reply could not be ended")),
    onReconnect: () =>
      void endMissed(db).catch((err: unknown) =>
        log.warn({ err }, "replies that were ended elsewhere could not be looked up"),
      ),
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
}

async function endMissed(db: Db): Promise<void> {
  const ids = runningReplies.questionIds();
  if (ids.length === 0) return;
  const kept = await queries.listNotEnded(db, ids);
  await runningReplies.endWhere(({ questionId }) => ids.includes(questionId) && !kept.has(questionId));
}

/** So that they can be tried again: in one chat of the user's, or in all. Returns whether any seemed lost. */
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
    /** Whether there was one, once its beginning is stored. */
    async stopWhere(matches: (reply: RunningReply) => boolean): Promise<boolean> {
      const replies = [...running.values()].filter(matches);
      await end(replies, "stopped");
      return replies.length > 0;
    },
    areAny: (): boolean => running.size > 0,
    questionIds: (): string[] => [...running.keys()],
    endWhere: (matches: (reply: RunningReply) => boolean) => end([...running.values()].filter(matches), "gone"),
    /** Each reader gets an error event, and may try again. */
    endAll: () => end([...running.values()], "shutdown"),
  };
}
