import type { DiaryQuestion } from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { countAnswered, isScreenLanguage, type PetQuestions, SCREEN_LANGUAGE } from "./questions.tsx";

/** `timestamp` in milliseconds since 1970. */
export interface InterviewMessage {
  id: number;
  role: "interviewer" | "user";
  content: string;
  /** Null for the person's words. */
  spoken: SpokenText | null;
  /** Set where the question is asked in the pet's language; `content` is then only its number. */
  petQuestion: PetQuestion | null;
  questionId: string | null;
  timestamp: number;
}

interface SpokenText {
  text: string;
  /** A BCP 47 tag. */
  language: string;
}

interface PetQuestion extends SpokenText {
  /** The question in the screen's language; null for an open question. */
  original: string | null;
}

/**
 * `asking` waits for the person, `saving` and `replying` for the server, `pausing` for the next question; `resting`
 * asks whether to go on.
 */
export type InterviewPhase = "asking" | "saving" | "replying" | "pausing" | "resting" | "finished";

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
  /** Asked in place of the question where the pet's profile answers a part of it. */
  rest?: string | undefined;
}

export interface Interview {
  petName: string;
  phase: InterviewPhase;
  /** The open ones last, until they are asked for. */
  questions: readonly InterviewQuestion[];
  petQuestions: PetQuestions;
  index: number;
  answered: ReadonlySet<string>;
  /** The diary id of the question that was answered last. */
  last: string | null;
  /** Answers since Will last offered to stop. */
  since: number;
  messages: readonly InterviewMessage[];
}

export type InterviewEvent = { at: number } & (
  | { type: "sent" }
  /** `savedId`: the answered question's id in the diary. */
  | { type: "saved"; answer: string; savedId?: string }
  /** The previous answer was replaced. */
  | { type: "corrected"; answer: string }
  /** The person's words are no answer. */
  | { type: "passed"; said: string; why: "unknown" | "skip" }
  | { type: "save failed" }
  | { type: "replied"; reply: string; language?: string | undefined }
  | { type: "reply failed" }
  | { type: "paused" }
  | { type: "skipped" }
  | { type: "went back" }
  /** The person's choice after Will offered to stop. */
  | { type: "decided"; said: string; goesOn: boolean }
  | { type: "wanted open ones" }
);

interface Beginning {
  petName: string;
  /** Such as 'cat', from the pet's profile. */
  species?: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answeredIds: Iterable<string>;
  open?: readonly AskedOpenQuestion[];
  /** Whether the person knows Will; by default, whoever has answered something does. */
  hasMet?: boolean;
  at: number;
}

type AskedOpenQuestion = Pick<OpenQuestion, "id" | "question" | "language" | "askedBy">;

/** Few, so that nobody has to answer all at once. */
const OPEN_QUESTIONS = 3;
/** After so many answers Will offers to stop. */
const REST_AFTER = 5;

export function beginInterview({ petName, petQuestions, answeredIds, at, ...asked }: Beginning): Interview {
  const answered = new Set(answeredIds);
  const open = asked.open?.slice(0, OPEN_QUESTIONS) ?? [];
  const own = asked.questions.map((question, place) => ({
    ...diaryQuestion(question, place),
    rest: restOf(question, petName, asked.species),
  }));
  const questions = [...own, ...open.map(openQuestion)];
  const index = questions.findIndex(({ id }) => !answered.has(id));
  const blank: Interview = {
    petName,
    last: null,
    since: 0,
    phase: "asking",
    questions,
    petQuestions,
    index: Math.max(0, index),
    answered,
    messages: [],
  };
  if (index === -1) return say({ ...blank, phase: "finished" }, allDone(petName), at);
  const isNew = !questions.some(({ id }) => answered.has(id));
  const hasMet = asked.hasMet ?? !isNew;
  return ask(say(blank, greetings[hasMet ? "again" : "first"][isNew ? "empty" : "begun"](petName), at), index, at);
}

const openQuestion = ({ id, question, language, askedBy }: AskedOpenQuestion): InterviewQuestion => ({
  id,
  question,
  language,
  category: null,
  isOpen: true,
  lead: askedBy.length > 0 ? "Someone asked" : "You asked",
});

const diaryQuestion = ({ id, question, category }: DiaryQuestion, index: number): InterviewQuestion => ({
  id,
  question,
  language: SCREEN_LANGUAGE,
  category,
  isOpen: false,
  lead: `Question ${index + 1}`,
});

/** D53: a question that the profile answers in part is asked for the rest. */
function restOf({ key }: DiaryQuestion, petName: string, species: string | null | undefined): string | undefined {
  if (key !== "kind" || !species) return undefined;
  return `${petName} is a${/^[aeiou]/i.test(species) ? "n" : ""} ${species}: which breed or mix?`;
}

/** An event that does not fit the phase, such as a second click, changes nothing. */
export function advance(interview: Interview, event: InterviewEvent): Interview {
  const { phase, at } = { ...interview, ...event };
  switch (event.type) {
    case "sent":
      return phase === "asking" ? { ...interview, phase: "saving" } : interview;
    case "saved":
      return phase === "saving" ? keep(interview, event, at) : interview;
    case "corrected":
      return phase === "saving" ? correct(interview, event.answer, at) : interview;
    case "passed":
      return phase === "asking" ? pass(interview, event, at) : interview;
    case "save failed":
      return phase === "saving" ? { ...interview, phase: "asking" } : interview;
    case "replied":
      return phase === "replying"
        ? say({ ...interview, phase: "pausing" }, event.reply, at, event.language)
        : interview;
    case "reply failed":
      return phase === "replying" ? { ...interview, phase: "pausing" } : interview;
    case "paused":
      return phase === "pausing" ? goOnOrRest(interview, at) : interview;
    case "skipped":
      return phase === "asking" ? goOn(say(interview, SKIPPED, at), at) : interview;
    case "went back":
      return phase === "asking" && canGoBack(interview)
        ? ask(say(interview, WENT_BACK, at), indexBefore(interview), at)
        : interview;
    case "decided":
      return phase === "resting" ? decide(interview, event, at) : interview;
    case "wanted open ones":
      return phase === "asking" && openAhead(interview).length > 0 ? askOpen(interview, at) : interview;
  }
}

export const openAhead = ({ questions, answered, index }: Interview): InterviewQuestion[] =>
  questions[index]?.isOpen ? [] : questions.filter(({ id, isOpen }) => isOpen && !answered.has(id));

export const canGoBack = (interview: Interview): boolean => indexBefore(interview) !== -1;

/** Not an answered open question: its answer is changed in the diary. */
const indexBefore = ({ questions, answered, index }: Interview): number =>
  questions.findLastIndex(({ id, isOpen }, place) => place < index && !(isOpen && answered.has(id)));

export const currentQuestion = ({ phase, questions, index }: Interview): InterviewQuestion | undefined =>
  phase === "finished" ? undefined : questions[index];

function keep(interview: Interview, { answer, savedId }: { answer: string; savedId?: string }, at: number): Interview {
  const question = interview.questions[interview.index];
  if (question === undefined) return interview;
  const answered = new Set([...interview.answered, question.id]);
  const { since } = interview;
  const kept = { ...interview, answered, since: since + 1, last: savedId ?? question.id };
  return hear({ ...kept, phase: "replying" }, answer, question.id, at);
}

function goOnOrRest(interview: Interview, at: number): Interview {
  if (interview.since < REST_AFTER || nextOf(interview) === -1) return goOn(interview, at);
  return say({ ...interview, since: 0, phase: "resting" }, REST, at);
}

function decide(interview: Interview, { said, goesOn }: { said: string; goesOn: boolean }, at: number): Interview {
  const heard = hear(interview, said, null, at);
  return goesOn ? goOn(heard, at) : say({ ...heard, phase: "finished" }, STOPPED, at);
}

function askOpen(interview: Interview, at: number): Interview {
  const { questions, index } = interview;
  const open = openAhead(interview);
  const others = questions.filter((question) => !open.includes(question));
  return ask({ ...interview, questions: [...others.slice(0, index), ...open, ...others.slice(index)] }, index, at);
}

function correct(interview: Interview, answer: string, at: number): Interview {
  return ask(say(hear(interview, answer, interview.last, at), CORRECTED, at), interview.index, at);
}

function pass(interview: Interview, { said, why }: { said: string; why: "unknown" | "skip" }, at: number): Interview {
  return goOn(say(hear(interview, said, null, at), why === "skip" ? SKIPPED : NOT_KNOWN, at), at);
}

const hear = (interview: Interview, content: string, questionId: string | null, timestamp: number): Interview =>
  add(interview, { role: "user", content, spoken: null, petQuestion: null, questionId, timestamp });

/** Skipped questions come again in the next interview. */
function goOn(interview: Interview, at: number): Interview {
  const { questions, answered } = interview;
  const next = nextOf(interview);
  if (next !== -1) return ask(interview, next, at);
  const left = questions.length - countAnswered(questions, answered);
  return say({ ...interview, phase: "finished" }, left === 0 ? CONGRATULATION : congratulationWith(left), at);
}

const nextOf = ({ questions, answered, index }: Interview): number =>
  questions.findIndex(({ id }, place) => place > index && !answered.has(id));

function ask(interview: Interview, index: number, at: number): Interview {
  const question = interview.questions[index];
  if (question === undefined) return interview;
  const { words, about } = interview.petQuestions;
  const aboutPet = about.get(question.id)?.replaceAll("{pet}", () => interview.petName);
  const isForeign = question.isOpen && !isScreenLanguage(question.language);
  const petWords = words.get(question.id);
  const text = isForeign ? question.question : petWords && (aboutPet ?? petWords);
  const language = isForeign ? question.language : interview.petQuestions.language;
  const petQuestion = text === undefined ? null : { text, language, original: isForeign ? null : question.question };
  const content =
    petQuestion === null ? `${question.lead}: ${question.rest ?? aboutPet ?? question.question}` : `${question.lead}:`;
  const spoken = petQuestion ?? { text: content, language: SCREEN_LANGUAGE };
  return add(
    { ...interview, phase: "asking", index },
    { role: "interviewer", content, spoken, petQuestion, questionId: question.id, timestamp: at },
  );
}

const say = (interview: Interview, content: string, timestamp: number, language = SCREEN_LANGUAGE): Interview =>
  add(interview, {
    role: "interviewer",
    content,
    spoken: { text: content, language },
    petQuestion: null,
    questionId: null,
    timestamp,
  });

const add = (interview: Interview, message: Omit<InterviewMessage, "id">): Interview => ({
  ...interview,
  messages: [...interview.messages, { id: interview.messages.length, ...message }],
});

/** By whether the person knows Will, and whether the diary has answers. */
const greetings = {
  first: {
    empty: (petName: string) => greeting(petName),
    begun: (petName: string) =>
      `Hi, I'm Will! ${petName}'s diary has begun already, so I ask only what is still missing, one question at a time. Each answer is saved as you send it.`,
  },
  again: {
    empty: (petName: string) => `Hello again, Will here! Let's begin ${petName}'s diary.`,
    begun: (petName: string) => welcomeBack(petName),
  },
};
const greeting = (petName: string) =>
  `Hi, I'm Will! Let's fill in ${petName}'s diary together. I ask you about ${petName}, one question at a time, and each answer is saved as you send it.`;
const welcomeBack = (petName: string) =>
  `Welcome back! Will here again. Let's go on with ${petName}'s diary where we stopped.`;
const allDone = (petName: string) =>
  `All questions are answered: ${petName}'s diary is complete! You can still change any answer in the regular diary.`;
const SKIPPED = "No problem, we can come back to that one.";
const NOT_KNOWN = "That's all right. It can wait until you know, or find something to tell.";
const CORRECTED = "Thank you, I have corrected your answer from before. Now back to this one.";
const REST = "That's five answers, thank you! Shall we go on, or stop for today?";
const STOPPED = "Then that's it for today. Everything is saved, and we go on here whenever you like.";
const WENT_BACK = "Sure, let's go back one.";
const CONGRATULATION = "Congratulations! That was the last question, and every page of the diary is filled.";
const congratulationWith = (open: number) =>
  `Congratulations, we are through! ${open === 1 ? "One question is" : `${open} questions are`} still open: I ask again whenever you start the interview.`;
