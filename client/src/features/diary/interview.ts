import type { DiaryQuestion, InterviewSayings } from "#shared/api/diary.ts";
import {
  type AskedOpenQuestion,
  type InterviewQuestion,
  type PetQuestion,
  questionsToAsk,
  questionWords,
  type SpokenText,
} from "./interview-questions.ts";
import { countAnswered, type PetQuestions } from "./questions.tsx";

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
  /** Of the person's words that are in the diary; null once that is undone. */
  saved?: SavedAnswer | null;
  /** Of the person's words that Will took for no answer: to this question they may still be one. */
  unsavedFor?: string;
}

export interface SavedAnswer {
  questionId: string;
  answer: string;
  /** What the diary held before; null for nothing. */
  before: string | null;
  /** The question of the interview. */
  askedId: string;
  /** What is in the field again once it is undone. */
  words: string;
}

/** `asking` waits for the person, `saving` for the server, `pausing` for the next question; `resting` asks whether to go on. */
export type InterviewPhase = "asking" | "saving" | "pausing" | "resting" | "finished";

export interface Interview {
  petName: string;
  phase: InterviewPhase;
  /** While it saves: whether Will had asked to go on. */
  isResting: boolean;
  /** The open ones last, until they are asked for. */
  questions: readonly InterviewQuestion[];
  petQuestions: PetQuestions;
  /** In the pet's language. */
  sayings: InterviewSayings;
  index: number;
  answered: ReadonlySet<string>;
  /** The diary id of the question that was answered last. */
  last: string | null;
  /** What Will asks further about the answer that was saved last. */
  followUp: SpokenText | null;
  /** Words of which Will asks whether to write them down. */
  unsure: string | null;
  /** What comes after the pause: the follow-up, or the end. */
  next: { followUp: SpokenText | null; stops: boolean };
  /** Answers since Will last offered to stop. */
  since: number;
  messages: readonly InterviewMessage[];
}

export type InterviewEvent = { at: number } & (
  | { type: "sent" }
  | {
      type: "saved";
      said: string;
      saved: SavedAnswer;
      reply: Reply | null;
      followUp?: SpokenText | null;
      stops?: boolean;
    }
  /** The previous answer was replaced. */
  | { type: "corrected"; said: string; saved: SavedAnswer; reply: Reply }
  /** The person's words are no answer. */
  | {
      type: "heard";
      said: string;
      answer?: string | null;
      kind: "unsure" | "question" | "other" | "skip" | "stop";
      reply: Reply;
    }
  | { type: "save failed" }
  | { type: "undone"; message: number }
  | { type: "paused" }
  | { type: "skipped" }
  | { type: "went back" }
  /** The person goes on after Will offered to stop. */
  | { type: "went on"; said: string }
  | { type: "wanted open ones" }
);

interface Beginning {
  petName: string;
  /** From the pet's profile: what is known is not asked. */
  birthday?: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  sayings: InterviewSayings;
  answeredIds: Iterable<string>;
  open?: readonly AskedOpenQuestion[];
  /** Whether the person knows Will; by default, whoever has answered something does. */
  hasMet?: boolean;
  at: number;
}

/** In the language it is in. */
type Reply = SpokenText;

/** After so many answers Will offers to stop. */
const REST_AFTER = 5;

export function beginInterview({ petName, petQuestions, sayings, answeredIds, at, ...asked }: Beginning): Interview {
  const answered = new Set(answeredIds);
  const questions = questionsToAsk({ ...asked, answered, lead: sayings.lead });
  const index = questions.findIndex(({ id }) => !answered.has(id));
  const blank: Interview = {
    petName,
    last: null,
    followUp: null,
    unsure: null,
    next: NOTHING,
    since: 0,
    phase: "asking",
    isResting: false,
    questions,
    petQuestions,
    sayings,
    index: Math.max(0, index),
    answered,
    messages: [],
  };
  if (index === -1) return say({ ...blank, phase: "finished" }, sayings.allDone, at);
  const isNew = !questions.some(({ id }) => answered.has(id));
  const hasMet = asked.hasMet ?? !isNew;
  return ask(say(blank, sayings.greetings[hasMet ? "again" : "first"][isNew ? "empty" : "begun"], at), index, at);
}

const NOTHING = { followUp: null, stops: false } as const;

/** An event that does not fit the phase, such as a second click, changes nothing. */
export function advance(interview: Interview, event: InterviewEvent): Interview {
  const { phase, at } = { ...interview, ...event };
  switch (event.type) {
    case "sent":
      return isWaiting(phase) ? { ...interview, phase: "saving", isResting: phase === "resting" } : interview;
    case "saved":
      return phase === "saving" ? keep(interview, event, at) : interview;
    case "corrected":
      return phase === "saving" ? correct(interview, event, at) : interview;
    case "heard":
      return phase === "saving" ? hearOther(interview, event, at) : interview;
    case "save failed":
      return phase === "saving" ? waitAgain(interview) : interview;
    case "undone":
      return phase === "saving" ? interview : undo(interview, event.message, at);
    case "paused":
      return phase === "pausing" ? afterPause(interview, at) : interview;
    case "skipped":
      return phase === "asking"
        ? goOnOrRest(say({ ...interview, followUp: null }, interview.sayings.skipped, at), at)
        : interview;
    case "went back":
      return phase === "asking" && canGoBack(interview)
        ? ask(say(interview, interview.sayings.wentBack, at), indexBefore(interview), at)
        : interview;
    case "went on":
      return phase === "saving" && interview.isResting ? goOn(hear(interview, event.said, null, at), at) : interview;
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

/** Whether Will waits for what the person says. */
export const isWaiting = (phase: InterviewPhase): boolean => phase === "asking" || phase === "resting";

const waitAgain = (interview: Interview): Interview => ({
  ...interview,
  phase: interview.isResting ? "resting" : "asking",
});

type Happened<Type extends InterviewEvent["type"]> = Extract<InterviewEvent, { type: Type }>;

function keep(interview: Interview, event: Happened<"saved">, at: number): Interview {
  const { said, saved, reply, followUp = null, stops = false } = event;
  const isFurther = interview.followUp !== null;
  const kept: Interview = {
    ...interview,
    ...{ phase: "pausing", followUp: null, unsure: null, next: { followUp: isFurther ? null : followUp, stops } },
    answered: new Set([...interview.answered, saved.askedId]),
    since: interview.since + (isFurther ? 0 : 1),
    last: saved.questionId,
  };
  return answerWith(hear(kept, said, saved.askedId, at, { saved }), reply, at);
}

const answerWith = (interview: Interview, reply: Reply | null, at: number): Interview =>
  reply === null ? interview : say(interview, reply.text, at, reply.language);

function hearOther(interview: Interview, { said, answer, kind, reply }: Happened<"heard">, at: number): Interview {
  const isAnswerable = (kind === "unsure" || kind === "question" || kind === "other") && !interview.isResting;
  const asked = interview.questions[interview.index]?.id;
  const more = isAnswerable && asked !== undefined ? { unsavedFor: asked } : {};
  const unsure = kind === "unsure" ? (answer ?? said) : null;
  const heard = answerWith(hear({ ...waitAgain(interview), unsure }, said, null, at, more), reply, at);
  if (kind === "stop") return { ...heard, followUp: null, phase: "finished" };
  return kind === "skip" ? goOnOrRest({ ...heard, followUp: null }, at) : heard;
}

/** The question is asked once more: its words are in the field. */
function undo(interview: Interview, id: number, at: number): Interview {
  const saved = interview.messages.find((message) => message.id === id)?.saved;
  const index = interview.questions.findIndex((question) => question.id === saved?.askedId);
  if (!saved || index === -1) return interview;
  const messages = interview.messages.map((one) =>
    one.saved?.askedId === saved.askedId && one.id >= id ? { ...one, saved: null } : one,
  );
  const answered = new Set([...interview.answered].filter((one) => one !== saved.askedId || saved.before !== null));
  const last = interview.last === saved.questionId && saved.before === null ? null : interview.last;
  return ask(say({ ...interview, ...NOT_FURTHER, messages, answered, last }, interview.sayings.undone, at), index, at);
}

const NOT_FURTHER = { followUp: null, next: NOTHING } as const;

function afterPause(interview: Interview, at: number): Interview {
  const { followUp, stops } = interview.next;
  const on = { ...interview, next: NOTHING };
  if (stops) return say({ ...on, phase: "finished" }, on.sayings.stopped, at);
  if (followUp === null) return goOnOrRest(on, at);
  const question = interview.questions[interview.index]?.id ?? null;
  const asked = say({ ...on, phase: "asking", followUp }, followUp.text, at, followUp.language);
  return {
    ...asked,
    messages: asked.messages.map((one) => (one === asked.messages.at(-1) ? { ...one, questionId: question } : one)),
  };
}

function goOnOrRest(interview: Interview, at: number): Interview {
  if (interview.since < REST_AFTER || nextOf(interview) === -1) return goOn(interview, at);
  return say({ ...interview, since: 0, phase: "resting" }, interview.sayings.rest, at);
}

function askOpen(interview: Interview, at: number): Interview {
  const { questions, index } = interview;
  const open = openAhead(interview);
  const others = questions.filter((question) => !open.includes(question));
  return ask({ ...interview, questions: [...others.slice(0, index), ...open, ...others.slice(index)] }, index, at);
}

function correct(interview: Interview, { said, saved, reply }: Happened<"corrected">, at: number): Interview {
  const heard = answerWith(hear(waitAgain(interview), said, interview.last, at, { saved }), reply, at);
  return heard.phase === "resting" ? heard : ask(heard, interview.index, at);
}

const hear = (
  interview: Interview,
  content: string,
  questionId: string | null,
  timestamp: number,
  more: Pick<InterviewMessage, "saved" | "unsavedFor"> = {},
): Interview =>
  add(interview, { role: "user", content, spoken: null, petQuestion: null, questionId, timestamp, ...more });

/** Skipped questions come again in the next interview. */
function goOn(interview: Interview, at: number): Interview {
  const { questions, answered } = interview;
  const next = nextOf(interview);
  if (next !== -1) return ask(interview, next, at);
  const left = questions.length - countAnswered(questions, answered);
  const { congratulation, congratulationOne, congratulationMore } = interview.sayings;
  const more = left === 1 ? congratulationOne : congratulationMore.replace("{count}", String(left));
  return say({ ...interview, phase: "finished" }, left === 0 ? congratulation : more, at);
}

const nextOf = ({ questions, answered, index }: Interview): number =>
  questions.findIndex(({ id }, place) => place > index && !answered.has(id));

function ask(interview: Interview, index: number, at: number): Interview {
  const question = interview.questions[index];
  if (question === undefined) return interview;
  return add(
    { ...interview, phase: "asking", index, isResting: false, followUp: null, unsure: null },
    { role: "interviewer", ...questionWords(question, interview), questionId: question.id, timestamp: at },
  );
}

/** By default in the pet's language. */
function say(
  interview: Interview,
  text: string,
  timestamp: number,
  language = interview.petQuestions.language,
): Interview {
  const content = text.replaceAll("{pet}", () => interview.petName);
  const spoken = { text: content, language };
  return add(interview, { role: "interviewer", content, spoken, petQuestion: null, questionId: null, timestamp });
}

const add = (interview: Interview, message: Omit<InterviewMessage, "id">): Interview => ({
  ...interview,
  messages: [...interview.messages, { id: interview.messages.length, ...message }],
});
