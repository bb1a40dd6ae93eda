import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { languages as offered } from "#shared/voices.ts";
import { type DangerTable, danger } from "./danger-schema.ts";
import { type Labels, labels } from "./labels-schema.ts";
import {
  type CareWords,
  care,
  type DialogueWords,
  type DiaryQuestions,
  type DiaryVoiceWords,
  dialogue,
  diaryQuestions,
  diaryVoice,
  type EmergencyExamples,
  type EmergencyWords,
  emergency,
  emergencyExamples,
  type FirstWords,
  firstWords,
  type OwnFacts,
  ownFacts,
  type Paraphrases,
  type Phrases,
  paraphrases,
  phrases,
  type QuestionWords,
  questions,
  type Script,
  type TurnWords,
  turns,
  type Writing,
  writing,
} from "./schema.ts";

/** Whether the build has checked the files, and written them as their schemas read them. */
const isBuilt = import.meta.url.endsWith(".js");

/** A file of a language that has a mistake. The message names the file and the place in it. */
export class LanguageFileError extends OperatorError {}

/** The words of one language: a folder beside this file. Each of its files is read when it is first needed. */
export class Language {
  readonly code: string;
  #dialogue: DialogueWords | undefined;
  #writing: Writing | undefined;
  #questions: QuestionWords | undefined;
  #emergency: EmergencyWords | undefined;
  #danger: DangerTable | undefined;
  #diaryVoice: DiaryVoiceWords | undefined;
  #phrases: Phrases | undefined;
  #care: CareWords | undefined;
  #diaryQuestions: DiaryQuestions | undefined;
  #firstWords: FirstWords | undefined;
  #ownFacts: OwnFacts | undefined;
  #labels: Labels | undefined;

  constructor(code: string) {
    this.code = code;
  }

  get writing(): Writing {
    this.#writing ??= readWords(this.code, "writing", writing);
    return this.#writing;
  }

  get questions(): QuestionWords {
    this.#questions ??= readWords(this.code, "questions", questions);
    return this.#questions;
  }

  get emergency(): EmergencyWords {
    this.#emergency ??= readWords(this.code, "emergency", emergency);
    return this.#emergency;
  }

  get danger(): DangerTable {
    this.#danger ??= readWords(this.code, "danger", danger);
    return this.#danger;
  }

  get diaryVoice(): DiaryVoiceWords {
    this.#diaryVoice ??= readWords(this.code, "diary-voice", diaryVoice);
    return this.#diaryVoice;
  }

  get phrases(): Phrases {
    this.#phrases ??= readWords(this.code, "phrases", phrases);
    return this.#phrases;
  }

  get diaryQuestions(): DiaryQuestions {
    this.#diaryQuestions ??= readWords(this.code, "diary-questions", diaryQuestions);
    return this.#diaryQuestions;
  }

  get firstWords(): FirstWords {
    this.#firstWords ??= readWords(this.code, "first-words", firstWords);
    return this.#firstWords;
  }

  get ownFacts(): OwnFacts {
    this.#ownFacts ??= readWords(this.code, "own-facts", ownFacts);
    return this.#ownFacts;
  }

  get labels(): Labels {
    this.#labels ??= readWords(this.code, "labels", labels);
    return this.#labels;
  }

  get dialogue(): DialogueWords {
    this.#dialogue ??= readWords(this.code, "dialogue", dialogue);
    return this.#dialogue;
  }

  get care(): CareWords {
    this.#care ??= readWords(this.code, "care", care);
    return this.#care;
  }

  /**
   * How the seeded questions are asked, in other languages than English also in the pet's own words; the English ones are
   * indexed as the seeded texts. Read again at each call and not kept, because it is large and the caller indexes it once.
   */
  readParaphrases(): Paraphrases {
    const read = readWords(this.code, "paraphrases", paraphrases);
    if (this.code === "en") return read;
    for (const [key, { ask }] of Object.entries(read)) {
      const own = this.diaryQuestions[key]?.question;
      if (own !== undefined && !ask.includes(own)) ask.push(own);
    }
    return read;
  }

  /** Read again at each call, as the turns are. */
  readEmergencyExamples(): EmergencyExamples {
    return readWords(this.code, "emergency-examples", emergencyExamples);
  }

  /** Read again at each call and not kept, because it is large and what learns from it keeps what it learned. */
  readTurns(): TurnWords {
    return readWords(this.code, "turns", turns);
  }

  /**
   * What every file holds, by its name, so that a mistake in one shows when the product is built.
   * @throws LanguageFileError
   */
  readAll(): Record<string, unknown> {
    const { writing, questions, emergency, danger, phrases, dialogue, care, labels } = this;
    return {
      ...{ writing, questions, emergency, danger, phrases, dialogue, care, labels },
      ...{ "diary-voice": this.diaryVoice, "diary-questions": this.diaryQuestions },
      ...{ "first-words": this.firstWords, "own-facts": this.ownFacts },
      ...{ paraphrases: this.readParaphrases(), turns: this.readTurns() },
      "emergency-examples": this.readEmergencyExamples(),
    };
  }

  /** Another one as soon as one of its files is another. */
  digest(): string {
    const folder = fileURLToPath(new URL(`../data/${this.code}/`, import.meta.url));
    const hash = createHash("sha256").update(this.code);
    // What is missing is told by who reads it.
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    for (const file of files) hash.update(file).update(readFileSync(`${folder}${file}`));
    return hash.digest("hex");
  }
}

/** Each language of the catalogue, in its order: `en`, `es` ... */
export const languages: readonly Language[] = [...new Set(offered.map(({ code }) => languageOf(code)))].map(
  (code) => new Language(code),
);

/** All of them as one, for what is learned of them together. */
export const allLanguages = {
  code: "all",
  digest: (): string => languages.map((language) => language.digest()).join(),
};

const byCode = new Map(languages.map((language) => [language.code, language]));

/** The language of a locale such as `es-MX`; undefined for one that is not in the catalogue. */
export function languageFor(locale: string): Language | undefined {
  return byCode.get(languageOf(locale));
}

/** The languages that are written in a script. */
export function languagesIn(script: Script): Language[] {
  return languages.filter(({ writing }) => writing.script === script);
}

/** Makes something of each language once, when it is first asked for. */
export function oncePerLanguage<Made>(make: (language: Language) => Made): (language: Language) => Made {
  const all = new Map<Language, { made: Made }>();
  return (language) => {
    const known = all.get(language) ?? { made: make(language) };
    all.set(language, known);
    return known.made;
  };
}

/** `pt` of `pt-BR` and of `PT`. */
export function languageOf(locale: string): string {
  return (locale.split(/[-_]/, 1)[0] ?? "").toLowerCase();
}

/**
 * One file of a language, from `folder`.
 * @throws LanguageFileError
 */
export function readWords<Schema extends z.ZodType>(
  code: string,
  topic: string,
  schema: Schema,
  folder: URL = new URL("../data/", import.meta.url),
): z.infer<Schema> {
  const path = fileURLToPath(new URL(`${code}/${topic}.json`, folder));
  let json: z.infer<Schema>;
  try {
    json = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new LanguageFileError(`The language file ${path} can't be read: ${String(error)}`);
  }
  if (isBuilt) return json;
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new LanguageFileError(
    `The language file ${path} can't be used, at ${first?.path.join(".")}: ${first?.message}`,
  );
}
