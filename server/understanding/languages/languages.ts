import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { languages as offered } from "#shared/voices.ts";
import { type DangerTable, danger } from "./danger-schema.ts";
import { type InMemoryWords, inMemory } from "./in-memory-schema.ts";
import { type InterviewerWords, type InterviewWords, interview, interviewer } from "./interview-schema.ts";
import { type Labels, labels } from "./labels-schema.ts";
import { type MemoryWords, memoryWords } from "./memory-schema.ts";
import { type MemoryTopicWords, memoryTopicWords } from "./memory-topics-schema.ts";
import { type OwnFacts, ownFacts } from "./own-facts-schema.ts";
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

/** The build has checked the files and written them as their schemas read them. */
const isBuilt = import.meta.url.endsWith(".js");

/** The message names the file and the place in it. */
export class LanguageFileError extends OperatorError {}

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
  #inMemory: InMemoryWords | undefined;
  #labels: Labels | undefined;
  #memory: MemoryWords | undefined;
  #memoryTopics: MemoryTopicWords | undefined;
  #interview: InterviewWords | undefined;
  #interviewer: InterviewerWords | undefined;

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

  get inMemory(): InMemoryWords {
    this.#inMemory ??= readWords(this.code, "in-memory", inMemory);
    return this.#inMemory;
  }

  get memory(): MemoryWords {
    this.#memory ??= readWords(this.code, "memory", memoryWords);
    return this.#memory;
  }

  get memoryTopics(): MemoryTopicWords {
    this.#memoryTopics ??= readWords(this.code, "memory-topics", memoryTopicWords);
    return this.#memoryTopics;
  }

  get labels(): Labels {
    this.#labels ??= readWords(this.code, "labels", labels);
    return this.#labels;
  }

  get interview(): InterviewWords {
    this.#interview ??= readWords(this.code, "interview", interview);
    return this.#interview;
  }

  get interviewer(): InterviewerWords {
    this.#interviewer ??= readWords(this.code, "interviewer", interviewer);
    return this.#interviewer;
  }

  get dialogue(): DialogueWords {
    this.#dialogue ??= readWords(this.code, "dialogue", dialogue);
    return this.#dialogue;
  }

  get care(): CareWords {
    this.#care ??= readWords(this.code, "care", care);
    return this.#care;
  }

  /** With the seeded questions in the pet's words. Large, and indexed once by the caller: not cached. */
  readParaphrases(): Paraphrases {
    const read = readWords(this.code, "paraphrases", paraphrases);
    if (this.code === "en") return read;
    for (const [key, { ask }] of Object.entries(read)) {
      const own = this.diaryQuestions[key]?.question;
      if (own !== undefined && !ask.includes(own)) ask.push(own);
    }
    return read;
  }

  readEmergencyExamples(): EmergencyExamples {
    return readWords(this.code, "emergency-examples", emergencyExamples);
  }

  /** Large, and what learns from it keeps what it learned: not cached. */
  readTurns(): TurnWords {
    return readWords(this.code, "turns", turns);
  }

  /** Used by the build, so that a mistake shows there. Throws LanguageFileError. */
  readAll(): Record<string, unknown> {
    const { writing, questions, emergency, danger, phrases, dialogue, care, labels, memory } = this;
    return {
      ...{ writing, questions, emergency, danger, phrases, dialogue, care, labels, memory },
      ...{ "diary-voice": this.diaryVoice, "diary-questions": this.diaryQuestions },
      ...{ "first-words": this.firstWords, "own-facts": this.ownFacts, interview: this.interview },
      "in-memory": this.inMemory,
      ...{ interviewer: this.interviewer, "memory-topics": this.memoryTopics },
      ...{ paraphrases: this.readParaphrases(), turns: this.readTurns() },
      "emergency-examples": this.readEmergencyExamples(),
    };
  }

  digest(): string {
    const folder = fileURLToPath(new URL(`../data/${this.code}/`, import.meta.url));
    const hash = createHash("sha256").update(this.code);
    // Reading the files reports what is missing.
    const files = existsSync(folder) ? readdirSync(folder).sort() : [];
    for (const file of files) hash.update(file).update(readFileSync(`${folder}${file}`));
    return hash.digest("hex");
  }
}

export const languages: readonly Language[] = [...new Set(offered.map(({ code }) => languageOf(code)))].map(
  (code) => new Language(code),
);

/** For what is learned of all languages together. */
export const allLanguages = {
  code: "all",
  digest: (): string => languages.map((language) => language.digest()).join(),
};

const byCode = new Map(languages.map((language) => [language.code, language]));

export function languageFor(locale: string): Language | undefined {
  return byCode.get(languageOf(locale));
}

export function languagesIn(script: Script): Language[] {
  return languages.filter(({ writing }) => writing.script === script);
}

export function oncePerLanguage<Made>(make: (language: Language) => Made): (language: Language) => Made {
  const all = new Map<Language, { made: Made }>();
  return (language) => {
    const cached = all.get(language) ?? { made: make(language) };
    all.set(language, cached);
    return cached.made;
  };
}

/** `pt` of `pt-BR` and of `PT`. */
export function languageOf(locale: string): string {
  return (locale.split(/[-_]/, 1)[0] ?? "").toLowerCase();
}

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
