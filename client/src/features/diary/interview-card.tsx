import { useEffect, useId, useRef, useState } from "react";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import type { OpenQuestion } from "#shared/api/open-questions.ts";
import { useUnlockedPlayer } from "@/components/audio/player.ts";
import { Card } from "@/components/ui/card.tsx";
import { AnswerForm } from "./answer-form.tsx";
import type { AnswerDrafts } from "./api.ts";
import { currentQuestion } from "./interview.ts";
import { InterviewHeader } from "./interview-header.tsx";
import { InterviewLog } from "./interview-log.tsx";
import type { PetQuestions } from "./pet-questions.ts";
import { useInterview } from "./use-interview.ts";

type InterviewCardProps = {
  agentId: string;
  petName: string;
  species: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answers: readonly DiaryAnswer[];
  /** What people asked the pet and it could not answer. */
  open: readonly OpenQuestion[];
  drafts: AnswerDrafts;
  onDraft: (questionId: string, draft: string | null) => void;
  onExit: () => void;
};

/** The diary as an interview by 'Will'. Typed text is also a draft of the diary, so it is still there after Exit. */
export function InterviewCard({ drafts, onDraft, onExit, ...props }: InterviewCardProps) {
  useUnlockedPlayer();
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // Void, because newer browsers return a promise, which is not a clean-up function of an effect.
    void card.current?.scrollIntoView({ block: "start" });
  }, []);
  // An open question is none of the diary, where its draft would wait to be saved, so that is kept here.
  const [openDrafts, setOpenDrafts] = useState<AnswerDrafts>({});
  /** What is typed where Will asks whether to go on. */
  const [decision, setDecision] = useState("");
  const talk = useInterview({ ...props, onSaved: (questionId) => onDraft(questionId, null) });
  const { interview, voice } = talk;
  const { phase } = interview;
  const question = currentQuestion(interview);
  // A sent answer stays in the field only until it is saved.
  const isSaved = phase === "replying" || phase === "pausing";
  const before = props.answers.find(({ questionId }) => questionId === question?.id)?.answer;
  const text =
    phase === "resting"
      ? decision
      : question === undefined || isSaved
        ? ""
        : ((question.isOpen ? openDrafts : drafts)[question.id] ?? before ?? "");
  const write = (draft: string) => {
    if (phase === "resting") return setDecision(draft);
    if (question?.isOpen) setOpenDrafts({ ...openDrafts, [question.id]: draft });
    else if (question) onDraft(question.id, draft);
  };

  return (
    <Card
      ref={card}
      aria-labelledby={titleId}
      className="h-[600px] scroll-mt-20 gap-0 overflow-hidden p-0 max-md:max-h-[calc(100dvh-6rem)] sm:p-0"
    >
      <InterviewHeader titleId={titleId} interview={interview} voice={voice} onExit={onExit} />
      <InterviewLog messages={interview.messages} isReplying={phase === "replying"} />
      <AnswerForm
        card={card}
        talk={talk}
        agentId={props.agentId}
        language={props.petQuestions.language}
        keptAs={`interview ${props.agentId}`}
        text={text}
        onWrite={write}
        onExit={onExit}
      />
    </Card>
  );
}
