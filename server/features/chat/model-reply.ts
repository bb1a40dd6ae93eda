import { createHmac } from "node:crypto";
import type { Act, TurnMeaning } from "#server/understanding/turns/turn.ts";
import { dayIn } from "#shared/time-zone.ts";
import type { UsableAgent } from "../agents/access.ts";
import { CitationReader } from "./citations.ts";
import { buildPrompt } from "./prompt.ts";
import { mostFor } from "./prompt-budgets.ts";
import type { EngineReply, QuestionFindings, ReplyContext, ReplyDeps } from "./reply-engine.ts";

/** A language model says by numbers what it used, which is believed where its words show it. */
export async function modelReply(
  { env, sessionSecret }: ReplyDeps,
  { user, agent, question, help }: ReplyContext,
  { knowledge, meaning, care }: QuestionFindings,
): Promise<EngineReply> {
  const best = await knowledge.readBest(mostFor(env.OPENAI_CONTEXT_TOKENS));
  const { name, language, systemPrompt: persona, species, birthday } = agent;
  const act = actOf(meaning);
  const { messages, told, replyTokens } = buildPrompt({
    pet: { name, language, persona, species, birthday },
    person: {
      firstName: user.firstName,
      isOwner: agent.createdBy === user.id,
      told: meaning.told,
      isMourning: meaning.mourned?.() === "pet",
    },
    help,
    care,
    ...(act === undefined ? {} : { act, isSureAct: meaning.certainty >= SURE }),
    question: question.content,
    turns: question.turns,
    diary: knowledge.diary,
    library: knowledge.whole,
    best: best.map(({ source }) => source),
    mark: borderMark(sessionSecret, agent),
    today: dayIn(user.timeZone),
    contextTokens: env.OPENAI_CONTEXT_TOKENS,
  });
  const citations = new CitationReader(Math.max(0, ...told.keys()));
  return {
    messages,
    maxTokens: replyTokens,
    reader: {
      push: (piece) => citations.push(piece),
      end: () => citations.end(),
      async grounding(reply) {
        const cited = citations.numbers.flatMap((number) => told.get(number) ?? []);
        return { sources: await knowledge.takenFrom(reply, cited, [...told.values()]), choices: [] };
      },
    },
  };
}

/** As sure as the wordings of small talk are. */
const SURE = 0.985;

/** Below it a feeling that is guessed is another one, or none, in one of three cases (decision 063). */
const LIKELY = 0.82;

/** A turn that is only guessed at, or only known to ask nothing, is open to a model, which understands more by itself. */
const actOf = ({ act, certainty }: TurnMeaning): Act | undefined =>
  certainty >= LIKELY && !openActs.has(act) ? act : undefined;

/** A telling may ask for something, and what a pet is stands in its prompt. */
const openActs: ReadonlySet<Act> = new Set(["telling", "whatAnimal", "birthday"]);

/**
 * The word in the borders around a pet's data: the same in every instance and after a restart, so that a model server finds
 * a prompt that it has read before. Whoever gets to see it and writes it into the diary thereby makes another one.
 */
const borderMark = (secret: string, { id, knowledgeVersion }: UsableAgent): string =>
  createHmac("sha256", secret).update(`borders of a prompt\n${id}\n${knowledgeVersion}`).digest("hex").slice(0, 16);
