import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import { addDiaryEntry, type DiaryAnswer, type DiaryQuestion, saveDiaryAnswer } from "#shared/api/diary.ts";
import { helpAssistant } from "#shared/api/help.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { hearAnswer, wantsToStop } from "#shared/heard-answer.ts";
import { limits } from "#shared/limits.ts";
import { keepAnswer, refreshDiary } from "@/domain/diary/diary.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, changedMeanwhile, fieldErrorsOf } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import {
  advance,
  beginInterview,
  currentQuestion,
  type InterviewEvent,
  type InterviewMessage,
  type InterviewQuestion,
} from "./interview.ts";
import { isScreenLanguage, type PetQuestions } from "./questions.tsx";
import { type InterviewerVoice, useInterviewerVoice } from "./use-interviewer-voice.ts";

/** Specification, section 9. */
const NEXT_QUESTION_MS = 1000;

type InterviewOptions = {
  agentId: string;
  petName: string;
  species: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answers: readonly DiaryAnswer[];
  open: readonly OpenQuestion[];
  onSaved: (questionId: string) => void;
};

type InterviewAnswer = {
  question: InterviewQuestion;
  number: number;
  answer: string;
  /** The diary question whose answer is corrected; null for an answer to `question`. */
  corrects: string | null;
};

export type InterviewTalk = ReturnType<typeof useInterview>;

export function useInterview({
  petName,
  species,
  questions,
  petQuestions,
  answers,
  open,
  ...saving
}: InterviewOptions) {
  const [interview, dispatch] = useReducer(advance, null, () => {
    const answeredIds = answers.map(({ questionId }) => questionId);
    return beginInterview({
      ...{ petName, species, questions, petQuestions, open, answeredIds },
      ...{ hasMet: metWill(), at: Date.now() },
    });
  });
  // In an effect, because a render may be thrown away before the person has seen anything.
  useEffect(noteMetWill, []);
  const voice = useInterviewerVoice();
  const happen = (event: Happening) => dispatch({ ...event, at: Date.now() });
  const save = useSaveAndReply({ ...saving, petQuestions, answers, happen });

  const { phase, index, messages } = interview;
  useEffect(() => {
    if (phase !== "pausing") return undefined;
    const timer = setTimeout(() => dispatch({ type: "paused", at: Date.now() }), NEXT_QUESTION_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useSpokenMessages(messages, voice.say);

  return {
    interview,
    voice,
    /** Ignored if it is empty, or while an earlier answer is being saved. */
    send: (text: string) => {
      const answer = text.trim();
      if (phase === "resting" && answer !== "") {
        voice.hush();
        happen({ type: "decided", said: answer, goesOn: !wantsToStop(answer, petQuestions.language) });
        return;
      }
      const question = currentQuestion(interview);
      if (question === undefined || phase !== "asking" || answer === "") return;
      voice.hush();
      const heard = hearAnswer(answer, petQuestions.language, question.question);
      if (heard.kind === "unknown" || heard.kind === "skip") {
        happen({ type: "passed", said: answer, why: heard.kind });
        saving.onSaved(question.id);
        return;
      }
      happen({ type: "sent" });
      const corrects = heard.kind === "correction" ? interview.last : null;
      save({ question, number: index + 1, answer: heard.answer, corrects });
    },
    skip: () => {
      voice.hush();
      happen({ type: "skipped" });
    },
    askOpen: () => {
      voice.hush();
      happen({ type: "wanted open ones" });
    },
    goBack: () => {
      voice.hush();
      happen({ type: "went back" });
    },
  };
}

type Saving = Pick<InterviewOptions, "agentId" | "petQuestions" | "answers" | "onSaved"> & {
  happen: (event: Happening) => void;
};

function useSaveAndReply({
  agentId,
  petQuestions,
  answers,
  onSaved,
  happen,
}: Saving): (answered: InterviewAnswer) => void {
  const client = useQueryClient();
  /** What the person has seen as the answer to a question. */
  const [seen] = useState(() => new Map(answers.map(({ questionId, answer }) => [questionId, answer])));
  const reply = useMutation({
    mutationFn: ({ question: { id, question: original, category }, number, answer }: InterviewAnswer) => {
      const { language, words } = petQuestions;
      const message = answer.slice(0, limits.message);
      const question = words.get(id) ?? original;
      const asked = { message, context: "interactive_diary", question, category, number } as const;
      return call(helpAssistant, { body: isScreenLanguage(language) ? asked : { ...asked, language } });
    },
    onSuccess: ({ response, language }) => happen({ type: "replied", reply: response, language }),
    onError: () => happen({ type: "reply failed" }),
  });
  const save = useMutation({
    mutationFn: ({ question, answer, corrects }: InterviewAnswer) =>
      corrects === null && question.isOpen
        ? addEntry(agentId, question, answer)
        : keepInDiary(agentId, corrects ?? question.id, answer, seen),
    onSuccess: (saved, answered) => {
      seen.set(saved.questionId, saved.answer);
      if (answered.corrects !== null) {
        keepAnswer(client, saved);
        onSaved(answered.question.id);
        return happen({ type: "corrected", answer: saved.answer });
      }
      if (answered.question.isOpen) refreshDiary(client, agentId);
      else keepAnswer(client, saved);
      void refreshAgents(client);
      onSaved(answered.question.id);
      happen({ type: "saved", answer: saved.answer, savedId: saved.questionId });
      reply.mutate(answered);
    },
    onError: (error, { question, corrects }) => {
      const changed = changedMeanwhile(error);
      if (changed !== undefined) seen.set(corrects ?? question.id, String(changed.answer ?? ""));
      const description = fieldErrorsOf(error).answer ?? "Please try again";
      toast({ title: "Error saving answer", description, variant: "destructive" });
      happen({ type: "save failed" });
    },
  });
  return save.mutate;
}

async function addEntry(agentId: string, { id, question }: InterviewQuestion, answer: string) {
  const body = { question: question.slice(0, limits.diaryQuestion), answer, openQuestionId: id };
  return (await call(addDiaryEntry, { params: { id: agentId }, body })).answer;
}

const keepInDiary = (agentId: string, questionId: string, answer: string, seen: ReadonlyMap<string, string>) =>
  call(saveDiaryAnswer, {
    params: { id: agentId },
    body: { questionId, answer, before: { answer: seen.get(questionId) ?? null } },
  });

/** A private window may refuse its storage. */
function metWill(): boolean {
  try {
    return localStorage.getItem("met-will") !== null;
  } catch {
    return false;
  }
}

function noteMetWill(): void {
  try {
    localStorage.setItem("met-will", "true");
  } catch {
    // Will introduces himself again.
  }
}

type Happening = InterviewEvent extends infer Event ? (Event extends unknown ? Omit<Event, "at"> : never) : never;

function useSpokenMessages(messages: readonly InterviewMessage[], say: InterviewerVoice["say"]): void {
  const said = useRef(0);
  const latest = useRef({ messages, say });
  useEffect(() => {
    latest.current = { messages, say };
  });
  useEffect(() => {
    for (const { spoken } of messages.slice(said.current))
      if (spoken !== null) latest.current.say(spoken.text, spoken.language);
    said.current = messages.length;
  }, [messages]);
  // After the screen was hidden (another tab of the product) the last two messages are spoken again.
  useEffect(
    () => () => {
      said.current = Math.max(0, latest.current.messages.length - 2);
    },
    [],
  );
}
