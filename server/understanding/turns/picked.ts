import type { Choice } from "#shared/api/chat.ts";
import type { Turn } from "../chat-turn.ts";
import type { Language } from "../languages/languages.ts";
import { plainWords } from "../languages/text-features.ts";

/** In words, or in characters where no spaces part them: a longer message asks something of its own. */
const longest = { words: 8, characters: 16 } as const;
/** How much of what tells a label from the other has to be said, and how much of the message has to be of the label. */
const share = { label: 0.5, message: 0.4 } as const;

/** What the reply before offered to choose between, without the choice of none. */
export function offeredIn(turns: readonly Turn[], { dialogue: { picking } }: Language): readonly Choice[] {
  const last = turns.at(-1);
  return last?.role === "assistant" ? (last.choices ?? []).filter(({ label }) => !picking.none.includes(label)) : [];
}

/** Whether a message says that none of the choices is meant, and nothing else. */
export function picksNone(message: string, { dialogue: { picking } }: Language): boolean {
  const plain = plainWords(message).join(" ");
  return picking.none.some((phrase) => plainWords(phrase).join(" ") === plain);
}

/** The one of the choices that the whole message is: a button says what stands on it. */
export function saidChoice(message: string, choices: readonly Choice[]): Choice | undefined {
  const plain = plainWords(message).join(" ");
  return choices.find(({ label, question }) => [label, question].some((text) => plainWords(text).join(" ") === plain));
}

/** The one of the choices that a message picks: by its words, its place, or a yes. */
export function pickedChoice(
  message: string,
  choices: readonly Choice[],
  { language, isYes }: { language: Language; isYes: boolean },
): Choice | null {
  const [first, second] = choices;
  if (first === undefined) return null;
  const said = piecesOf(message);
  const plain = plainWords(message).join(" ");
  const exact = saidChoice(message, choices);
  if (exact !== undefined) return exact;
  if (said.length === 0 || said.length > (isUnspaced(plain) ? longest.characters : longest.words)) return null;
  const { picking } = language.dialogue;
  if (second !== undefined && holdsOne(plain, picking.second) && !holdsOne(plain, picking.first)) return second;
  if (isYes || holdsOne(plain, picking.first) || holdsOne(plain, picking.both)) return first;
  return byWords(said, choices);
}

function byWords(said: readonly string[], choices: readonly Choice[]): Choice | null {
  const labels = choices.map(({ label }) => new Set(piecesOf(label)));
  const fitting = choices.filter((_choice, place) => {
    const own = [...(labels[place] ?? [])].filter(
      (piece) => !labels.some((other, at) => at !== place && other.has(piece)),
    );
    const named = own.filter((piece) => said.includes(piece));
    const explained = said.filter((piece) => labels[place]?.has(piece));
    return (
      named.length > 0 && named.length / own.length >= share.label && explained.length / said.length >= share.message
    );
  });
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Whether a message is, or holds as whole words, one of the phrases. */
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
