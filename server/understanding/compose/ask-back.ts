import type { Evidence } from "../retrieval/evidence.ts";
import { sayOneOf } from "./choose-phrase.ts";
import { choiceOf, topicOf } from "./topic.ts";
import { type ComposedReply, replyOf, type Voice } from "./voice.ts";

export function askBetween(pieces: readonly [Evidence, Evidence], voice: Voice): ComposedReply {
  const topics = { first: topicOf(pieces[0], voice), second: topicOf(pieces[1], voice) };
  const choices = pieces.map((piece) => choiceOf(piece, voice));
  return { ...replyOf(sayOneOf(voice.phrases.askChoice, voice, topics)), choices };
}

export function askAgain(voice: Voice): ComposedReply | null {
  const choices = voice.scene.turns.findLast(({ role }) => role === "assistant")?.choices ?? [];
  const { none } = voice.language.dialogue.picking;
  const [first, second] = choices.map(({ label }) => label).filter((label) => !none.includes(label));
  if (first === undefined || second === undefined) return null;
  return { ...replyOf(sayOneOf(voice.phrases.askChoice, voice, { first, second })), choices };
}

export const differ = ([first, second]: readonly [Evidence, Evidence], voice: Voice): boolean =>
  choiceOf(first, voice).label !== choiceOf(second, voice).label;

export const hasAskedBack = ({ scene: { turns } }: Voice): boolean =>
  (turns.findLast(({ role }) => role === "assistant")?.choices ?? []).length > 0;

/** With a choice for none of them; null where there is nothing to ask, or the last reply asked back. */
export function askWhetherMeant(voice: Voice): ComposedReply | null {
  const [first, second] = voice.scene.maybe ?? [];
  if (first === undefined || hasAskedBack(voice)) return null;
  const between = second === undefined ? null : ([first, second] as const);
  const asked = between !== null && differ(between, voice) ? askBetween(between, voice) : askWhether(first, voice);
  const [none = ""] = voice.language.dialogue.picking.none;
  return { ...asked, choices: [...asked.choices, { label: none, question: none }] };
}

const askWhether = (piece: Evidence, voice: Voice): ComposedReply => ({
  ...replyOf(sayOneOf(voice.phrases.askWhether, voice, { topic: topicOf(piece, voice) })),
  choices: [choiceOf(piece, voice)],
});
