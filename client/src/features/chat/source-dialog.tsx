import { t } from "@lingui/core/macro";
import { useState } from "react";
import { quotedText, type Source } from "#shared/api/chat.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { AnswerCorrection } from "./answer-correction.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";

const MEMORY = t`From a memory`;

type SourceDialogProps = {
  source: Source;
  diaryOf: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** What a reply was taken from, and for those who keep the diary a way to correct it. */
export function SourceDialog({ source, diaryOf, open, onOpenChange }: SourceDialogProps) {
  // Kept while the sheet is closed.
  const [draft, setDraft] = useState<string | null>(null);
  if (source.kind === "memory" && diaryOf !== null)
    return (
      <MemoryDialog
        id={source.memoryId}
        agentId={diaryOf}
        title={MEMORY}
        description={t`Of the pet's life. Whoever talks with the pet may be told it.`}
        open={open}
        onOpenChange={onOpenChange}
      />
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={source.kind === "memory" ? MEMORY : source.filename}
      description={source.kind === "diary" ? <QuestionText question={source.question} /> : pageOf(source)}
    >
      <div className="flex flex-col gap-4">
        <blockquote
          dir="auto"
          className="wrap-anywhere whitespace-pre-wrap rounded-card border-primary border-s-4 bg-surface-sunken p-4"
        >
          {quotedText(source)}
        </blockquote>
        {source.kind === "diary" && diaryOf !== null && (
          <AnswerCorrection
            agentId={diaryOf}
            source={source}
            draft={draft}
            onDraft={setDraft}
            onSaved={() => onOpenChange(false)}
          />
        )}
      </div>
    </Dialog>
  );
}

/** In the pet's language, which may be written from right to left. */
const QuestionText = ({ question }: { question: string }) => (
  <span dir="auto" className="block text-start">
    {question}
  </span>
);

function pageOf(source: Source): string | undefined {
  return source.kind !== "document" || source.page === null ? undefined : t`Page ${{ page: source.page }}`;
}
