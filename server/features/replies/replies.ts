import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../db/client.ts";
import type { Channel, Presence } from "../../db/instance-registry.ts";
import type { Log } from "../../log.ts";
import { sentenceStore } from "../spoken-replies/sentence-clips.ts";
import * as queries from "./queries.ts";
import { runningReplies } from "./running-replies.ts";

const CHANNEL: Channel = "pettalk_replies";
/** How long Stop waits for another process to store what was said. */
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 50;
/** A process that was not listening just then is told again. */
const SAY_EVERY_LOOKS = 20;

const repliesOf = z.object({
  agentId: z.uuid().optional(),
  sessionId: z.uuid().optional(),
  userId: z.uuid().optional(),
});
const signal = z.union([z.object({ stop: z.uuid() }), z.object({ end: repliesOf })]);
type Signal = z.infer<typeof signal>;

/** Ends the reply under way in a chat, whichever process makes it; resolves once what was said is stored, or within seconds. */
export async function stopReplyAnywhere(db: Db, sessionId: string): Promise<void> {
  if (await runningReplies.stopWhere((reply) => reply.sessionId === sessionId)) return;
  const questionId = await queries.findLastQuestion(db, sessionId);
  if (questionId === null) return;
  const deadline = performance.now() + PATIENCE_MS;
  for (let look = 0; performance.now() < deadline; look += 1) {
    // Told even where the text is complete: its speech may still be made.
    if (look % SAY_EVERY_LOOKS === 0) await say(db, { stop: questionId });
    if (!(await queries.isAnswering(db, questionId))) return;
    await sleep(LOOK_EVERY_MS);
  }
}

/** For what takes chats away from their reader. The database knows first, so that no process stores what is still said. */
export async function endRepliesAnywhere(db: Db, of: queries.RepliesOf): Promise<void> {
  await queries.endQuestions(db, of);
  await say(db, { end: of });
  await endHere(of);
}

/** From now on this process ends the replies that others tell it to. @returns how to end that */
export function hearReplySignals({ db, log, presence }: { db: Db; log: Log; presence: Presence }) {
  return presence.listen(CHANNEL, {
    hear: (message) => void obey(message).catch((err: unknown) => log.warn({ err }, "a reply was not ended as told")),
    back: () => void catchUp(db).catch((err: unknown) => log.warn({ err }, "replies under way were not compared")),
  });
}

async function obey(message: string): Promise<void> {
  const told = signal.parse(JSON.parse(message));
  if ("stop" in told) await runningReplies.stopWhere(({ questionId }) => questionId === told.stop);
  else await endHere(told.end);
}

async function endHere(of: queries.RepliesOf): Promise<void> {
  const matches = (reply: { agentId: string; sessionId: string; userId: string }) =>
    (of.agentId === undefined || reply.agentId === of.agentId) &&
    (of.sessionId === undefined || reply.sessionId === of.sessionId) &&
    (of.userId === undefined || reply.userId === of.userId);
  await runningReplies.endWhere(matches);
  await sentenceStore.discardWhere(matches);
}

/** Ends what was taken away while nothing could be heard. */
async function catchUp(db: Db): Promise<void> {
  const ids = runningReplies.questionIds();
  if (ids.length === 0) return;
  const kept = await queries.listNotEnded(db, ids);
  await runningReplies.endWhere(({ questionId }) => ids.includes(questionId) && !kept.has(questionId));
}

async function say(db: Db, told: Signal): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(told)})`);
}
