import { LanguageModelError } from "#server/models/chat/llm.ts";
import type { Embedder } from "#server/models/embeddings/embedder.ts";
import type { InstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { retryWhileUnavailable } from "#server/platform/db/retry.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { Clock } from "#server/platform/observe/clock.ts";
import { helpFor } from "#server/understanding/danger/emergency.ts";
import type { Act, Turn, TurnMeaning } from "#server/understanding/turns/turn.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { ChatEvent, Choice } from "#shared/api/chat.ts";
import type { EndReason } from "../replies/replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import { type PreparedReply, prepareReply } from "./prepare-reply.ts";
import type { StoredQuestion } from "./question-queries.ts";
import type { ReplyContext, ReplyDeps } from "./reply-engine.ts";
import * as queries from "./reply-queries.ts";
import { ReplyText } from "./reply-text.ts";

/**
 * A reply may go on for so long after OPENAI_TIMEOUT_S. Just below the engine's own limit, which would be a failure: this
 * way the words of a slow model are kept.
 */
const REPLY_MS = 85_000;
/** A turn that was understood with less certainty than this may as well be a question. */
const SURE = 0.5;

export interface ChatDeps extends ReplyDeps {
  instances: InstanceRegistry;
  embedder: Embedder;
  speech: SpeechSynthesizer;
  files: FileStore;
  usage: UsageMeter;
  clock: Clock;
}

interface ReplyOptions extends Omit<ReplyContext, "question" | "help"> {
  stored: StoredQuestion;
  /** Ends the reply, with an `EndReason`. */
  controller: AbortController;
}

interface UnansweredQuestion {
  messageId: string;
  question: string;
  /** What was said before it. */
  turns: readonly Turn[];
}

export interface MadeReply {
  /** The last event of the reply. */
  end: Extract<ChatEvent, { type: "complete" | "error" }>;
  /** The question to which the pet knows no answer: this one, or the one before, of which it asked in vain what it means. */
  unanswered: UnansweredQuestion | null;
}

/** Asks the engine and stores the reply. All events but the last go to `emit` as they come. */
export async function makeReply(
  deps: ChatDeps,
  options: ReplyOptions,
  emit: (event: ChatEvent) => void,
): Promise<MadeReply> {
  const { stored, agent, user, controller } = options;
  const { signal } = controller;
  const cutOff = () => controller.abort("cut_off" satisfies EndReason);
  const limit = setTimeout(cutOff, deps.env.OPENAI_TIMEOUT_S * 1000 + REPLY_MS);
  const text = new ReplyText((content) => emit({ type: "content", content }));
  let prepared: PreparedReply | undefined;
  let isCounted = false;
  const spent = () => prepared?.spent(text.own) ?? { promptTokens: 0, replyTokens: 0 };
  const store = async (reply: Pick<queries.Reply, "sources" | "choices" | "status">) => {
    const whole = { ...reply, content: text.whole, help: text.help };
    const end = await storeReply(deps, stored, whole, { userId: user.id, ...spent() });
    isCounted = end.type === "complete" && end.messageId !== null;
    return end;
  };
  try {
    const help = helpFor(stored.content, agent.language);
    if (help?.text) emit({ type: "help", text: help.text });
    if (help !== null) text.beginWithHelp(help);
    prepared = await prepareReply(deps, { ...options, question: stored, help });
    if (prepared.care !== null) text.begin(prepared.care.text);
    for await (const words of prepared.words(signal)) {
      text.add(words);
      if (text.isFull) cutOff();
    }
    const tokens = prepared.counted();
    if (tokens !== undefined) deps.log.info({ question: stored.questionId, tokens }, "reply made");
    if (signal.aborted && !isKept(signal, text)) return { end: await leave(deps, stored, signal), unanswered: null };
    // The reply is whole or not by now, whatever happens while its sources are looked for.
    const status = signal.aborted ? endedBy(signal) : (prepared.ending() ?? "complete");
    const { sources, choices } = await prepared.grounding(text.own);
    const isAnswer = !text.hasBeginning && help === null;
    const tellsSources = sources.length > 0 || (isAnswer && asksToKnow(prepared.meaning));
    const end = await store({ choices, sources: tellsSources && status !== "refused" ? sources : null, status });
    if (isCounted && choices.length > 0) emit({ type: "choices", choices: [...choices] });
    return { end, unanswered: isAnswer ? unansweredIn(stored, prepared.meaning, { end, choices }) : null };
  } catch (error) {
    if (!text.endWithoutModel()) return { end: await fail(deps, options, error), unanswered: null };
    logFailure(deps, stored, error);
    return { end: await store({ sources: null, choices: [], status: "complete" }), unanswered: null };
  } finally {
    clearTimeout(limit);
    if (!isCounted) await deps.usage.add(user.id, spent());
  }
}

/** Whether a reply to this turn is something that the pet remembers or makes up; a reply to a greeting is neither. */
function asksToKnow(meaning: TurnMeaning): boolean {
  return meaning.certainty < SURE || meaning.act === "question" || isFollowUp(meaning.act);
}

const isFollowUp = (act: Act): boolean => act === "why" || act === "more" || act === "andYou";

function unansweredIn(
  { questionId, content, turns }: StoredQuestion,
  { act }: TurnMeaning,
  { end, choices }: Pick<MadeReply, "end"> & { choices: readonly Choice[] },
): UnansweredQuestion | null {
  if (act === "question" && choices.length === 0 && isFromNothing(end))
    return { messageId: questionId, question: content, turns };
  const [before, reply] = turns.slice(-2);
  if (act !== "no" || before?.id === undefined || !reply?.choices?.length) return null;
  return { messageId: before.id, question: before.content, turns: turns.slice(0, -2) };
}

/** Whether a reply was made to its end, of nothing that the pet knows. */
const isFromNothing = (end: MadeReply["end"]): boolean =>
  end.type === "complete" && !end.stopped && end.ending === undefined && end.sources?.length === 0;

/** Stores the reply and counts it. Where it was stopped before its first word, only the question remains. */
async function storeReply(
  { db }: ChatDeps,
  stored: StoredQuestion,
  reply: queries.Reply,
  count: queries.ReplyCount,
): Promise<MadeReply["end"]> {
  const { sources, status } = reply;
  const stopped = status === "stopped";
  if (reply.content.trim() === "") {
    if (!stopped && status !== "cut_off") throw new LanguageModelError("empty", "only white space");
    await retryWhileUnavailable(() => queries.closeQuestion(db, stored.questionId, "stopped"));
    return { type: "complete", messageId: null, sources: [], audioUrl: null, stopped };
  }
  const messageId = await retryWhileUnavailable(() => queries.insertReply(db, stored, reply, count));
  if (messageId === null) return gone;
  const ending = status === "cut_off" || status === "refused" ? { ending: status } : {};
  return { type: "complete", messageId, sources: sources && [...sources], audioUrl: null, stopped, ...ending };
}

const endedBy = ({ reason }: AbortSignal) => (reason === "cut_off" ? "cut_off" : "stopped");

/** Whether the beginning of an ended reply is stored: at a shutdown only help, as the question can be asked again. */
const isKept = ({ reason }: AbortSignal, { help }: ReplyText): boolean =>
  reason === "stopped" || reason === "cut_off" || (reason === "shutdown" && help !== null);

/** For a reply ended by a shutdown, or because its pet, chat or grant was deleted. */
async function leave({ db }: ChatDeps, { questionId }: StoredQuestion, { reason }: AbortSignal) {
  await retryWhileUnavailable(() => queries.closeQuestion(db, questionId, "failed"));
  return reason === "shutdown" ? restarting : gone;
}

/**
 * Closes the question, so that it may be asked again, and ends the speech.
 * @throws the error again where it is no failure of the model
 */
async function fail(deps: ChatDeps, { stored, controller }: ReplyOptions, error: unknown): Promise<MadeReply["end"]> {
  controller.abort("gone" satisfies EndReason);
  const { questionId } = stored;
  await retryWhileUnavailable(() => queries.closeQuestion(deps.db, questionId, "failed")).catch((err: unknown) => {
    deps.log.error({ question: questionId, err }, "a failed question was left open");
  });
  if (!(error instanceof LanguageModelError)) throw error;
  logFailure(deps, stored, error);
  return { type: "error", error: error.sentence, code: error.code };
}

function logFailure({ log }: ChatDeps, { sessionId, questionId }: StoredQuestion, error: unknown): void {
  if (!(error instanceof LanguageModelError)) {
    log.error({ session: sessionId, question: questionId, err: error }, "a reply failed after its help");
    return;
  }
  // Not the error itself: its cause quotes the other server, whose answer may quote our key.
  const { code, message: reason } = error;
  log.warn({ session: sessionId, question: questionId, code, reason }, "the model failed");
}

const gone = { type: "error", error: "This chat or its pet is no longer there.", code: "gone" } as const;
const restarting = {
  type: "error",
  error: "The server is restarting. Please try again in a moment.",
  code: "restarting",
} as const;
