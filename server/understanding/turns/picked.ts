import type { Choice } from "#shared/api/chat.ts";
import type { Turn } from "../chat-turn.ts";
import type { Language } from "../languages/languages.ts";
import { plainWords } from "../languages/text-features.ts";

/** A longer message asks something of its own. */
const longest = { words: 8, characters: 16 } as const;
/** Of what sets a label apart, and of the message. */
const share = { label: 0.5, message: 0.4 } as const;

export function offeredIn(turns: readonly Turn[], { dialogue: { picking } }: Language): readonly Choice[] {
  const last = turns.at(-1);
  return last?.role === "assistant" ? (last.choices ?? []).filter(({ label }) => !picking.none.includes(label)) : [];
}

export function picksNone(message: string, { dialogue: { picking } }: Language): boolean {
  const plain = plainWords(message).join(" ");
  return picking.none.some((phrase) => plainWords(phrase).join(" ") === plain);
}

export function saidChoice(message: string, choices: readonly Choice[]): Choice | undefined {
  const plain = plainWords(message).join(" ");
  return choices.find(({ label, question }) => [label, question].some((text) => plainWords(text).join(" ") === plain));
}

export function pickedChoice(
  message: string,
  choices: readonly Choice[],
  { language, isYes }: { language: Language; isYes: boolean },
): Choice | null {
  const [first, second] = choices;
  if (first === undefined) return null;
  const messagePieces = piecesOf(message);
  const plain = plainWords(message).join(" ");
  const exact = saidChoice(message, choices);
  if (exact !== undefined) return exact;
  if (messagePieces.length === 0 || messagePieces.length > (isUnspaced(plain) ? longest.characters : longest.words))
    return null;
  const { picking } = language.dialogue;
  if (second !== undefined && holdsOne(plain, picking.second) && !holdsOne(plain, picking.first)) return second;
  if (isYes || holdsOne(plain, picking.first) || holdsOne(plain, picking.both)) return first;
  return byWords(messagePieces, choices);
}

function byWords(messagePieces: readonly string[], choices: readonly Choice[]): Choice | null {
  const labels = choices.map(({ label }) => new Set(piecesOf(label)));
  const fitting = choices.filter((_choice, place) => {
    const own = [...(labels[place] ?? [])].filter(
      (piece) => !labels.some((other, at) => at !== place && other.has(piece)),
    );
    const named = own.filter((piece) => messagePieces.includes(piece));
    const explained = messagePieces.filter((piece) => labels[place]?.has(piece));
    return (
      named.length > 0 &&
      named.length / own.length >= share.label &&
      explained.length / messagePieces.length >= share.message
    );
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

function holdsOne(plain: string, phrases: readonly string[]): boolean {
  return phrases.some((phrase) => {
    const wanted = plainWords(phrase).join(" ");
    return isUnspaced(wanted) ? plain.includes(wanted) : ` ${plain} `.includes(` ${wanted} `);
  });
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const isUnspaced = (text: string): boolean => unspaced.test(text);

const piecesOf = (text: string): string[] =>
  plainWords(text).flatMap((word) => (isUnspaced(word) ? [...word] : [word]));
