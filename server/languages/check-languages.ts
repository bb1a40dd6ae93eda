import { type Language, languages } from "./languages.ts";
import { LearnedFiles } from "./learned-files.ts";
import { atOnce, type Sliced } from "./slices.ts";

const found = new LearnedFiles("checked", import.meta.url);

/**
 * Reads every file of every language, so that a mistake shows when the server starts. Those that this version has found to
 * be right it does not read again.
 * @throws LanguageFileError
 */
export function checkLanguages(all: readonly Language[] = languages): void {
  for (const language of all) atOnce(found.learnedOnce(language, () => check(language)));
}

function* check(language: Language): Sliced<true> {
  const { writing, questions, emergency, danger, diaryVoice, phrases, diaryQuestions, dialogue, care } = language;
  yield;
  void [writing, questions, emergency, danger, diaryVoice, phrases, diaryQuestions, dialogue, care];
  void [language.firstWords, language.ownFacts, language.labels];
  void [language.readParaphrases(), language.readTurns(), language.readEmergencyExamples()];
  return true;
}
