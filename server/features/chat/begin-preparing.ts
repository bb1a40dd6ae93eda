import { setImmediate as nextTurn } from "node:timers/promises";
import type { Question } from "../../../shared/api/chat.ts";
import type { Embedder } from "../../providers/embeddings/embedder.ts";
import type { SpeechSynthesizer } from "../../providers/speech/speech.ts";
import type { UsableAgent } from "../agents/access.ts";
import { questionVector } from "../knowledge/embeddings/embeddings.ts";
import type { EarlyReplies } from "./early-replies.ts";
import { type Asked, composeReply, type PreparedReply, type PreparingDeps, retrieveFor } from "./prepare-reply.ts";

interface BeginningDeps extends PreparingDeps {
  embedder: Embedder;
  earlyReplies: Pick<EarlyReplies, "take">;
}

interface Beginning {
  user: { id: string };
  agent: UsableAgent;
  question: Question;
}

/** The preparation of a reply, while its question is stored. */
interface Preparing {
  /** The reply to the stored question. */
  reply(asked: Asked): Promise<PreparedReply>;
  /** This synthesizer, which has what was spoken early. */
  spoken(synthesizer: SpeechSynthesizer): SpeechSynthesizer;
  /** Ends what was begun for a question that is refused. */
  end(): void;
}

/**
 * Takes what was begun early for a question, or begins what can be begun before the question is stored: a chat that begins
 * with it has no turns to wait for.
 */
export function beginPreparing(deps: BeginningDeps, asking: Beginning): Preparing {
  const { agent, question } = asking;
  const { message } = question;
  const vectorOf = () => questionVector(deps, message, agent.embeddedModel);
  const early = deps.earlyReplies.take(asking);
  const vector = early === null ? vectorOf() : null;
  const isFirst = early === null && vector !== null && !question.sessionId;
  // In the next turn, so that the question is on its way to the database before.
  const first = isFirst
    ? nextTurn().then(() => retrieveFor(deps, { agent, said: { content: message, turns: [] }, vector }))
    : null;
  // Whether that failed is asked only once the question is stored.
  first?.catch(() => undefined);
  return {
    async reply(asked) {
      const begun = await early?.continue(asked);
      if (begun) return begun;
      const retrieved = await (first ?? retrieveFor(deps, { ...asked, vector: vector ?? vectorOf() }));
      return composeReply(deps, asked, retrieved);
    },
    spoken: (synthesizer) => early?.spoken(synthesizer) ?? synthesizer,
    end: () => early?.end(),
  };
}
