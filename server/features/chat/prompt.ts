import { escapeDelimiters } from "#server/models/chat/escape-delimiters.ts";
import type { PromptMessage } from "#server/models/chat/llm.ts";
import { beginning, bothEnds, estimateTokens } from "#server/models/chat/tokens.ts";
import type { CareAnswer } from "#server/understanding/care/care.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import type { Help } from "#server/understanding/danger/emergency.ts";
import { entrySource } from "#server/understanding/retrieval/evidence.ts";
import type { Source } from "#shared/api/chat.ts";
import {
  emptySection,
  excerptItem,
  type FoundSource,
  fitting,
  joinParts,
  markOf,
  memoryLines,
  type PromptEntry,
  type PromptItem,
  type PromptMemory,
  type PromptPassage,
  promptItem,
  SourceNumbers,
  section,
  textOf,
  tokensOf,
  voiceLines,
  withoutRepeated,
} from "./prompt-items.ts";
import {
  aboutDanger,
  afterCare,
  beforeChat,
  closingWords,
  dataRule,
  type Moment,
  mayAsk,
  occasion,
  type Person,
  type PromptPet,
  rules,
  whoseRule,
} from "./prompt-words.ts";

/** The context of small local models, for which the numbers below are made. */
const SMALLEST_CONTEXT = 8192;

/**
 * Tokens that each part of the prompt may have in a context of so many. What is not used by one part before it is left to
 * the turns and passages. A diary of 40 answers with two sentences each takes some 2,800.
 */
export function budgetsOf(contextTokens: number) {
  const scaled = (tokens: number) => Math.floor((tokens * contextTokens) / SMALLEST_CONTEXT);
  return {
    persona: scaled(1200),
    voice: scaled(300),
    /** The whole of the first message: persona, rules, diary and a small library. A question in danger has 1,700 at least. */
    system: Math.min(scaled(6000), contextTokens - 1700),
    diary: scaled(2900),
    /** A single answer, so that a long one leaves room for others. */
    entry: scaled(1000),
    /** Entries for which the first message has no room. */
    entries: Math.min(MOST_ENTRIES, scaled(1600)),
    turns: scaled(1400),
    turn: scaled(500),
    question: scaled(600),
    /** Always kept free; what the prompt leaves beside it is the reply's too. */
    reply: Math.min(1000, scaled(800)),
  };
}

const MOST_ENTRIES = 2400;

/**
 * Tokens of what is told of documents where the first message does not hold them whole, and of one passage: who reads waits for each.
 * Of the 180 questions to documents in a half of bench/conversation, among the papers of six pets, 150 have their answer there; 129
 * with 420 tokens in all.
 */
const EXCERPTS = { known: { all: 1000, each: 240 }, unsure: { all: 1600, each: 600 } } as const;

/** Tokens of a reply with what the model thinks before it: more would not come within the time that a reply has. */
export const MOST_REPLY = 12_000;

export interface PromptInput {
  pet: PromptPet;
  person: Person;
  moment: Moment;
  /** The help that the person just got, because the question tells of an emergency. */
  help?: Help | null;
  /** What the person was just told, because the question is whether an animal may have something. */
  care?: CareAnswer | null;
  /** What the pet may ask its owner: a question of the diary that has no answer yet. */
  openQuestion?: string | null;
  question: string;
  /** Earlier turns, oldest first. */
  turns: readonly Turn[];
  /** Every answered diary question, in the diary's order. */
  diary: readonly PromptEntry[];
  /** Every passage of the pet's documents, in their order; null where there are too many to be told whole. */
  library: readonly PromptPassage[] | null;
  /** What may answer the question, best first; empty for a greeting and the like. */
  best: readonly FoundSource[];
  /** Whether the first of them surely answers it. */
  isKnown: boolean;
  /** What the person told the pet of themselves, best first. */
  memories?: readonly PromptMemory[];
  /** A word in the borders of data that nobody knows who writes diaries or documents. */
  mark: string;
  /** That the model can read and write. */
  contextTokens: number;
}

export interface Prompt {
  messages: PromptMessage[];
  /** What the model was told, by the numbers with which it names what it used. */
  told: ReadonlyMap<number, Source>;
  /** That the reply may have. */
  replyTokens: number;
}

/**
 * The messages for the language model. The first one is the same for every question to a pet, byte for byte, until the pet, its
 * diary or its documents change: a model server reads it once. Then come the earlier turns, and last what belongs to now.
 */
export function buildPrompt(input: PromptInput): Prompt {
  const { diary, best, mark, contextTokens } = input;
  const budgets = budgetsOf(contextTokens);
  const system = systemMessage(input);
  const sections = [emptySection("diary", mark), emptySection("documents", mark)];
  const used = [lastMessage(input, { diary: "", documents: "" }), ...sections];
  let left = contextTokens - budgets.reply - system.cost - used.reduce((sum, text) => sum + costOf(text), 0);
  const numbers = new SourceNumbers(diary, system.told);
  const earlier = earlierMessages(input.turns, numbers, budgets.turn);
  const share = system.isLibraryWhole ? 1 : TURNS_SHARE;
  const turns = earlier.slice(beginningOf(earlier, input.turns, Math.min(budgets.turns, left * share)));
  for (const { content } of turns) left -= costOf(content);

  const isNew = (source: Source) => !system.told.has(numbers.of(source) ?? 0);
  const foundEntries = best.flatMap(({ source }) => {
    const number = numbers.of(source);
    return source.kind === "document" || number === null || !isNew(source)
      ? []
      : [promptItem(source, { number, longest: budgets.entry, author: diary[number - 1]?.author })];
  });
  const entries = fitting(foundEntries, Math.min(budgets.entries, left));
  left -= tokensOf(entries);
  const excerpts = EXCERPTS[input.isKnown ? "known" : "unsure"];
  const focusOf = (passage: PromptPassage) => best.find(({ source }) => source === passage)?.focus ?? null;
  const passages = withoutRepeated(best.flatMap(({ source }) => (source.kind === "document" ? [source] : [])));
  const numbered = passages.flatMap((passage) => {
    const number = numbers.of(passage);
    if (number === null || !isNew(passage)) return [];
    return [
      excerptItem(number, { passage, focus: focusOf(passage) }, { locale: input.pet.language, longest: excerpts.each }),
    ];
  });
  const documents = fitting(numbered, Math.min(excerpts.all, left));
  const parts = { diary: textOf(entries), documents: textOf(documents) };
  const rest: PromptMessage[] = [...turns, { role: "user", content: lastMessage(input, parts) }];
  const read = rest.reduce((sum, { content }) => sum + costOf(content), system.cost);
  const told = [...entries, ...documents].map(({ number, source }): [number, Source] => [number, source]);
  return {
    messages: [{ role: "system", content: system.content }, ...rest],
    told: new Map([...system.told, ...toldBefore(input.turns, numbers), ...told]),
    replyTokens: roomAfter(read, contextTokens),
  };
}

/**
 * What the messages leave of the context: four short sentences need little of it, but a model that thinks first may need
 * thousands before its first word.
 */
function roomAfter(read: number, contextTokens: number): number {
  return Math.min(MOST_REPLY, Math.max(budgetsOf(contextTokens).reply, Math.floor(contextTokens - read)));
}

/** The part of what the first message leaves that the earlier turns may have before passages, where there may be some. */
const TURNS_SHARE = 0.4;

/** With what a server puts around a message. */
const costOf = (text: string): number => estimateTokens(text) + 10;

interface SystemMessage {
  content: string;
  cost: number;
  told: ReadonlyMap<number, Source>;
  isLibraryWhole: boolean;
}

/** By the array of a diary, which stays the same as long as the pet's index is cached. */
const systemMessages = new WeakMap<readonly PromptEntry[], { key: string; message: SystemMessage }>();

function systemMessage(input: PromptInput): SystemMessage {
  const { pet, diary, library, mark, contextTokens } = input;
  const key = JSON.stringify([pet, library?.length, mark, contextTokens]);
  const known = systemMessages.get(diary);
  if (known?.key === key) return known.message;
  const message = writeSystemMessage(input);
  systemMessages.set(diary, { key, message });
  return message;
}

/** Persona, rules, as much of the diary as fits, and the documents where they fit whole. */
function writeSystemMessage({ pet, diary, library, mark, contextTokens }: PromptInput): SystemMessage {
  const budgets = budgetsOf(contextTokens);
  const head = joinParts([
    beginning(escapeDelimiters(pet.persona), budgets.persona),
    rules(pet),
    section("voice", mark, voiceLines(diary, budgets.voice)),
  ]);
  const isOfSeveral = diary.some(({ author }) => author);
  const rule = joinParts([isOfSeveral ? whoseRule : "", dataRule(mark)]);
  const around = [head, rule, emptySection("diary", mark), emptySection("documents", mark)];
  let left = around.reduce((sum, text) => sum - costOf(text), budgets.system);
  const entries = fitting(
    diary.map((entry, place) =>
      promptItem(entrySource(entry), { number: place + 1, longest: budgets.entry, author: entry.author }),
    ),
    Math.min(left, budgets.diary),
  );
  left -= tokensOf(entries);
  const all = withoutRepeated(library ?? []).map((passage, place) =>
    promptItem(passage, { number: diary.length + place + 1, longest: budgets.entry }),
  );
  const isLibraryWhole = tokensOf(all) <= left;
  const documents: PromptItem[] = isLibraryWhole ? all : [];
  const content = joinParts([
    head,
    section("diary", mark, textOf(entries)),
    section("documents", mark, textOf(documents)),
    rule,
  ]);
  const told = new Map([...entries, ...documents].map(({ number, source }) => [number, source]));
  return { content, cost: costOf(content), told, isLibraryWhole };
}

/** What belongs to this question: the day, the person, what was found for it, and the question itself. In this order. */
function lastMessage(input: PromptInput, found: { diary: string; documents: string }): string {
  const { pet, person, moment, help, care, mark } = input;
  const question = bothEnds(escapeDelimiters(input.question), budgetsOf(input.contextTokens).question);
  return joinParts([
    occasion(pet, person, moment),
    section("before", mark, beforeChat(moment)),
    found.diary === "" ? "" : section("diary", mark, found.diary),
    section("documents", mark, found.documents),
    section("memories", mark, memoryLines(input.memories ?? [])),
    help ? aboutDanger(help) : "",
    care ? afterCare(care) : "",
    input.openQuestion ? mayAsk(input.openQuestion) : "",
    section("question", mark, question),
    closingWords(pet),
  ]);
}

/** The earlier turns, each reply with its mark. */
function earlierMessages(turns: readonly Turn[], numbers: SourceNumbers, longest: number): PromptMessage[] {
  return turns.map((turn) => {
    const content = beginning(escapeDelimiters(turn.content), longest);
    const mark = turn.role === "assistant" ? markOf(turn, numbers) : "";
    return { role: turn.role, content: mark === "" ? content : `${content} ${mark}` };
  });
}

/** What earlier replies were taken from: a next one may be too. */
function toldBefore(turns: readonly Turn[], numbers: SourceNumbers): [number, Source][] {
  return turns
    .flatMap(({ sources }) => sources ?? [])
    .flatMap((source) => {
      const number = numbers.of(source);
      return number === null ? [] : [[number, source]];
    });
}

/**
 * Where the newest turns that fit begin. With a question, because some chat templates need alternating roles; and with one in four
 * where not all fit, because a model server reads all of them anew where they begin elsewhere than in the reply before.
 */
function beginningOf(messages: readonly PromptMessage[], turns: readonly Turn[], tokens: number): number {
  let left = tokens;
  let first = messages.length;
  for (const [back, { role, content }] of messages.toReversed().entries()) {
    left -= costOf(content);
    if (left < 0) break;
    if (role === "user") first = messages.length - 1 - back;
  }
  const lasting = turns.findIndex(({ role, id = "" }, at) => at >= first && role === "user" && /[048c]$/.test(id));
  return first === 0 || lasting === -1 ? first : lasting;
}
