import { BookHeart, Bookmark, Feather, FileText } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { quotedText, type Source } from "#shared/api/chat.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { AnswerCorrection } from "./answer-correction.tsx";
import { MemoryDialog } from "./memory-dialog.tsx";

type SourceChipsProps = {
  sources: readonly Source[];
  /** The pet's id, where the person keeps its diary; null for anybody else. */
  diaryOf: string | null;
};

export function SourceChips({ sources, diaryOf }: SourceChipsProps) {
  return (
    <ul aria-label="Sources" className="flex max-w-full flex-wrap gap-1.5 pt-2 ps-1">
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stored once, never reordered; two may read the same
        <li key={index} className="min-w-0 max-w-full">
          <SourceChip source={source} diaryOf={diaryOf} />
        </li>
      ))}
    </ul>
  );
}

function SourceChip({ source, diaryOf }: { source: Source; diaryOf: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip aria-haspopup="dialog" aria-expanded={isOpen} onClick={() => setOpen(true)}>
        <SourceIcon kind={source.kind} />
        <span dir="auto" className="max-w-64 truncate">
          {labelOf(source)}
        </span>
      </Chip>
      {source.kind === "memory" && diaryOf !== null ? (
        isOpen && (
          <MemoryDialog
            id={source.memoryId}
            agentId={diaryOf}
            title={MEMORY}
            description="Of the pet's life. Whoever talks with the pet may be told it."
            onClose={() => setOpen(false)}
          />
        )
      ) : (
        <SourceDialog source={source} diaryOf={diaryOf} open={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}

const MEMORY = "From a memory";

type SourceDialogProps = {
  source: Source;
  diaryOf: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function SourceDialog({ source, diaryOf, open, onOpenChange }: SourceDialogProps) {
  // Kept while the sheet is closed.
  const [draft, setDraft] = useState<string | null>(null);
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

function SourceIcon({ kind }: { kind: Source["kind"] }) {
  const Icon = { diary: BookHeart, memory: Bookmark, document: FileText }[kind];
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}

function labelOf(source: Source): string {
  if (source.kind === "memory") return "from a memory";
  if (source.kind === "diary") return source.question;
  return source.page === null ? source.filename : `${source.filename}, page ${source.page}`;
}

function pageOf(source: Source): string | undefined {
  return source.kind !== "document" || source.page === null ? undefined : `Page ${source.page}`;
}

/** Under what was invented because somebody asked for it, which is no memory. */
export const StoryMark = () => (
  <p className="flex items-center gap-1.5 pt-2 ps-2 text-ink-muted text-sm">
    <Feather aria-hidden="true" className="size-4 shrink-0" />
    <span>a story</span>
  </p>
);

/** Under a reply to what the pet does not know, for who may write into its diary. */
export const TeachChip = ({ name, onTeach }: { name: string; onTeach: () => void }) => (
  <div className="max-w-full pt-2 ps-1">
    <Chip onClick={onTeach}>
      <BookHeart aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{`Teach ${name}`}</span>
    </Chip>
  </div>
);

export const Chip = ({ children, ...props }: ComponentProps<"button">) => (
  <button
    type="button"
    className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface-raised px-3 py-1 font-semibold text-ink-muted text-sm hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
    {...props}
  >
    {children}
  </button>
);
