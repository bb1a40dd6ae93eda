import { estimateTokens } from "#server/models/chat/tokens.ts";
import type { Source } from "#shared/api/chat.ts";
import type { PromptMessage } from "#tests/support/openai-server.ts";
import { percent, spread, type Table } from "../results.ts";
import type { PlayedTurn, Player } from "./play.ts";

/** Says what the talk has, with the marker that the prompt asks for: numbers of what it was told, or a word. */
export const byScript: Player = (messages, { turn, prompts }) => {
  if (prompts.length > 1) return "{}";
  const numbers = (turn.from ?? []).map((words) => numberOf(messages, words));
  if (numbers.includes(undefined)) return "I am just a pet, I don't know that. [[?]]";
  if (turn.marker === "forgotten") return turn.reply;
  if (turn.marker === "wrong") return `${turn.reply} [[999]]`;
  if (numbers.length > 0) return `${turn.reply} [[${numbers.join(", ")}]]`;
  const hasWord = messages[0]?.content.includes(`[[${turn.as}]]`) ?? false;
  return `${turn.reply} [[${turn.as === "unknown" ? "?" : hasWord ? turn.as : "0"}]]`;
};

/** The same words without any marker. */
export const withoutMarkers: Player = (_messages, { turn, prompts }) => (prompts.length > 1 ? "{}" : turn.reply);

/** The number of the entry or passage that holds the words, wherever the prompt tells it. */
function numberOf(messages: readonly PromptMessage[], words: string): string | undefined {
  const told = messages
    .filter(({ role }) => role !== "assistant")
    .flatMap(({ content }) => content.split(/\n(?=\[\d+\] )/));
  return told.find((item) => item.includes(words) && /^\[\d+\] /.test(item))?.match(/\d+/)?.[0];
}

type Fault =
  | ("evidence missing" | "right chip missing" | "false chip" | "own-words mark false")
  | ("owner's list wrong" | "mark wrong" | "box" | "marker shown" | "no reply");

/** What is not as it should be in a turn. */
export const faultsOf = (played: PlayedTurn): Fault[] => [...findFaults(played)];

function* findFaults({ turn, prompts, events, isListed }: PlayedTurn): Generator<Fault> {
  const end = events.find((event) => event.type === "complete");
  const text = events.flatMap((event) => (event.type === "content" ? event.content : [])).join("");
  const sources = (end?.sources ?? []).map(wordsOf);
  const { from = [] } = turn;
  const isForOwner = turn.as === "unknown" && turn.isListed !== false;
  if (end === undefined || text.trim() === "") yield "no reply";
  if (from.some((words) => numberOf(prompts[0] ?? [], words) === undefined)) yield "evidence missing";
  if (from.some((words) => !sources.some((source) => source.includes(words)))) yield "right chip missing";
  if (sources.some((source) => !from.some((words) => source.includes(words)))) yield "false chip";
  if (!isForOwner && end?.sources?.length === 0) yield "own-words mark false";
  if (end?.mark !== (turn.as === "unknown" ? undefined : turn.as)) yield "mark wrong";
  if (isListed !== isForOwner) yield "owner's list wrong";
  if (events.some(({ type }) => type === "help")) yield "box";
  if (/\[\[|\]\]/.test(text)) yield "marker shown";
}

const wordsOf = (source: Source): string => Object.values(source).join("\n");

/** @param version that was played with */
export function rowOf(version: string, turns: readonly PlayedTurn[]): Table["rows"][number] {
  const faults = turns.map((played) => ({ played, found: faultsOf(played) }));
  const count = (fault: Fault) => faults.filter(({ found }) => found.includes(fault)).length;
  const grounded = turns.filter(({ turn }) => turn.from !== undefined).length;
  const calls = turns.reduce((sum, { prompts }) => sum + prompts.length, 0);
  return {
    ...{ version, turns: turns.length, "evidence in prompt": percent(grounded - count("evidence missing"), grounded) },
    "right chip": percent(grounded - count("right chip missing"), grounded),
    ...{ "false chips": count("false chip"), "own-words mark false": count("own-words mark false") },
    "marks of chat and play wrong": count("mark wrong"),
    "owner's list right": percent(turns.length - count("owner's list wrong"), turns.length),
    ...{ boxes: count("box"), "markers shown": count("marker shown"), "no reply": count("no reply") },
    "new tokens a turn (p50 / p95)": spread(turns.map((played) => newTokens(played, turns))),
    "calls a turn": (calls / turns.length).toFixed(2),
  };
}

/** What a model server reads anew: all after the longest beginning that another prompt had before, or in another talk. */
export function newTokens(played: PlayedTurn, turns: readonly PlayedTurn[]): number {
  const others = turns.slice(0, turns.indexOf(played)).concat(turns.filter(({ talk }) => talk !== played.talk));
  const read = others.flatMap(({ prompts }) => prompts.map(textOf));
  return played.prompts.map(textOf).reduce((sum, text) => sum + estimateTokens(text.slice(sharedWith(text, read))), 0);
}

const textOf = (messages: readonly PromptMessage[]): string =>
  messages.map(({ role, content }) => `${role}\n${content}`).join("\n");

function sharedWith(text: string, others: readonly string[]): number {
  const shared = others.map((other) => {
    let at = 0;
    while (at < text.length && text[at] === other[at]) at += 1;
    return at;
  });
  return Math.max(0, ...shared);
}
