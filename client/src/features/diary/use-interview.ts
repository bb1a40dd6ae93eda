import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useReducer, useRef, useState } from "react";
import {
  addDiaryEntry,
  type DiaryAnswer,
  type DiaryQuestion,
  deleteDiaryAnswer,
  hearInterview,
  type InterviewSayings,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { limits } from "#shared/limits.ts";
import type { ResponseOf } from "#shared/route.ts";
import { dropAnswer, keepAnswer, refreshDiary } from "@/domain/diary/diary.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, changedMeanwhile, fieldErrorsOf } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import {
  advance,
  beginInterview,
  currentQuestion,
  type InterviewEvent,
  type InterviewMessage,
  isWaiting,
  type SavedAnswer,
} from "./interview.ts";
import type { InterviewQuestion } from "./interview-questions.ts";
import type { PetQuestions } from "./questions.tsx";
import { type InterviewerVoice, useInterviewerVoice } from "./use-interviewer-voice.ts";

/** Specification, section 9. */
const NEXT_QUESTION_MS = 1000;

type InterviewOptions = {
  agentId: string;
  petName: string;
  birthday: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  sayings: InterviewSayings;
  answers: readonly DiaryAnswer[];
  open: readonly OpenQuestion[];
  onSaved: (questionId: string) => void;
  /** The words of an answer that was undone are in the field again. */
  onUndone: (questionId: string, words: string) => void;
};

type Said = {
  said: string;
  /** Null where Will asks whether to go on. */
  question: InterviewQuestion | null;
  number: number;
  followUp: string | null;
  previousId: string | null;
  unsure: string | null;
  /** The person has said that it is the answer. */
  isAnswer?: boolean;
};

type Heard = ResponseOf<typeof hearInterview>;

export type InterviewTalk = ReturnType<typeof useInterview>;

export function useInterview({
  petName,
  birthday,
  questions,
  petQuestions,
  sayings,
  answers,
  open,
  ...saving
}: InterviewOptions) {
  const [interview, dispatch] = useReducer(advance, null, () => {
    const answeredIds = answers.map(({ questionId }) => questionId);
    return beginInterview({
      ...{ petName, birthday, questions, petQuestions, sayings, open, answeredIds },
      ...{ hasMet: metWill(), at: Date.now() },
    });
  });
  // In an effect, because a render may be thrown away before the person has seen anything.
  useEffect(noteMetWill, []);
  const voice = useInterviewerVoice();
  const happen = (event: Happening) => dispatch({ ...event, at: Date.now() });
  const { tell, undo } = useTelling({ ...saving, answers, happen });

  const { phase, index, messages, followUp, last, unsure } = interview;
  useEffect(() => {
    if (phase !== "pausing") return undefined;
    const timer = setTimeout(() => dispatch({ type: "paused", at: Date.now() }), NEXT_QUESTION_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useSpokenMessages(messages, voice.say);
  const hushed = (event: Happening) => () => {
    voice.hush();
    happen(event);
  };
  const send = (text: string, isAnswer = false) => {
    const said = text.trim();
    if (!isWaiting(phase) || said === "") return;
    const question = phase === "resting" ? null : (currentQuestion(interview) ?? null);
    voice.hush();
    happen({ type: "sent" });
    const further = phase === "resting" ? null : followUp;
    tell({ said, question, number: index + 1, followUp: further?.text ?? null, previousId: last, unsure, isAnswer });
  };

  return {
    interview,
    voice,
    /** Ignored if it is empty, or while an earlier answer is being saved. */
    send: (text: string) => send(text),
    saveAnyway: (text: string) => send(text, true),
    goOn: () => {
      voice.hush();
      happen({ type: "sent" });
      happen({ type: "went on", said: "Go on" });
    },
    undo: (message: InterviewMessage) => {
      voice.hush();
      undo(message);
    },
    skip: hushed({ type: "skipped" }),
    askOpen: hushed({ type: "wanted open ones" }),
    goBack: hushed({ type: "went back" }),
  };
}

type Telling = Pick<InterviewOptions, "agentId" | "answers" | "onSaved" | "onUndone"> & {
  happen: (event: Happening) => void;
};

function useTelling({ agentId, answers, onSaved, onUndone, happen }: Telling) {
  const client = useQueryClient();
  /** What the person has seen as the answer to a question. */
  const [seen] = useState(() => new Map(answers.map(({ questionId, answer }) => [questionId, answer])));

  const tell = useMutation({
    mutationFn: async (said: Said) => {
      const heard = await understood(agentId, said);
      const { question, previousId } = said;
      const isSaved = (heard.kind === "answer" || heard.kind === "correction") && heard.answer !== null;
      if (!isSaved || heard.answer === null) return { heard, saved: null };
      const isCorrection = heard.kind === "correction";
      const target = isCorrection || (said.followUp !== null && previousId !== null) ? previousId : question?.id;
      if (!target) return { heard, saved: null };
      const before = seen.get(target) ?? null;
      const isEntry = question?.isOpen === true && target === question.id;
      const answer = isEntry
        ? await addEntry(agentId, question, heard.answer)
        : await keepInDiary(agentId, target, heard.answer, before);
      seen.set(answer.questionId, answer.answer);
      if (isEntry) refreshDiary(client, agentId);
      else keepAnswer(client, answer);
      void refreshAgents(client);
      const saved: SavedAnswer = {
        ...{ questionId: answer.questionId, answer: answer.answer, before },
        askedId: isCorrection || question === null ? target : question.id,
        words: said.unsure !== null && heard.answer.startsWith(said.unsure) ? said.unsure : said.said,
      };
      return { heard, saved };
    },
    onSuccess: ({ heard, saved }, { said, question }) => {
      if (question !== null) onSaved(question.id);
      happen(eventOf(heard, saved, said));
    },
    onError: (error, { question }) => {
      const changed = changedMeanwhile(error);
      if (changed !== undefined && question !== null) seen.set(question.id, String(changed.answer ?? ""));
      const description = fieldErrorsOf(error).answer ?? t`Please try again`;
      toast({ title: t`Error saving answer`, description, variant: "destructive" });
      happen({ type: "save failed" });
    },
  });

  const undo = useMutation({
    mutationFn: async ({ saved }: InterviewMessage) => {
      if (!saved) return;
      const { questionId, before } = saved;
      if (before === null) {
        await call(deleteDiaryAnswer, { params: { id: agentId, questionId } });
        seen.delete(questionId);
        dropAnswer(client, agentId, questionId);
        return;
      }
      const restored = await keepInDiary(agentId, questionId, before, seen.get(questionId) ?? null);
      seen.set(questionId, restored.answer);
      keepAnswer(client, restored);
    },
    onSuccess: (_done, { id, saved }) => {
      void refreshAgents(client);
      if (saved) onUndone(saved.askedId, saved.words);
      happen({ type: "undone", message: id });
    },
    onError: (error) => {
      const description = fieldErrorsOf(error).answer ?? t`Please try again`;
      toast({ title: t`Error saving answer`, description, variant: "destructive" });
    },
  });
  return { tell: tell.mutate, undo: undo.mutate };
}

/** Where Will can't be asked, the words are the answer: nothing that was said is lost. */
async function understood(
  agentId: string,
  { said, question, number, followUp, previousId, unsure, isAnswer }: Said,
): Promise<Heard> {
  const asIs: Heard = { kind: "answer", answer: said, stops: false, reply: "", language: "en-US", followUp: null };
  if (isAnswer) return asIs;
  const body = { said, questionId: question?.id ?? null, number, followUp, previousId, unsure };
  try {
    return await call(hearInterview, { params: { id: agentId }, body });
  } catch (error) {
    // An answer to a follow-up would replace the first one, and at the rest nothing is asked.
    if (question === null || followUp !== null) throw error;
    return asIs;
  }
}

function eventOf(
  { kind, answer, reply, language, followUp, stops }: Heard,
  saved: SavedAnswer | null,
  said: string,
): Happening {
  const spoken = { text: reply, language };
  if (saved !== null && kind === "correction") return { type: "corrected", said, saved, reply: spoken };
  if (saved !== null) return { type: "saved", said, saved, reply: reply === "" ? null : spoken, followUp, stops };
  if (reply === "") return { type: "went on", said };
  return {
    type: "heard",
    said,
    answer,
    kind: kind === "answer" || kind === "correction" ? "other" : kind,
    reply: spoken,
  };
}

async function addEntry(agentId: string, { id, question }: InterviewQuestion, answer: string) {
  const body = { question: question.slice(0, limits.diaryQuestion), answer, openQuestionId: id };
  return (await call(addDiaryEntry, { params: { id: agentId }, body })).answer;
}

const keepInDiary = (agentId: string, questionId: string, answer: string, before: string | null) =>
  call(saveDiaryAnswer, { params: { id: agentId }, body: { questionId, answer, before: { answer: before } } });

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
