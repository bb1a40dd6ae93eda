import { t } from "@lingui/core/macro";
import { BookHeart, Bookmark, Feather, FileText } from "lucide-react";
import { type ComponentProps, useState } from "react";
import type { Source } from "#shared/api/chat.ts";
import { Overlay } from "@/components/ui/dialog.tsx";
import { lazyPart } from "@/lib/part.ts";

const dialog = lazyPart(() => import("./source-dialog.tsx").then((module) => module.SourceDialog));

type SourceChipsProps = {
  sources: readonly Source[];
  /** The pet's id, where the person keeps its diary; null for anybody else. */
  diaryOf: string | null;
};

export function SourceChips({ sources, diaryOf }: SourceChipsProps) {
  return (
    <ul aria-label={t`Sources`} className="flex max-w-full flex-wrap gap-1.5 pt-2 ps-1">
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
      <Overlay panel={dialog} shown={{ source, diaryOf, open: isOpen, onOpenChange: setOpen }} />
    </>
  );
}

function SourceIcon({ kind }: { kind: Source["kind"] }) {
  const Icon = { diary: BookHeart, memory: Bookmark, document: FileText }[kind];
  return <Icon aria-hidden="true" className="size-4 shrink-0" />;
}

function labelOf(source: Source): string {
  if (source.kind === "memory") return t`from a memory`;
  if (source.kind === "diary") return source.question;
  return source.page === null ? source.filename : t`${{ filename: source.filename }}, page ${{ page: source.page }}`;
}

/** Under what was invented because somebody asked for it, which is no memory. */
export const StoryMark = () => (
  <p className="flex items-center gap-1.5 pt-2 ps-2 text-ink-muted text-sm">
    <Feather aria-hidden="true" className="size-4 shrink-0" />
    <span>{t`a story`}</span>
  </p>
);

/** Under a reply to what the pet does not know, for who may write into its diary. */
export const TeachChip = ({ name, onTeach }: { name: string; onTeach: () => void }) => (
  <div className="max-w-full pt-2 ps-1">
    <Chip onClick={onTeach}>
      <BookHeart aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{t`Teach ${name}`}</span>
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
