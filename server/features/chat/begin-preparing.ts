import { setImmediate as nextTurn } from "node:timers/promises";
import type { Embedder } from "#server/providers/embeddings/embedder.ts";
import type { SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import type { ReplyClock } from "#server/reply-clock.ts";
import type { Question } from "#shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import { type Help, helpFor } from "../emergency/emergency.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import type { EarlyReplies } from "./early-replies.ts";
import { type Asked, type PreparedReply, type PreparingDeps, prepareReply } from "./prepare-reply.ts";

interface BeginningDeps extends PreparingDeps {
  embedder: Embedder;
  earlyReplies: Pick<EarlyReplies, "take">;
}

interface Beginning {
  clock: ReplyClock;
  user: Asked["user"];
  agent: UsableAgent;
  question: Question;
}

/** The preparation of a reply, while its question is stored. */
interface Preparing {
  /** What must come before the reply to the stored question. */
  help(content: string): Promise<Help | null>;
  /** The reply to the stored question. */
  reply(asked: Asked): Promise<PreparedReply>;
  /** This synthesizer, which has what was spoken early. */
  spoken(synthesizer: SpeechSynthesizer): SpeechSynthesizer;
  /** Ends what was begun for a question that is refused. */
  end(): void;
}

/**
 * Takes what was begun early for a question, or begins what can be begun before the question is stored: all but the model's
 * own work where a chat begins with it, as there are no turns to wait for.
 */
export function beginPreparing(deps: BeginningDeps, asking: Beginning): Preparing {
  const { agent, question } = asking;
  const { message } = question;
  const vectorOf = () => questionVector(deps, message, agent.embeddedModel);
  const early = deps.earlyReplies.take(asking);
  const vector = early === null ? vectorOf() : null;
  const isFirst = early === null && vector !== null && !question.sessionId;
  const said = { content: message, turns: [] };
  // In the next turn, so that the question is on its way to the database before.
  const help = nextTurn().then(() => helpFor(message, agent.language));
  const first = isFirst ? help.then((found) => prepareReply(deps, { ...asking, said, vector, help: found })) : null;
  // Whether they failed is asked only once the question is stored.
  for (const begun of [help, first]) begun?.catch(() => undefined);
  return {
    // A question that is tried again is stored already, perhaps in other words.
    help: (content) => (content === message ? help : helpFor(content, agent.language)),
    async reply(asked) {
      const begun = await early?.continue(asked);
      return begun ?? first ?? prepareReply(deps, { ...asked, vector: vector ?? vectorOf() });
    },
    spoken: (synthesizer) => early?.spoken(synthesizer) ?? synthesizer,
    end: () => early?.end(),
  };
}
