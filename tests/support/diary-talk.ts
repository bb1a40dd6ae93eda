import type { Turn } from "#server/understanding/chat-turn.ts";
import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import type { Scene } from "#server/understanding/compose/scene.ts";
import { languages } from "#server/understanding/languages/languages.ts";
import type { Phrase, Phrases } from "#server/understanding/languages/schema.ts";
import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import type { Act, MourningSubject, TurnMeaning } from "#server/understanding/turns/turn.ts";
import type { Choice } from "#shared/api/chat.ts";

const phrasesIn = (code: string): Phrases => {
  const known = languages.find((language) => language.code === code)?.phrases;
  if (known === undefined) throw new Error(`no phrases in ${code}`);
  return known;
};
export const en = phrasesIn("en");

export const toy: Evidence = {
  ...{ kind: "diary", about: "What is my favorite toy?", key: "favorite_toy", page: null },
  text: "I love my yellow duck.",
};
export const game: Evidence = {
  ...{ kind: "diary", about: "Which game do I like to play most, and with whom?", key: "favorite_game", page: null },
  text: "I play tug with Nora.",
};
export const italy: Evidence = {
  kind: "diary",
  about: "What did we do in Italy?",
  text: "I swam in a lake.",
  page: null,
};
export const report: Evidence = { kind: "document", about: "vet report.pdf", text: "Weight: 12 kg.", page: 2 };

export interface TalkQuestion {
  act?: Act;
  evidence?: readonly Evidence[];
  offers?: readonly Evidence[];
  alike?: readonly [Evidence, Evidence] | null;
  maybe?: readonly Evidence[];
  told?: Partial<TurnMeaning["speaker"]>;
  picked?: Choice;
  mourned?: MourningSubject;
  certainty?: number;
  isTold?: boolean;
}

/** A talk with a dog: each question gets a reply that knows the turns before. */
export function createTalk({ language = "en-US", species = "dog", ownerName = "Ann" } = {}) {
  const turns: Turn[] = [];
  return {
    turns,
    ask(
      question: string,
      { act = "question", told, picked, mourned = null, certainty = 1, isTold = false, ...more }: TalkQuestion = {},
    ) {
      const heard = {
        ...{ act, certainty, isTelling: isTold, speaker: { name: null, age: null, ...told }, picked: picked ?? null },
        mourned: () => mourned,
      };
      const pet = { name: "Tucker", language, species };
      const scene: Scene = { pet, ownerName, question, turns: [...turns], evidence: [], ...more, meaning: heard };
      const reply = composeReply(scene);
      const sources = reply.used.map(({ about, text }) => ({
        ...({ kind: "diary", filename: "Pet diary", question: about, answer: text } as const),
      }));
      turns.push({ role: "user", content: question });
      turns.push({ role: "assistant", content: reply.text, sources, choices: reply.choices });
      return reply;
    },
  };
}

/** Which of the phrases a text begins or ends with. */
export const phrasesOf = (text: string, list: readonly Phrase[]): Phrase[] =>
  list.filter((phrase) => {
    const parts = partsOf(phrase);
    return parts.length > 0 && parts.every((part) => text.includes(part));
  });

const knownParts = new Map<string, readonly string[]>();

/** What stands around the places of a phrase, without the marks at its ends. */
const partsOf = ({ say }: Phrase): readonly string[] => {
  const parts =
    knownParts.get(say) ?? say.split(/\{\w+\}/).flatMap((part) => part.match(/[\p{L}\p{N}].*[\p{L}\p{N}]/u)?.[0] ?? []);
  knownParts.set(say, parts);
  return parts;
};

export const saysPhrase = (text: string, list: readonly Phrase[]) => phrasesOf(text, list).length > 0;
