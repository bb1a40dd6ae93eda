import type { DiaryQuestion } from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { countAnswered, isScreenLanguage, type PetQuestions, SCREEN_LANGUAGE } from "./questions.tsx";

/** A message of the interview. `timestamp` in milliseconds since 1970. */
export interface InterviewMessage {
  id: number;
  role: "interviewer" | "user";
  content: string;
  /** What the interviewer says aloud; null for the person's words. */
  spoken: Spoken | null;
  /** The question where it is asked in the pet's language; `content` is only its number then. */
  petQuestion: PetQuestion | null;
  questionId: string | null;
  timestamp: number;
}

interface Spoken {
  text: string;
  /** The BCP 47 tag of its language. */
  language: string;
}

interface PetQuestion extends Spoken {
  /** The question as the diary on the screen has it; null for an open one, which it does not have. */
  original: string | null;
}

/**
 * `asking` waits for the person, `saving` and `replying` for the server, `pausing` is the time before the next
 * question; `resting` waits for whether the person wants to go on.
 */
export type InterviewPhase = "asking" | "saving" | "replying" | "pausing" | "resting" | "finished";

/** A question of the diary, or an open one: somebody asked it, and the pet could not answer. */
export interface InterviewQuestion {
  id: string;
  question: string;
  /** The BCP 47 tag of its language. */
  language: string;
  category: string | null;
  isOpen: boolean;
  /** What Will says before it, such as 'Question 3'. */
  lead: string;
  /** What he asks for where the pet's profile answers a part of it. */
  rest?: string | undefined;
}

export interface Interview {
  petName: string;
  phase: InterviewPhase;
  /** The open ones last, until they are asked for. */
  questions: readonly InterviewQuestion[];
  petQuestions: PetQuestions;
  /** The index of the current question. */
  index: number;
  answered: ReadonlySet<string>;
  /** The question that was answered last in this interview, by its id in the diary. */
  last: string | null;
  /** Answers since Will last offered to stop. */
  since: number;
  messages: readonly InterviewMessage[];
}

export type InterviewEvent = { at: number } & (
  | { type: "sent" }
  /** `savedId`: the id in the diary of the question that was answered. */
  | { type: "saved"; answer: string; savedId?: string }
  /** The answer before was replaced. */
  | { type: "corrected"; answer: string }
  /** What the person said is no answer. */
  | { type: "passed"; said: string; why: "unknown" | "skip" }
  | { type: "save failed" }
  | { type: "replied"; reply: string; language?: string | undefined }
  | { type: "reply failed" }
  | { type: "paused" }
  | { type: "skipped" }
  | { type: "went back" }
  /** Whether the person goes on, after Will offered to stop. */
  | { type: "decided"; said: string; goesOn: boolean }
  /** The person wants to hear what people asked the pet. */
  | { type: "wanted open ones" }
);

interface Beginning {
  petName: string;
  /** What the profile knows the pet is, such as 'cat'. */
  species?: string | null;
  /** The active questions, in their order. */
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answeredIds: Iterable<string>;
  /** What people asked the pet and it could not answer. */
  open?: readonly Asked[];
  /** Whether the person knows Will already; without it, whoever has answered something. */
  hasMet?: boolean;
  at: number;
}

type Asked = Pick<OpenQuestion, "id" | "question" | "language" | "askedBy">;

/** So many open questions are asked in one interview, so that nobody has to answer all at once. */
const OPEN_QUESTIONS = 3;
/** After so many answers Will offers to stop. */
const REST_AFTER = 5;

/** The interview at its first question without an answer. */
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

const openQuestion = ({ id, question, language, askedBy }: Asked): InterviewQuestion => ({
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

/** D53: one that the profile answers in part is asked for the rest. */
function restOf({ key }: DiaryQuestion, petName: string, species: string | null | undefined): string | undefined {
  if (key !== "kind" || !species) return undefined;
  return `${petName} is a${/^[aeiou]/i.test(species) ? "n" : ""} ${species}: which breed or mix?`;
}

/** The next state. An event that does not fit the phase, such as a second click, changes nothing. */
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

/** The open questions that were not asked yet. */
export const openAhead = ({ questions, answered, index }: Interview): InterviewQuestion[] =>
  questions[index]?.isOpen ? [] : questions.filter(({ id, isOpen }) => isOpen && !answered.has(id));

export const canGoBack = (interview: Interview): boolean => indexBefore(interview) !== -1;

/** An open question that was answered is open no more; its answer is changed in the diary. */
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

/** Puts the open questions before the current one, which comes after them. */
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

/** Moves on to the next question without an answer; skipped ones come again in the next interview. */
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
