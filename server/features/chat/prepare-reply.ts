import type { ReplyEnding, ReplyRequest } from "#server/models/chat/llm.ts";
import { spentTokens } from "#server/models/chat/spent-tokens.ts";
import { answerCare, type CareAnswer } from "#server/understanding/care/care.ts";
import { pickIn, understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { TurnMeaning } from "#server/understanding/turns/turn.ts";
import { dayIn } from "#shared/time-zone.ts";
import { retrieve } from "../knowledge/knowledge.ts";
import { modelReply } from "./model-reply.ts";
import { offersOf, quotedReply } from "./quoted-reply.ts";
import type { EngineReply, ReplyContext, ReplyDeps } from "./reply-engine.ts";

export interface PreparedReply {
  /** What the person's turn means. */
  meaning: TurnMeaning;
  /** Comes before the engine's words; null where the question is none of care. */
  care: CareAnswer | null;
  /** The engine's words as they can be shown. @throws LanguageModelError */
  words(signal: AbortSignal): AsyncIterable<string>;
  /** What the whole reply was taken from, and asks the person to choose between; once all words came. */
  grounding: EngineReply["reader"]["grounding"];
  /** How the engine's words ended, where they are no whole reply; once all of them came. */
  ending(): ReplyEnding | undefined;
  /** The engine's own count of tokens, once it came. */
  counted(): { prompt: number; reply: number } | undefined;
  /** What the engine's words cost, of which the reply has these. */
  spent(reply: string): ReturnType<typeof spentTokens>;
}

/** Retrieves what the pet knows, understands the question and gets the engine ready to be asked. */
export async function prepareReply(deps: ReplyDeps, context: ReplyContext): Promise<PreparedReply> {
  const { clock, user, agent, help } = context;
  const { content: question, turns } = context.question;
  const { name, language, species, birthday } = agent;
  const pet = { name, language, species, birthday };
  const picked = pickIn({ pet, question, turns });
  const query = { question: picked?.question ?? question, turns, isPicked: picked !== null };
  const knowledge = await retrieve(deps, agent, { ...query, vector: await context.vector });
  clock.reached("evidence");
  const { evidence, alike, diary, whole: library } = knowledge;
  const isDanger = help !== null && help.text !== null;
  const meaning = understandTurn({ pet, question, turns, evidence });
  const care = isDanger ? null : answerCare({ question, pet, turns, evidence, diary, library });
  const offers = offersOf(knowledge);
  const { reader, ...asked } =
    deps.llm.engine.kind === "embedded"
      ? quotedReply(knowledge, offers)
      : await modelReply(deps, context, { knowledge, meaning, care });
  clock.reached("prompt");
  const scene = {
    ...{ pet, ownerName: user.firstName, today: dayIn(user.timeZone), question, turns, evidence, alike, offers },
    heard: meaning,
    maybe: knowledge.maybe.map((known) => known.evidence),
    ...(care === null || care.isKnown ? {} : { gentle: [] }),
    ...(help === null ? {} : { gentle: help.petSays }),
  };
  return { meaning, care, ...readEngine(deps, context, { ...asked, scene }, reader) };
}

function readEngine(
  { llm, purpose }: ReplyDeps,
  { clock }: ReplyContext,
  asked: Omit<ReplyRequest, "purpose" | "onUsage" | "onEnding">,
  reader: EngineReply["reader"],
): Omit<PreparedReply, "meaning" | "care"> {
  let counted: { prompt: number; reply: number } | undefined;
  let ended: ReplyEnding | undefined;
  const request: ReplyRequest = {
    ...asked,
    purpose,
    onUsage(tokens) {
      counted = tokens;
    },
    onEnding(ending) {
      ended = ending;
    },
  };
  return {
    async *words(signal) {
      for await (const raw of llm.stream(request, signal)) {
        if (signal.aborted) break;
        clock.reached("first words");
        // PostgreSQL can't store U+0000, and the stored reply should be the one that was shown.
        yield reader.push(raw.replaceAll("\0", ""));
      }
      yield reader.end();
    },
    grounding: reader.grounding,
    ending: () => ended,
    counted: () => counted,
    spent: (reply) => spentTokens({ counted, messages: request.messages, reply }),
  };
}
