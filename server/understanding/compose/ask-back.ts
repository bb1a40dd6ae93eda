import type { Evidence } from "../retrieval/evidence.ts";
import { sayOneOf } from "./choose-phrase.ts";
import { choiceOf, topicOf } from "./topic.ts";
import { type ComposedReply, replyOf, type Voice } from "./voice.ts";

/** Asks which of two pieces is meant. */
export function askBetween(pieces: readonly [Evidence, Evidence], voice: Voice): ComposedReply {
  const topics = { first: topicOf(pieces[0], voice), second: topicOf(pieces[1], voice) };
  const choices = pieces.map((piece) => choiceOf(piece, voice));
  return { ...replyOf(sayOneOf(voice.phrases.askChoice, voice, topics)), choices };
}

/** Asks once more what the last reply asked; null where it asked nothing. */
export function askAgain(voice: Voice): ComposedReply | null {
  const choices = voice.scene.turns.findLast(({ role }) => role === "assistant")?.choices ?? [];
  const { none } = voice.language.dialogue.picking;
  const [first, second] = choices.map(({ label }) => label).filter((label) => !none.includes(label));
  if (first === undefined || second === undefined) return null;
  return { ...replyOf(sayOneOf(voice.phrases.askChoice, voice, { first, second })), choices };
}

/** Whether two pieces can be told apart by what they are called. */
export const differ = ([first, second]: readonly [Evidence, Evidence], voice: Voice): boolean =>
  choiceOf(first, voice).label !== choiceOf(second, voice).label;

/** Whether the last reply asked the person to choose. */
export const hasAskedBack = ({ scene: { turns } }: Voice): boolean =>
  (turns.findLast(({ role }) => role === "assistant")?.choices ?? []).length > 0;

/**
 * Asks whether one of the pieces is meant that may be, with a choice to say that none is; null where there is none, or where
 * the last reply asked back.
 */
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
