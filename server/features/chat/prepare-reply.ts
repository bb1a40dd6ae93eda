import { createHmac } from "node:crypto";
import type { Db } from "#server/db/client.ts";
import type { Env } from "#server/env.ts";
import type { CurrentUser } from "#server/http/access.ts";
import type { Log } from "#server/log.ts";
import type { Act, Evidence, Heard, LanguageModel, ReplyEnding, ReplyRequest } from "#server/providers/llm/llm.ts";
import type { ReplyClock } from "#server/reply-clock.ts";
import type { Choice, Source } from "#shared/api/chat.ts";
import { dayIn } from "#shared/time-zone.ts";
import type { UsableAgent } from "../agents/access.ts";
import { answerCare, type CareAnswer, prepareCareWords } from "../care/care.ts";
import { pickIn, prepareToUnderstand, understandTurn } from "../dialogue/dialogue.ts";
import type { Help } from "../emergency/emergency.ts";
import { type Knowledge, type Known, retrieve } from "../knowledge/knowledge.ts";
import { CitationReader } from "./citations.ts";
import { offersOf, sourcesOf } from "./offers.ts";
import { buildPrompt, type Prompt, type PromptInput } from "./prompt.ts";
import { mostFor } from "./prompt-budgets.ts";
import type { StoredQuestion } from "./question-queries.ts";

export interface PreparingDeps {
  env: Pick<Env, "OPENAI_CONTEXT_TOKENS" | "OPENAI_TIMEOUT_S">;
  /** For the borders of what is data in a prompt. */
  sessionSecret: string;
  db: Db;
  log: Log;
  llm: LanguageModel;
}

/** A question, and the earlier turns of its chat. */
export type Said = Pick<StoredQuestion, "content" | "turns">;

interface Looking {
  agent: UsableAgent;
  said: Said;
  /** What the question means; null where there is no embedding model. */
  vector: Promise<Float32Array | null>;
}

export interface Asked {
  clock: ReplyClock;
  user: Pick<CurrentUser, "id" | "firstName" | "timeZone">;
  agent: UsableAgent;
  said: Said;
  /** Its text comes before the model's reply, and is stored even where that fails. */
  help: Help | null;
}

/** What the pet knows of a question, and for a language model what else it may choose from. */
export interface Retrieved {
  knowledge: Knowledge;
  best: Known[];
}

/** Reads what can be shown of an engine's words. */
interface Reading {
  /** @returns what can be shown now */
  push(piece: string): string;
  /** @returns what was still held back */
  end(): string;
  /** What the whole reply was taken from, and asks the person to choose between. */
  grounding(reply: string): Promise<{ sources: Source[]; choices: readonly Choice[] }>;
}

export interface PreparedReply {
  request: ReplyRequest;
  /** The engine's words as they come, as `LanguageModel.stream` gives them. */
  pieces(signal: AbortSignal): AsyncIterable<string>;
  reading: Reading;
  /** Comes before the engine's words; null where the question is none of care. */
  care: CareAnswer | null;
  /** The engine's own count of tokens, once it came. */
  counted(): { prompt: number; reply: number } | undefined;
  /** How the engine's words ended, where they are no whole reply; once all of them came. */
  ending(): ReplyEnding | undefined;
}

/** Retrieves what the pet knows, understands the question and writes the prompt. */
export const prepareReply = async (deps: PreparingDeps, asked: Asked & Looking): Promise<PreparedReply> =>
  composeReply(deps, asked, await retrieveFor(deps, asked));

export async function retrieveFor(deps: PreparingDeps, { agent, said, vector }: Looking): Promise<Retrieved> {
  const { content: question, turns } = said;
  const pet = petOf(agent);
  await prepareToUnderstand({ pet, question });
  const picked = pickIn({ pet, question, turns });
  const asks = { question: picked?.question ?? question, turns, isPicked: picked !== null };
  const knowledge = await retrieve(deps, agent, { ...asks, vector: await vector });
  const best = isModel(deps) ? await knowledge.readBest(mostFor(deps.env.OPENAI_CONTEXT_TOKENS)) : [];
  return { knowledge, best };
}

/** What the engine is asked, and how its words are read. */
export async function composeReply(deps: PreparingDeps, asked: Asked, retrieved: Retrieved): Promise<PreparedReply> {
  const { clock, user, agent, said, help } = asked;
  const { content: question, turns } = said;
  const { knowledge, best } = retrieved;
  clock.reached("evidence");
  const isDanger = help !== null && help.text !== null;
  if (!isDanger) await prepareCareWords();
  const pet = petOf(agent);
  const { evidence, alike, diary, whole: library } = knowledge;
  const heard = understandTurn({ pet, question, turns, evidence });
  const offers = offersOf(knowledge);
  const care = isDanger ? null : answerCare({ question, pet, turns, evidence, diary, library });
  const scene = {
    ...{ pet, ownerName: user.firstName, today: dayIn(user.timeZone), question, turns, evidence, alike, offers, heard },
    maybe: knowledge.maybe.map((known) => known.evidence),
    ...(care === null || care.isKnown ? {} : { gentle: [] }),
    ...(help === null ? {} : { gentle: help.petSays }),
  };
  const sources = best.map(({ source }) => source);
  const known = { care, diary, library, best: sources };
  const made = isModel(deps) ? asking(writePrompt(deps, asked, known, heard), knowledge) : quoting(knowledge, offers);
  clock.reached("prompt");
  const { reading, ...requested } = made;
  let counted: { prompt: number; reply: number } | undefined;
  const onUsage = (tokens: { prompt: number; reply: number }) => {
    counted = tokens;
  };
  let ended: ReplyEnding | undefined;
  const onEnding = (ending: ReplyEnding) => {
    ended = ending;
  };
  const request = { scene, ...requested, onUsage, onEnding };
  const pieces = (signal: AbortSignal) => deps.llm.stream(request, signal);
  return { request, pieces, reading, care, counted: () => counted, ending: () => ended };
}

const isModel = ({ llm }: PreparingDeps): boolean => llm.engine.kind !== "embedded";

const petOf = ({ name, language, species, birthday }: UsableAgent) => ({ name, language, species, birthday });

function writePrompt(
  deps: PreparingDeps,
  { user, agent, said, help }: Asked,
  known: Pick<PromptInput, "care" | "diary" | "library" | "best">,
  heard: Heard,
): Prompt {
  const { name, language, systemPrompt: persona, species, birthday } = agent;
  const act = actOf(heard);
  return buildPrompt({
    pet: { name, language, persona, species, birthday },
    person: {
      firstName: user.firstName,
      isOwner: agent.createdBy === user.id,
      told: heard.told,
      isMourning: heard.mourned?.() === "pet",
    },
    help,
    ...(act === undefined ? {} : { act, isSureAct: heard.certainty >= SURE }),
    question: said.content,
    turns: said.turns,
    ...known,
    mark: borderMark(deps.sessionSecret, agent),
    today: dayIn(user.timeZone),
    contextTokens: deps.env.OPENAI_CONTEXT_TOKENS,
  });
}

/** As sure as the wordings of small talk are. */
const SURE = 0.985;

/** Below it a feeling that is guessed is another one, or none, in one of three cases (decision 063). */
const LIKELY = 0.82;

/** A turn that is only guessed at, or only known to ask nothing, is open to a model, which understands more by itself. */
const actOf = ({ act, certainty }: Heard): Act | undefined =>
  certainty >= LIKELY && !openActs.has(act) ? act : undefined;

/** A telling may ask for something, and what a pet is stands in its prompt. */
const openActs: ReadonlySet<Act> = new Set(["telling", "whatAnimal", "birthday"]);

/**
 * The word in the borders around a pet's data: the same in every instance and after a restart, so that a model server finds
 * a prompt that it has read before. Whoever gets to see it and writes it into the diary thereby makes another one.
 */
const borderMark = (secret: string, { id, knowledgeVersion }: UsableAgent): string =>
  createHmac("sha256", secret).update(`borders of a prompt\n${id}\n${knowledgeVersion}`).digest("hex").slice(0, 16);

/** What an engine is asked beside the scene, and how its words are read. */
type Making = Omit<ReplyRequest, "scene" | "onUsage" | "onEnding"> & Pick<PreparedReply, "reading">;

/** A language model says by numbers what it used, which is believed where its words show it. */
function asking({ messages, told, replyTokens }: Prompt, { takenFrom }: Knowledge): Making {
  const citations = new CitationReader(Math.max(0, ...told.keys()));
  return {
    messages,
    maxTokens: replyTokens,
    reading: {
      push: (piece) => citations.push(piece),
      end: () => citations.end(),
      async grounding(reply) {
        const cited = citations.numbers.flatMap((number) => told.get(number) ?? []);
        return { sources: await takenFrom(reply, cited, [...told.values()]), choices: [] };
      },
    },
  };
}

/** The diary voice reads no prompt, and tells itself what it quotes. */
function quoting(knowledge: Knowledge, offers: readonly Evidence[]): Making {
  let quoted = knowledge.sources;
  let choices: readonly Choice[] = [];
  return {
    messages: [],
    maxTokens: 0,
    reading: { push: (piece) => piece, end: () => "", grounding: async () => ({ sources: quoted, choices }) },
    onGrounded(used: readonly Evidence[]) {
      quoted = sourcesOf(used, knowledge, offers);
    },
    onChoices(offered: readonly Choice[]) {
      choices = offered;
    },
  };
}
