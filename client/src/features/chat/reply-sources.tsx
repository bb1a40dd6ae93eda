import { BookHeart, Feather, FileText } from "lucide-react";
import { useId, useState } from "react";
import type { Source } from "#shared/api/chat.ts";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Tooltip } from "@/components/ui/tooltip.tsx";

export function SourceChips({ sources }: { sources: readonly Source[] }) {
  return (
    <ul aria-label="Sources" className="flex max-w-full flex-wrap gap-1.5 pt-2 pl-1">
      {sources.map((source, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: stored once, never reordered; two may read the same
        <li key={index} className="min-w-0 max-w-full">
          <SourceChip source={source} />
        </li>
      ))}
    </ul>
  );
}

function SourceChip({ source }: { source: Source }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className="flex max-w-full items-center gap-1.5 rounded-full border border-line bg-surface-raised px-3 py-1 font-semibold text-ink-muted text-sm hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
        onClick={() => setOpen(true)}
      >
        <SourceIcon kind={source.kind} />
        <span dir="auto" className="max-w-64 truncate">
          {labelOf(source)}
        </span>
      </button>
      <SourceDialog source={source} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

type SourceDialogProps = { source: Source; open: boolean; onOpenChange: (open: boolean) => void };

function SourceDialog({ source, open, onOpenChange }: SourceDialogProps) {
  const isDiary = source.kind === "diary";
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={source.filename}
      description={isDiary ? <QuestionText question={source.question} /> : pageOf(source)}
    >
      <blockquote
        dir="auto"
        className="wrap-anywhere whitespace-pre-wrap rounded-card border-primary border-l-4 bg-surface-sunken p-4"
      >
        {isDiary ? source.answer : source.passage}
      </blockquote>
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
  const Icon = kind === "diary" ? BookHeart : FileText;
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}

function labelOf(source: Source): string {
  if (source.kind === "diary") return source.question;
  return source.page === null ? source.filename : `${source.filename}, page ${source.page}`;
}

function pageOf({ page }: { page: number | null }): string | undefined {
  return page === null ? undefined : `Page ${page}`;
}

/** What the mark means comes as a tooltip, and stays after a press. */
export function OwnWordsMark({ name, isTeacher }: { name: string; isTeacher: boolean }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const words = explain(name, isTeacher);
  return (
    <div className="flex max-w-full flex-col items-start gap-1.5 pt-2 pl-1">
      <Tooltip label={words}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
          className="flex items-center gap-1.5 rounded-full border border-line border-dashed px-3 py-1 text-ink-muted text-sm hover:border-line-strong hover:text-ink pointer-coarse:min-h-11"
        >
          <Feather aria-hidden="true" className="size-4 shrink-0" />
          <span>in my own words</span>
        </button>
      </Tooltip>
      {isOpen && (
        <p id={id} className="max-w-md px-3 text-ink-muted text-sm">
          {words}
        </p>
      )}
    </div>
  );
}

function explain(name: string, isTeacher: boolean): string {
  const origin = `Nothing in ${name}'s diary or documents answers this: these are ${name}'s own words, not a memory.`;
  return isTeacher
    ? `${origin} Add the true answer to the diary, and ${name} remembers it next time.`
    : `${origin} The owner may see the question, to write down the answer.`;
}
