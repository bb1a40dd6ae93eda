import { type Language, oncePerLanguage } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import { type Chances, type Danger, DangerClassifier } from "./danger-classifier.ts";

/** Of the many ways to ask the diary's questions every sixth is enough. */
const EVERY_QUESTION = 6;

export const learnedDangers = new LearnedData("danger", import.meta.url, (language) =>
  DangerClassifier.learn(textsOf(language)),
);

const classifierOf = oncePerLanguage((language) => DangerClassifier.from(learnedDangers.read(language)));

/** What the examples of a language say of a message. */
export const chancesIn = (language: Language, message: string): Chances => classifierOf(language).chances(message);

function textsOf(language: Language): Map<Danger, string[]> {
  const { vet, person, harmless } = language.readEmergencyExamples();
  // What people tell of their day and of an animal that is unwell is worded as what is seen of a danger, and would hide it.
  const { telling: _, unwell: __, ...others } = language.readTurns().examples;
  const turns = Object.values(others).flat();
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
