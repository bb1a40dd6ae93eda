import { segmentsOf, sentencesIn } from "../languages/segments.ts";
import { understandTurn } from "./dialogue.ts";
import type { Act } from "./turn.ts";

/** A list of chats shows so much. */
const LONGEST = 60;
/** Of a longer message nobody's name is made, and small talk is short. */
const looked = { characters: 2_000, sentences: 8 } as const;

interface Pet {
  name: string;
  language: string;
}

const smallTalk: ReadonlySet<Act> = new Set<Act>([
  ...["greeting", "farewell", "thanks", "goodNight", "comingHome", "howAreYou", "andYou", "yes", "no", "ok"],
  ...["laugh", "emoji", "silence", "nonsense"],
] as const satisfies Act[]);

/** Whether a text is only a greeting, a sign or the like, which names no subject. */
export const isSmallTalk = (text: string, { name, language }: Pet): boolean =>
  !/[\p{L}\p{N}]/u.test(text) ||
  (text.length <= LONGEST &&
    smallTalk.has(
      understandTurn({ pet: { name, language, species: null }, question: text, turns: [], evidence: [] }).act,
    ));

/** The first sentence of a message that has a subject, without a greeting before it; else the message. */
export function chatNameFrom(message: string, pet: Pet): string {
  const head = message.slice(0, looked.characters);
  const sentences = head.split("\n").flatMap((line) => [...sentencesIn(line, pet.language)].map(oneLine));
  const telling = sentences.slice(0, looked.sentences).find((sentence) => !isSmallTalk(sentence, pet));
  return shortened(telling === undefined ? oneLine(head) : withoutGreeting(telling, pet), pet.language);
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** 'How much do you weigh?' of 'Hello Miso, how much do you weigh?' */
function withoutGreeting(sentence: string, pet: Pet): string {
  const [, greeting, rest] = /^([^,，、;:]+)[,，、]\s*(.+)$/u.exec(sentence) ?? [];
  if (greeting === undefined || rest === undefined || !isSmallTalk(greeting, pet) || isSmallTalk(rest, pet))
    return sentence;
  return rest.charAt(0).toLocaleUpperCase(pet.language) + rest.slice(1);
}

function shortened(line: string, locale: string): string {
  if (line.length <= LONGEST) return line;
  const words = fitting(segmentsOf(line, locale, "word"))
    .trimEnd()
    .replace(/[,;:，、]$/u, "");
  const signs = () => fitting(new Intl.Segmenter().segment(line.slice(0, 2 * LONGEST)));
  return `${words || signs() || line.slice(0, LONGEST - 1).toWellFormed()}…`;
}

function fitting(segments: Iterable<{ segment: string }>): string {
  let text = "";
  for (const { segment } of segments) {
    if (text.length + segment.length >= LONGEST) return text;
    text += segment;
  }
  return text;
}
