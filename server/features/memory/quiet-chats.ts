import type { LanguageModel } from "#server/models/chat/llm.ts";
import type { Env } from "#server/platform/env.ts";
import { HttpError } from "#server/platform/http/errors.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { analyze } from "#server/understanding/retrieval/analyze.ts";
import { eventDateIn } from "#server/understanding/retrieval/event-date.ts";
import { memorableIn } from "#server/understanding/retrieval/memorable.ts";
import { chatNameFrom } from "#server/understanding/turns/chat-name.ts";
import { dayIn } from "#shared/time-zone.ts";
import { createUsageMeter } from "../usage/service.ts";
import * as queries from "./chat-queries.ts";
import { type ChatJudgment, type ChatToJudge, judgeChat, type SaidMessage } from "./judge-chat.ts";
import { deleteLapsed, listTellable } from "./queries.ts";
import type { MemoryDeps } from "./service.ts";
import { type Candidate, suggest } from "./suggest.ts";

interface QuietChatDeps extends MemoryDeps {
  llm: LanguageModel;
  log: Log;
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
}

const QUIET_MINUTES = 10;
/** Suggestions of one chat that wait at once. */
const MOST = 3;
/** No new chat is begun after that; the next round is due soon. */
const ROUND_MS = 30_000;

export const quietChatsCronJob: CronJob = { name: "read_quiet_chats", match: "* * * * *", firstAfterSeconds: 30 };

export const quietChatJobs = (deps: QuietChatDeps): Pick<JobHandlers, "read_quiet_chats"> => ({
  read_quiet_chats: () => readQuietChats(deps),
});

/** Suggests what is worth remembering of chats in which nobody has spoken for a while. Each is read once, whatever comes of it. */
async function readQuietChats(deps: QuietChatDeps): Promise<void> {
  const { db, log } = deps;
  await deleteLapsed(db);
  const deadline = performance.now() + ROUND_MS;
  while (performance.now() < deadline) {
    const chat = await queries.takeQuietChat(db, QUIET_MINUTES);
    if (chat === null) return;
    await readChat(deps, chat).catch((err: unknown) => {
      log.error({ err, chat: chat.id }, "what a chat holds for memory was not suggested");
    });
  }
}

async function readChat(deps: QuietChatDeps, chat: queries.QuietChat): Promise<void> {
  const { db } = deps;
  const found = await queries.findChatToRead(db, chat.id);
  const said = await queries.listSaid(db, chat);
  if (found === null || said.length === 0) return;
  const { petName, language: locale, name, timeZone } = found;
  const store = { agentId: chat.agentId, userId: chat.userId };
  const known = await listTellable(db, store);
  const judgment = await judge(deps, chat.userId, { petName, locale, timeZone, said, known });
  if (judgment !== null)
    await queries.noteTopic(db, chat.id, topicOf(judgment, name, said, { name: petName, language: locale }));
  const candidates = judgment?.candidates ?? candidatesIn(said, locale, timeZone);
  await suggest(deps, { store, locale, candidates, most: MOST, sessionId: chat.id });
}

/** Null without a model, where it fails, and where the person has had the tokens of the day. */
async function judge(
  { db, log, llm, env }: QuietChatDeps,
  userId: string,
  chat: ChatToJudge,
): Promise<ChatJudgment | null> {
  if (llm.engine === null) return null;
  const usage = createUsageMeter({ db, log });
  let spent = { promptTokens: 0, replyTokens: 0 };
  try {
    await usage.require(userId, "tokens");
    const timeoutMs = env.OPENAI_TIMEOUT_S * 1000;
    return await judgeChat({ llm, log, timeoutMs, onSpent: (tokens) => (spent = tokens) }, chat);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  } finally {
    await usage.add(userId, spent);
  }
}

/** What asks to be remembered at once has been suggested under its reply. */
const candidatesIn = (said: readonly SaidMessage[], locale: string, timeZone: string | null): Candidate[] =>
  said.flatMap(({ messageId, content, at }) =>
    memorableIn(content, locale).flatMap(({ isAtOnce, ...found }) =>
      isAtOnce ? [] : { ...found, messageId, date: eventDateIn(found.quote, locale, dayIn(timeZone, at)) },
    ),
  );

/** The name by rule stays where that is short and says something; so does any name given by hand. */
function topicOf(
  { about, title }: ChatJudgment,
  nameBefore: string | null,
  said: readonly SaidMessage[],
  pet: { name: string; language: string },
) {
  const isByRule = said.some(({ content }) => chatNameFrom(content, pet) === nameBefore);
  const isPoor = nameBefore?.endsWith("…") || analyze(nameBefore ?? "", pet.language).length < 2;
  return { about, nameBefore, name: isByRule && isPoor ? title : null };
}
