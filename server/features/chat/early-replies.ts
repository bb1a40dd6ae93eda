import { isDeepStrictEqual } from "node:util";
import type { InstanceRegistry } from "#server/db/instance-registry.ts";
import { requireUser } from "#server/http/access.ts";
import { HttpError } from "#server/http/errors.ts";
import type { RateLimiter } from "#server/http/rate-limit.ts";
import { type EndedSessions, onSessionsEnded } from "#server/http/session.ts";
import { isLoopBusy } from "#server/loop-load.ts";
import type { Embedder } from "#server/providers/embeddings/embedder.ts";
import { isLocal } from "#server/providers/llm/is-local.ts";
import type { SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import type { Question } from "#shared/api/chat.ts";
import { limits } from "#shared/limits.ts";
import { petUserOrDemo, type UsableAgent } from "../agents/access.ts";
import { readActiveUser } from "../auth/service.ts";
import { type Help, helpFor } from "../emergency/emergency.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import { runningReplies } from "../replies/replies.ts";
import { readEarlyMode } from "../settings/service.ts";
import { speakEarly } from "../spoken-replies/spoken-replies.ts";
import type { UsageMeter } from "../usage/service.ts";
import { type HeldPieces, holdPieces } from "./held-pieces.ts";
import {
  type Asked,
  composeReply,
  type PreparedReply,
  type PreparingDeps,
  type Retrieved,
  retrieveFor,
  type Said,
} from "./prepare-reply.ts";
import { readTurns } from "./question-queries.ts";
import { saysSame } from "./same-words.ts";

/** What was begun is thrown away after this time: whoever has stopped speaking has asked by then. */
const HELD_MS = 8_000;
/** In this process at once; for more people nothing is begun early. */
const MOST_HELD = 100;

export interface EarlyDeps extends PreparingDeps {
  embedder: Embedder;
  speech: SpeechSynthesizer;
  usage: UsageMeter;
  instances: InstanceRegistry;
  /** Speech has pauses, a script has no end. */
  limiter: Pick<RateLimiter, "count">;
}

/** What somebody seems to have said, though they may go on. A null session: it would begin a chat. */
export interface EarlyQuestion {
  userId: string;
  /** The id of the auth session in which it is said. */
  sid: string;
  agentId: string;
  sessionId: string | null;
  text: string;
  /** Whether the reply is to be heard; without it, it is not. */
  generateAudio?: boolean | undefined;
}

export interface EarlyReplies {
  /**
   * Begins the reply to what may become a question: retrieval and prompt, and where administrators allow it, the model is
   * asked, and its first sentence spoken. Nothing of it is stored, shown or counted before it is asked. In place of what was begun for the person before.
   * Never throws; where there is no right or no room to ask, nothing is begun. It ends with whatever would end the reply to
   * the question, and with the auth session.
   */
  begin(said: EarlyQuestion): void;
  /** Throws away what was begun in that chat. */
  drop(of: Pick<EarlyQuestion, "userId" | "sessionId">): void;
  /** What was begun for this very question; null, and anything else thrown away, where there is none. */
  take(asking: { user: { id: string }; agent: UsableAgent; question: Question }): EarlyReply | null;
}

/** A reply that was begun for a question, to be continued or ended by whoever took it. */
export interface EarlyReply {
  end(): void;
  /** This synthesizer, which has the first sentence already where that was spoken early. */
  spoken(synthesizer: SpeechSynthesizer): SpeechSynthesizer;
  /** The reply to the stored question; null where what was begun was made from something that has changed. */
  continue(asked: Asked): Promise<PreparedReply | null>;
}

/** What was begun, with all that it was made from. */
interface Begun {
  agent: UsableAgent;
  firstName: string;
  said: Said;
  retrieved: Retrieved;
  /** Null where the model was not asked. */
  asked: {
    help: Help | null;
    reply: PreparedReply;
    held: HeldPieces;
    speech: ReturnType<typeof speakEarly> | null;
  } | null;
}

/** What is held for a person until they ask. */
interface Held {
  early: EarlyQuestion;
  begun: Promise<Begun | null>;
  late: NodeJS.Timeout;
  /** It is held no more. */
  forget(): void;
  /** Ends what the engines do for it. */
  end(): void;
}

export interface EarlyOptions {
  /** While it is true nothing is begun: questions that are asked have the first claim. */
  isBehind?: () => boolean;
  heldMs?: number;
}

export function createEarlyReplies(
  deps: EarlyDeps,
  { isBehind = isLoopBusy, heldMs = HELD_MS }: EarlyOptions = {},
): EarlyReplies {
  const held = new Map<string, Held>();

  function release(userId: string): Held | undefined {
    const found = held.get(userId);
    held.delete(userId);
    clearTimeout(found?.late);
    found?.forget();
    return found;
  }

  const end = (userId: string) => release(userId)?.end();

  function begin(early: EarlyQuestion): void {
    const { userId } = early;
    const before = held.get(userId)?.early;
    if (before !== undefined && isSame(before, early)) return;
    end(userId);
    if (held.size >= MOST_HELD || isBehind() || early.text.trim() === "" || early.text.length > limits.message) return;
    const controller = new AbortController();
    const begun = prepareEarly(deps, early, controller.signal).catch((error: unknown) => {
      // Without the right or the room to ask, nothing is begun.
      if (!(error instanceof HttpError)) noteFailure(deps, userId, error);
      return null;
    });
    const late = setTimeout(() => end(userId), heldMs).unref();
    const forget = runningReplies.addEarly({ ...early, end: () => end(userId) });
    const own: Held = { early, begun, late, forget, end: () => controller.abort() };
    held.set(userId, own);
    // The same words may be begun again.
    void begun.then((made) => made === null && held.get(userId) === own && end(userId));
  }

  function endSessions(ended: EndedSessions): void {
    for (const { early } of held.values()) {
      const isEnded = "sid" in ended ? early.sid === ended.sid : early.userId === ended.userId;
      if (isEnded) end(early.userId);
    }
  }

  // What ended while this process was not connected is not looked up: it costs little to begin it again.
  const endAll = () => [...held.keys()].forEach(end);
  void onSessionsEnded(deps.instances, { onEnd: endSessions, onMissed: endAll });

  return {
    begin,
    drop({ userId, sessionId }) {
      if (held.get(userId)?.early.sessionId === sessionId) end(userId);
    },
    take({ user, agent, question }) {
      const found = release(user.id);
      if (found === undefined) return null;
      const { message: text, sessionId = null, retryMessageId } = question;
      if (!retryMessageId && isSame(found.early, { agentId: agent.id, sessionId, text }))
        return {
          end: found.end,
          spoken: (synthesizer) => withFirstSentence(synthesizer, found.begun),
          continue: (stored) => continueEarly(deps, found, stored),
        };
      found.end();
      return null;
    },
  };
}

type Words = Pick<EarlyQuestion, "agentId" | "sessionId" | "text">;

const isSame = (one: Words, other: Words): boolean =>
  one.agentId === other.agentId && one.sessionId === other.sessionId && saysSame(one.text, other.text);

/**
 * @returns null where no engine may be asked that has to be, or the chat can't get a question
 * @throws HttpError where the person may not ask
 */
async function prepareEarly(deps: EarlyDeps, early: EarlyQuestion, signal: AbortSignal): Promise<Begun | null> {
  const { db, llm, embedder, usage, limiter } = deps;
  const { userId, agentId, sessionId, text } = early;
  const user = requireUser({ user: (await readActiveUser(db, userId)) ?? undefined });
  await limiter.count("early", { user, ip: undefined });
  const [{ agent }, turns, left, may] = await Promise.all([
    petUserOrDemo.admit({ user, params: { id: agentId }, db }),
    sessionId === null ? [] : readTurns(db, { userId, agentId }, sessionId),
    usage.left(userId),
    readEarlyRights(deps),
  ]);
  const needsVector = embedder.model !== null && agent.embeddedModel !== null;
  if (turns === null || !left.mayAsk || (needsVector && !may.ask) || signal.aborted) return null;
  const said = { content: text, turns };
  const vector = questionVector(deps, text, agent.embeddedModel);
  const retrieved = await retrieveFor(deps, { agent, said, vector });
  const begun = { agent, firstName: user.firstName, said, retrieved, asked: null };
  // The diary voice is as fast when it is asked for the question itself.
  if (!may.ask || llm.engine.kind === "embedded" || signal.aborted) return begun;
  const help = await helpFor(text, agent.language);
  const reply = await composeReply(deps, { clock: noClock, user, agent, said, help }, retrieved);
  if (signal.aborted) return null;
  // What comes before the model's own words is spoken first.
  const isSpoken = early.generateAudio && may.speak && left.maySpeak && !help?.text && reply.care === null;
  const speech = isSpoken ? speakEarly(deps, { agent, signal }) : null;
  return { ...begun, asked: { help, reply, speech, held: holdPieces(reply.pieces, signal, heardBy(speech, reply)) } };
}

/** The model's words as they will be shown. */
function heardBy(speech: ReturnType<typeof speakEarly> | null, { readAhead }: PreparedReply) {
  if (speech === null) return undefined;
  const reading = readAhead();
  return {
    push: (raw: string) => speech.push(reading.push(raw.replaceAll("\0", ""))),
    end() {
      speech.push(reading.end());
      speech.end();
    },
  };
}

/** Asks only once it is known what was begun; speech that was thrown away has ended. */
const withFirstSentence = (synthesizer: SpeechSynthesizer, begun: Promise<Begun | null>): SpeechSynthesizer => ({
  get engine() {
    return synthesizer.engine;
  },
  async synthesize(utterance, signal, onPiece) {
    const spoken = (await begun)?.asked?.speech?.spoken(utterance) ?? null;
    return spoken === null ? synthesizer.synthesize(utterance, signal, onPiece) : spoken(signal, onPiece);
  },
  close: () => synthesizer.close(),
});

/** For whoever runs the product; the question is answered as if nothing had been begun. */
const noteFailure = ({ log }: EarlyDeps, userId: string, error: unknown): void =>
  log.warn({ err: error, user: userId }, "a reply could not be begun early");

/** Which engines may be asked in vain. A voice that is not built in may cost money wherever it runs. */
async function readEarlyRights({ db, llm, speech }: EarlyDeps): Promise<{ ask: boolean; speak: boolean }> {
  const mode = await readEarlyMode(db);
  if (mode === "auto") return { ask: await isLocal(llm), speak: speech.engine.kind === "embedded" };
  return { ask: mode === "on", speak: mode === "on" };
}

async function continueEarly(
  deps: EarlyDeps,
  { begun: beginning, end }: Pick<Held, "begun" | "end">,
  stored: Asked,
): Promise<PreparedReply | null> {
  const begun = await beginning;
  if (begun === null || !isMadeFrom(begun, stored)) {
    end();
    return null;
  }
  const reply = await composeReply(deps, stored, begun.retrieved).catch((error: unknown) => {
    noteFailure(deps, stored.user.id, error);
    return null;
  });
  const { asked } = begun;
  // Words of danger and of care are recognized in the question as it was asked. A failure that nobody saw is not shown: the
  // model is asked anew.
  const isOther = !isDeepStrictEqual(asked?.help, stored.help) || !isDeepStrictEqual(asked?.reply.care, reply?.care);
  if (reply === null || asked === null || asked.held.hasFailed() || isOther) {
    end();
    return reply;
  }
  const { request, reading, counted, ending } = asked.reply;
  const { scene } = reply.request;
  return { ...reply, request: { ...request, scene }, reading, counted, ending, pieces: asked.held.read };
}

const isMadeFrom = ({ agent, firstName, said }: Begun, stored: Asked): boolean =>
  firstName === stored.user.firstName &&
  isDeepStrictEqual(agent, stored.agent) &&
  isDeepStrictEqual(said.turns, stored.said.turns);

const noClock = { reached: () => {} };
