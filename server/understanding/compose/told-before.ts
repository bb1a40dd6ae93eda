import { quotedText } from "#shared/api/chat.ts";
import type { Turn } from "../chat-turn.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { sentencesOf } from "./choose-sentences.ts";
import { inFirstPerson } from "./first-person.ts";
import { factValue } from "./say-fact.ts";
import { bareText, piecesOf, type Voice } from "./voice.ts";

export const sentences = (piece: Evidence, { locale }: Voice): readonly string[] => sentencesOf(piece.text, locale);

/** In any case and with any signs between the words. */
export const isTold = (text: string, { plainReplies: told }: Pick<Voice, "plainReplies">): boolean =>
  isHeld(bareText(text), told);

/** A value is told without its label. */
const isSaid = (plain: readonly string[], told: readonly string[]): boolean => plain.some((each) => isHeld(each, told));

const isHeld = (plain: string, told: readonly string[]): boolean =>
  plain.trim() !== "" && told.some((reply) => reply.includes(plain));

export const untoldSentences = (piece: Evidence, voice: Voice): number[] =>
  bareSentences(piece, voice).flatMap((plain, index) => (isSaid(plain, voice.plainReplies) ? [] : [index]));

export const isBegun = (piece: Evidence, voice: Voice): boolean =>
  bareSentences(piece, voice).some((plain) => isSaid(plain, voice.plainReplies));

/** Cached, because one reply asks for them several times. */
function bareSentences(piece: Evidence, voice: Voice): readonly (readonly string[])[] {
  const all = sentences(piece, voice);
  const cached = bared.get(all) ?? all.map((sentence) => waysToSay(sentence, voice).map(bareText));
  bared.set(all, cached);
  return cached;
}

function waysToSay(sentence: string, voice: Voice): string[] {
  const value = factValue(sentence, voice.locale);
  return [sentence, value ?? "", inFirstPerson(value ?? sentence, voice) ?? ""];
}

const bared = new WeakMap<readonly string[], readonly (readonly string[])[]>();

const LOOK_BACK = 3;

export function lastTold(voice: Voice, lookBack: number = LOOK_BACK): Evidence | null {
  const pieces = piecesOf(voice);
  const replies = voice.scene.turns.filter(({ role }) => role === "assistant").slice(-lookBack);
  for (const reply of replies.toReversed()) {
    const known = pieces.find((piece) => isFrom(reply, piece, voice));
    if (known !== undefined) return known;
  }
  return null;
}

export function questionTo(piece: Evidence, voice: Voice): string {
  const { turns } = voice.scene;
  const at = turns.findIndex((turn) => turn.role === "assistant" && isFrom(turn, piece, voice));
  return turns.slice(0, Math.max(at, 0)).findLast(({ role }) => role === "user")?.content ?? "";
}

/** By its words where it has no sources. */
function isFrom({ content, sources }: Turn, piece: Evidence, voice: Voice): boolean {
  if (sources === undefined || sources === null) return isBegun(piece, { ...voice, plainReplies: [bareText(content)] });
  return sources.some((source) => piece.text === quotedText(source));
}
