import { Printer } from "lucide-react";
import { useId, useState } from "react";
import type { DiaryAnswer, DiaryQuestion } from "#shared/api/diary.ts";
import { PrintSheet } from "@/components/print/print-sheet.tsx";
import { Button } from "@/components/ui/button.tsx";
import type { PetQuestions } from "./pet-questions.ts";
import { PrintedDiary } from "./printed-diary.tsx";

type PrintDiaryProps = {
  petName: string;
  avatarUrl: string | null;
  species: string | null;
  questions: readonly DiaryQuestion[];
  petQuestions: PetQuestions;
  answers: readonly DiaryAnswer[];
};

/** Prints the saved answers, without drafts, each under the question in the pet's words. */
export function PrintDiary({ petName, avatarUrl, species, questions, petQuestions, answers }: PrintDiaryProps) {
  const reasonId = useId();
  const [isPrinting, setIsPrinting] = useState(false);
  const asked = new Set(questions.map(({ id }) => id));
  const shown = answers.filter(({ questionId }) => asked.has(questionId));
  const answered = new Set(shown.map(({ questionId }) => questionId));
  const isEmpty = shown.length === 0;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p id={reasonId} className="min-w-0 flex-1 basis-52 text-ink-muted">
        {isEmpty
          ? "There is nothing to print yet: answer a question first."
          : "Keep it on paper, with a cover, or save it as a PDF."}
      </p>
      <Button
        variant="outline"
        size="sm"
        aria-describedby={reasonId}
        disabled={isEmpty}
        onClick={() => setIsPrinting(true)}
      >
        <Printer aria-hidden="true" />
        <span>Print diary</span>
      </Button>
      {isPrinting && (
        <PrintSheet title={`The diary of ${petName}`} onDone={() => setIsPrinting(false)}>
          <PrintedDiary
            petName={petName}
            avatarUrl={avatarUrl}
            species={species}
            questions={questions
              .filter(({ id }) => answered.has(id))
              .map((asked) => ({ ...asked, question: petQuestions.words.get(asked.id) ?? asked.question }))}
            answers={shown}
          />
        </PrintSheet>
      )}
    </div>
  );
}
