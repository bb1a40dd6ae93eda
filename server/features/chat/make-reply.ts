import type { InstanceRegistry } from "#server/db/instance-registry.ts";
import { retryWhileUnavailable } from "#server/db/retry.ts";
import type { Embedder } from "#server/providers/embeddings/embedder.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import { type Act, type Heard, LanguageModelError, type Turn } from "#server/providers/llm/llm.ts";
import { spentTokens } from "#server/providers/llm/spent-tokens.ts";
import type { SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import type { ReplyClock, StartReplyClock } from "#server/reply-clock.ts";
import type { ChatEvent, Choice } from "#shared/api/chat.ts";
import type { Help } from "../emergency/emergency.ts";
import type { EndReason } from "../replies/replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import type { PreparedReply, PreparingDeps } from "./prepare-reply.ts";
import * as queries from "./queries.ts";
import type { StoredQuestion } from "./question-queries.ts";
import { ReplyText } from "./reply-text.ts";

/**
 * A reply may go on for so long after OPENAI_TIMEOUT_S. Just below the engine's own limit, which would be a failure: this
 * way the words of a slow model are kept.
 */
const REPLY_MS = 85_000;
/** A turn that was understood with less certainty than this may as well be a question. */
const SURE = 0.5;

export interface ChatDeps extends PreparingDeps {
  instances: InstanceRegistry;
  embedder: Embedder;
  speech: SpeechSynthesizer;
  files: FileStore;
  usage: UsageMeter;
  startClock: StartReplyClock;
}

interface Making {
  clock: ReplyClock;
  user: { id: string };
  stored: StoredQuestion;
  prepared: Promise<PreparedReply>;
  /** Its text comes before the model's reply, and is stored even where that fails. */
  help: Help | null;
  /** Ends the reply from outside, with an `EndReason`. */
  controller: AbortController;
}

interface Unanswered {
  messageId: string;
  question: string;
  /** What was said before it. */
  turns: readonly Turn[];
}

type End = Extract<ChatEvent, { type: "complete" | "error" }>;
type Made = End & {
  choices?: readonly Choice[];
  /** The question to which the pet knows no answer: this one, or the one before, of which it asked in vain what it means. */
  unanswered?: Unanswered | null;
};

/**
 * Asks the model and stores the reply. Each piece goes to `say` as it comes.
 * @returns the last event of the reply, with what concerns the stored reply but is no part of the event
 */
export async function makeReply(deps: ChatDeps, making: Making, say: (piece: string) => void): Promise<Made> {
  const { clock, stored, prepared, help, controller } = making;
  const end = (reason: EndReason) => controller.abort(reason);
  let isCutOff = false;
  const cutOff = () => {
    isCutOff = true;
    end("stopped");
  };
  const limit = setTimeout(cutOff, deps.env.OPENAI_TIMEOUT_S * 1000 + REPLY_MS);
  const text = new ReplyText(help, say);
  const said = (): Pick<queries.Reply, "content" | "help"> => ({ content: text.whole, help: help?.text ?? null });
  let spent = () => spentTokens({ counted: undefined, messages: [], reply: "" });
  let isCounted = false;
  const keepCounted = async (reply: Omit<queries.Reply, "content" | "help">) => {
    const made = await keep(deps, making, { ...said(), ...reply }, spent());
    isCounted = made.type === "complete" && made.messageId !== null;
    return made;
  };
  try {
    const { request, pieces, reading, care, counted, ending } = await prepared;
    if (care !== null) text.begin(care.text);
    spent = () => spentTokens({ counted: counted(), messages: request.messages, reply: text.own });
    for await (const raw of pieces(controller.signal)) {
      if (controller.signal.aborted) break;
      clock.reached("first words");
      // PostgreSQL can't store U+0000, and the stored reply should be the one that was shown.
      text.add(reading.push(raw.replaceAll("\0", "")));
      if (text.isFull) cutOff();
    }
    const tokens = counted();
    if (tokens !== undefined) deps.log.info({ question: stored.questionId, tokens }, "reply made");
    if (controller.signal.aborted && !isKept(making)) return await leave(deps, making);
    text.add(reading.end());
    // The reply is whole or not by now, whatever happens while its sources are looked for.
    const status = isCutOff ? "cut_off" : controller.signal.aborted ? "stopped" : (ending() ?? "complete");
    const { sources, choices } = await reading.grounding(text.own);
    const isAnswer = !text.hasBeginning && help === null;
    const tellsSources = sources.length > 0 || (isAnswer && asksToKnow(request.scene.heard));
    const made = await keepCounted({
      choices,
      sources: tellsSources && status !== "refused" ? sources : null,
      status,
    });
    return { ...made, unanswered: isAnswer ? unansweredIn(stored, request.scene.heard, made) : null };
  } catch (error) {
    if (!text.endWithoutModel()) return await fail(deps, making, error);
    logFailure(deps, stored, error);
    return await keepCounted({ sources: null, choices: [], status: "complete" });
  } finally {
    clearTimeout(limit);
    if (!isCounted) await deps.usage.add(making.user.id, spent());
  }
}

/** Whether a reply to this turn is something that the pet remembers or makes up; a reply to a greeting is neither. */
function asksToKnow(heard: Heard | undefined): boolean {
  return heard === undefined || heard.certainty < SURE || heard.act === "question" || isFollowUp(heard.act);
}

function unansweredIn(
  { questionId, content, turns }: StoredQuestion,
  heard: Heard | undefined,
  made: Made,
): Unanswered | null {
  if (heard?.act === "question" && isFromNothing(made)) return { messageId: questionId, question: content, turns };
  const [before, reply] = turns.slice(-2);
  if (heard?.act !== "no" || before?.id === undefined || !reply?.choices?.length) return null;
  return { messageId: before.id, question: before.content, turns: turns.slice(0, -2) };
}

/** Whether a reply was made to its end, of nothing that the pet knows, and does not ask back. */
const isFromNothing = (made: Made): boolean =>
  made.type === "complete" &&
  !made.stopped &&
  made.ending === undefined &&
  made.sources?.length === 0 &&
  !made.choices?.length;

const isFollowUp = (act: Act): boolean => act === "why" || act === "more" || act === "andYou";

/** Stores the reply and counts it. Where it was stopped before its first word, only the question remains. */
async function keep(
  { db }: ChatDeps,
  { stored, user }: Making,
  reply: queries.Reply,
  spent: ReturnType<typeof spentTokens>,
): Promise<Made> {
  const stopped = reply.status === "stopped";
  if (reply.content.trim() === "") {
    if (!stopped && reply.status !== "cut_off") throw new LanguageModelError("empty", "only white space");
    await retryWhileUnavailable(() => queries.closeQuestion(db, stored.questionId, "stopped"));
    return { type: "complete", messageId: null, sources: [], audioUrl: null, stopped };
  }
  const count = { userId: user.id, ...spent };
  const messageId = await retryWhileUnavailable(() => queries.insertReply(db, stored, reply, count));
  if (messageId === null) return gone;
  const { sources, choices, status } = reply;
  const ending = status === "cut_off" || status === "refused" ? { ending: status } : {};
  return { type: "complete", messageId, sources: sources && [...sources], audioUrl: null, stopped, ...ending, choices };
}

/**
 * Whether the beginning of an ended reply is stored: always after Stop; at a shutdown only help, as the question can be
 * asked again.
 */
const isKept = ({ help, controller }: Making): boolean =>
  controller.signal.reason === "stopped" || (Boolean(help?.text) && controller.signal.reason === "shutdown");

/** For a reply ended by a shutdown, or because its pet, chat or grant was deleted. */
async function leave({ db }: ChatDeps, { stored, controller }: Making): Promise<End> {
  await retryWhileUnavailable(() => queries.closeQuestion(db, stored.questionId, "failed"));
  return controller.signal.reason === "shutdown" ? restarting : gone;
}

/** Closes the question and ends the speech. @throws the error again where it is no failure of the model */
async function fail(deps: ChatDeps, { stored, controller }: Making, error: unknown): Promise<End> {
  controller.abort("gone" satisfies EndReason);
  await closeFailed(deps, stored);
  if (!(error instanceof LanguageModelError)) throw error;
  logFailure(deps, stored, error);
  return { type: "error", error: error.sentence, code: error.code };
}

/** Closes a question whose reply failed, so that it may be asked again. Never rejects. */
export async function closeFailed({ db, log }: ChatDeps, { questionId: question }: StoredQuestion): Promise<void> {
  await retryWhileUnavailable(() => queries.closeQuestion(db, question, "failed")).catch((err: unknown) => {
    log.error({ question, err }, "a failed question was left open");
  });
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

const gone: End = { type: "error", error: "This chat or its pet is no longer there.", code: "gone" };
const restarting: End = {
  type: "error",
  error: "The server is restarting. Please try again in a moment.",
  code: "restarting",
};
