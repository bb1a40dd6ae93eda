import type { DiaryQuestion, InterviewSayings } from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { isScreenLocale, screenLocale } from "@/lib/screen-locale.ts";
import type { PetQuestions } from "./questions.tsx";

export interface SpokenText {
  text: string;
  /** A BCP 47 tag. */
  language: string;
}

export interface PetQuestion extends SpokenText {
  /** The question in the screen's language; null for an open question. */
  original: string | null;
}

/** A question of the diary, or an open one that the pet could not answer. */
export interface InterviewQuestion {
  id: string;
  question: string;
  /** A BCP 47 tag. */
  language: string;
  category: string | null;
  isOpen: boolean;
  /** Such as 'Question 3'. */
  lead: string;
}

export type AskedOpenQuestion = Pick<OpenQuestion, "id" | "question" | "language" | "askedBy">;

/** Few, so that nobody has to answer all at once. */
const OPEN_QUESTIONS = 3;
interface QuestionsToAsk {
  questions: readonly DiaryQuestion[];
  /** From the pet's profile: what is known is not asked. */
  birthday?: string | null;
  open?: readonly AskedOpenQuestion[];
  answered: ReadonlySet<string>;
  lead: InterviewSayings["lead"];
}

/** The diary's, then the open ones. */
export function questionsToAsk({
  questions,
  birthday,
  open = [],
  answered,
  lead,
}: QuestionsToAsk): InterviewQuestion[] {
  const own = questions.flatMap((question, place) =>
    question.key === "birthday" && birthday && !answered.has(question.id) ? [] : [diaryQuestion(question, place, lead)],
  );
  return [...own, ...open.slice(0, OPEN_QUESTIONS).map((question) => openQuestion(question, lead))];
}

const openQuestion = (
  { id, question, language, askedBy }: AskedOpenQuestion,
  lead: InterviewSayings["lead"],
): InterviewQuestion => ({
  id,
  question,
  language,
  category: null,
  isOpen: true,
  lead: askedBy.length > 0 ? lead.asked : lead.own,
});

const diaryQuestion = (
  { id, question, category }: DiaryQuestion,
  index: number,
  lead: InterviewSayings["lead"],
): InterviewQuestion => ({
  id,
  question,
  language: screenLocale,
  category,
  isOpen: false,
  lead: lead.question.replace("{number}", String(index + 1)),
});

interface Words {
  petName: string;
  petQuestions: PetQuestions;
}

/** How it is asked: in the pet's language, about the pet by its name where there are words for that. */
export function questionWords(question: InterviewQuestion, { petName, petQuestions }: Words) {
  const { words, about, rest } = petQuestions;
  const known = rest.get(question.id);
  const aboutPet = (known ?? about.get(question.id))?.replaceAll("{pet}", () => petName);
  const isForeign = question.isOpen && !isScreenLocale(question.language);
  const petWords = words.get(question.id);
  const text = isForeign ? question.question : petWords && (aboutPet ?? petWords);
  const language = isForeign ? question.language : petQuestions.language;
  const petQuestion = text === undefined ? null : { text, language, original: isForeign ? null : question.question };
  const content = petQuestion === null ? `${question.lead}: ${aboutPet ?? question.question}` : `${question.lead}:`;
  // 'Frage 1' is not for an English voice.
  const aloud = isScreenLocale(petQuestions.language) ? content : (aboutPet ?? question.question);
  const spoken: SpokenText = petQuestion ?? { text: aloud, language: screenLocale };
  return { content, spoken, petQuestion };
}
