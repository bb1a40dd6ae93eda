import { LanguageModelError } from "#server/models/chat/llm.ts";
import { LOADING_MS } from "#server/models/chat/openai-watch.ts";
import type { Embedder } from "#server/models/embeddings/embedder.ts";
import type { Db } from "#server/platform/db/client.ts";
import { retryWhileUnavailable } from "#server/platform/db/failures.ts";
import type { InstanceRegistry } from "#server/platform/db/instance-registry.ts";
import type { Env } from "#server/platform/env.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { Clock } from "#server/platform/observe/clock.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { ChatEvent } from "#shared/api/chat.ts";
import type { EndReason } from "../replies/replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import type { ModelReplyDeps } from "./model-reply.ts";
import { engineFor, petReply, ReplyText } from "./pet-reply.ts";
import type { StoredQuestion } from "./question-queries.ts";
import type { ChatQuestion, ReplyEnd } from "./reply-engine.ts";
import * as queries from "./reply-queries.ts";
import { noteUnanswered } from "./unanswered.ts";

/**
 * A reply may go on for so long after OPENAI_TIMEOUT_S. Just below the engine's own limit, which would be a failure: this
 * way the words of a slow model are kept.
 */
const REPLY_MS = 85_000;

export interface ChatDeps extends ModelReplyDeps {
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
  db: Db;
  log: Log;
  instances: InstanceRegistry;
  embedder: Embedder;
  speech: SpeechSynthesizer;
  /** Goes on where `speech` fails in the middle of a reply. */
  builtInSpeech: SpeechSynthesizer;
  files: FileStore;
  usage: UsageMeter;
  clock: Clock;
}

interface MakeOptions {
  stored: StoredQuestion;
  vector: Promise<Float32Array | null>;
  /** Ends the reply, with an `EndReason`. */
  controller: AbortController;
}

type LastEvent = Extract<ChatEvent, { type: "complete" | "error" }>;

/** Makes and stores the reply to a stored question; after its last event, a question without an answer is noted for the owner. */
export async function* makeReply(
  deps: ChatDeps,
  question: ChatQuestion,
  { stored, vector, controller }: MakeOptions,
): AsyncGenerator<ChatEvent> {
  const { user, signal } = question;
  const limitIn = (ms: number) =>
    setTimeout(() => controller.abort("cut_off" satisfies EndReason), deps.env.OPENAI_TIMEOUT_S * 1000 + REPLY_MS + ms);
  let limit = limitIn(0);
  const onLoading = () => {
    clearTimeout(limit);
    limit = limitIn(LOADING_MS);
    question.onLoading?.();
  };
  const engine = engineFor(deps);
  const text = new ReplyText();
  let spent = { promptTokens: 0, replyTokens: 0 };
  let isCounted = false;
  let unanswered: ReplyEnd["unanswered"] = null;
  let last: LastEvent = gone;
  const store = async (reply: Pick<queries.Reply, "sources" | "mark" | "choices" | "status">) => {
    const whole = { ...reply, content: text.whole, help: text.help };
    const end = await storeReply(deps, stored, whole, { userId: user.id, ...spent });
    isCounted = end.type === "complete" && end.messageId !== null;
    return end;
  };
  const onSpent = ({ isEstimate, ...tokens }: typeof spent & { isEstimate: boolean }) => {
    spent = tokens;
    deps.log.info({ question: stored.questionId, tokens, isEstimate }, "reply made");
  };
  try {
    for await (const event of petReply(deps, { ...question, onLoading }, { engine, text, vector, onSpent })) {
      if (event.type !== "end") {
        yield event;
      } else if (event.ending === "stopped" && !isKept(signal, text)) {
        last = await leave(deps, stored, signal);
      } else {
        const { sources, mark, choices, ending } = event;
        last = await store({
          sources,
          mark,
          choices,
          status: ending === "stopped" ? endedBy(signal) : (ending ?? "complete"),
        });
        if (isCounted && choices.length > 0) yield { type: "choices", choices: [...choices] };
        if (isCounted && ending === null) unanswered = event.unanswered;
      }
    }
  } catch (error) {
    const words = text.endWithoutModel();
    if (words === null) {
      controller.abort("gone" satisfies EndReason);
      last = await fail(deps, stored, error);
    } else {
      if (words !== "") yield { type: "content", content: words };
      logFailure(deps, stored, error);
      last = await store({ sources: null, mark: null, choices: [], status: "complete" });
    }
  } finally {
    clearTimeout(limit);
    if (!isCounted) await deps.usage.add(user.id, spent);
  }
  yield last;
  if (unanswered !== null && !question.before.isTemporary)
    await noteUnanswered(deps, { engine, question, questionId: stored.questionId, unanswered });
}

/** Stores the reply and counts it. Where it was stopped before its first word, only the question remains. */
async function storeReply(
  { db }: ChatDeps,
  stored: StoredQuestion,
  reply: queries.Reply,
  count: queries.ReplyCount,
): Promise<LastEvent> {
  const { sources, mark, status } = reply;
  const stopped = status === "stopped";
  if (reply.content.trim() === "") {
    if (!stopped && status !== "cut_off") throw new LanguageModelError("empty", "only white space");
    await retryWhileUnavailable(() => queries.closeQuestion(db, stored.questionId, "stopped"));
    return { type: "complete", messageId: null, sources: [], audioUrl: null, stopped };
  }
  const messageId = await retryWhileUnavailable(() => queries.insertReply(db, stored, reply, count));
  if (messageId === null) return gone;
  const ending = status === "cut_off" || status === "refused" ? { ending: status } : {};
  const marked = mark === null ? {} : { mark };
  return {
    type: "complete",
    messageId,
    sources: sources && [...sources],
    ...marked,
    audioUrl: null,
    stopped,
    ...ending,
  };
}

const endedBy = ({ reason }: AbortSignal) => (reason === "cut_off" ? "cut_off" : "stopped");

/** Whether the beginning of an ended reply is stored: at a shutdown only help, as the question can be asked again. */
const isKept = ({ reason }: AbortSignal, { help }: ReplyText): boolean =>
  reason === "stopped" || reason === "cut_off" || (reason === "shutdown" && help !== null);

/** For a reply ended by a shutdown, or because its pet, chat or grant was deleted. */
async function leave({ db }: ChatDeps, { questionId }: StoredQuestion, { reason }: AbortSignal): Promise<LastEvent> {
  await retryWhileUnavailable(() => queries.closeQuestion(db, questionId, "failed"));
  return reason === "shutdown" ? restarting : gone;
}

/** Closes the question, so that it may be asked again. @throws the error again where it is no failure of the model */
async function fail(deps: ChatDeps, stored: StoredQuestion, error: unknown): Promise<LastEvent> {
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
