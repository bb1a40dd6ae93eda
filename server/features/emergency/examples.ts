import type { Language } from "#server/languages/languages.ts";
import { LearnedFiles } from "#server/languages/learned-files.ts";
import { type Sliced, SlicedOnce } from "#server/languages/slices.ts";
import { type Chances, type Danger, DangerClassifier } from "./danger-classifier.ts";

/** Of the many ways to ask the diary's questions every sixth is enough. */
const EVERY_QUESTION = 6;

const files = new LearnedFiles("danger", import.meta.url);
const learned = new SlicedOnce((language: Language) => learnLanguage(language));

/** What the examples of a language say of a message; null until they are learned. */
export const chancesIn = (language: Language, message: string): Chances | null =>
  learned.known(language)?.chances(message) ?? null;

/** Learns the examples of a language, in slices. */
export const learnExamples = (language: Language): Promise<unknown> => learned.soon(language);

function* learnLanguage(language: Language): Sliced<DangerClassifier> {
  return new DangerClassifier(
    yield* files.learnedOnce(language, function* () {
      const classifier = yield* DangerClassifier.learn(yield* textsOf(language));
      return classifier.learned;
    }),
  );
}

function* textsOf(language: Language): Sliced<Map<Danger, string[]>> {
  const { vet, person, harmless } = language.readEmergencyExamples();
  yield;
  // What people tell of their day and of an animal that is unwell is worded as what is seen of a danger, and would hide it.
  const { telling: _, unwell: __, ...others } = language.readTurns().examples;
  const turns = Object.values(others).flat();
  yield;
  const questions = Object.values(language.readParaphrases()).flatMap(({ ask }) => ask);
  return new Map<Danger, string[]>([
    ["vet", [...vet.plain, ...vet.indirect]],
    ["person", [...person.plain, ...person.indirect]],
    [
      "none",
      [
        ...harmless,
        ...turns.map((turn) => turn.replaceAll("{pet}", " ")),
        ...questions.filter((_, place) => place % EVERY_QUESTION === 0),
      ],
    ],
  ]);
}
