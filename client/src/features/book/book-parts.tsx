import { t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useId, useState } from "react";
import type { BookEntry, BookPart } from "#shared/api/book.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { cn } from "@/lib/cn.ts";
import { eventDateOf } from "@/lib/formats.ts";
import type { Arrangement, Direction } from "./use-arrangement.ts";

export const partNames = (): Record<BookPart, string> => ({
  diary: t`Diary`,
  memories: t`Memories`,
  talks: t`What you said to each other`,
});

/** So many entries are shown at once: a diary may have hundreds. */
const AT_ONCE = 40;

export function PartCard({ part, arrangement }: { part: BookPart; arrangement: Arrangement }) {
  const titleId = useId();
  const [most, setMost] = useState(AT_ONCE);
  const { parts, leftOut } = arrangement.now;
  const entries = arrangement.shownIn(part);
  const isIn = parts.includes(part);
  const chosen = entries.filter(({ id }) => !leftOut.includes(id)).length;
  const name = partNames()[part];
  if (entries.length === 0) return <EmptyPart part={part} />;
  return (
    <Card aria-labelledby={titleId}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <CardTitle id={titleId} className="min-w-0 flex-1">
          {name}
        </CardTitle>
        <Badge tone="secondary">{`${isIn ? chosen : 0}/${entries.length}`}</Badge>
        {isIn && (
          <MoveButtons
            name={name}
            canMove={(by) => parts[parts.indexOf(part) + by] !== undefined}
            onMove={(by) => arrangement.movePart(part, by)}
          />
        )}
        <Switch
          aria-label={t`${{ name }} in the book`}
          checked={isIn}
          onCheckedChange={(on) => arrangement.choosePart(part, on)}
        />
      </div>
      {isIn && (
        <ol className="flex flex-col divide-y divide-line">
          {entries.slice(0, most).map((entry, index) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              isIn={!leftOut.includes(entry.id)}
              onChoose={(on) => arrangement.chooseEntry(entry.id, on)}
              canMove={(by) => entries[index + by] !== undefined}
              onMove={(by) => arrangement.moveEntry(part, entry.id, by)}
            />
          ))}
        </ol>
      )}
      {isIn && entries.length > most && (
        <Button variant="outline" size="sm" className="self-start" onClick={() => setMost(most + AT_ONCE)}>
          {t`Show more`}
        </Button>
      )}
    </Card>
  );
}

function EmptyPart({ part }: { part: BookPart }) {
  const hints: Record<BookPart, string> = {
    diary: t`No question of the diary is answered yet.`,
    memories: t`Your pet has no memories of its life yet.`,
    talks: t`Give a reply in your chats a heart, and it stands here with your question.`,
  };
  return (
    <Card>
      <CardTitle>{partNames()[part]}</CardTitle>
      <p className="text-ink-muted">{hints[part]}</p>
    </Card>
  );
}

type EntryRowProps = {
  entry: BookEntry;
  isIn: boolean;
  onChoose: (isIn: boolean) => void;
  canMove: (by: Direction) => boolean;
  onMove: (by: Direction) => void;
};

function EntryRow({ entry, isIn, onChoose, canMove, onMove }: EntryRowProps) {
  const { heading, text, group } = entry;
  const name = heading ?? text.slice(0, 60);
  const about = noteOf(entry, group);
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3 sm:flex-nowrap">
      <label className="flex min-h-11 min-w-0 flex-1 basis-52 gap-3">
        <input
          type="checkbox"
          aria-label={t`${{ name }} in the book`}
          checked={isIn}
          onChange={(event) => onChoose(event.target.checked)}
          className="mt-1 size-5 shrink-0 accent-secondary"
        />
        <span className={cn("flex min-w-0 flex-col", !isIn && "opacity-60")}>
          {about !== "" && <span className="text-ink-muted text-sm">{about}</span>}
          {heading !== null && (
            <b dir="auto" className="wrap-anywhere text-start">
              {heading}
            </b>
          )}
          <span dir="auto" className="wrap-anywhere line-clamp-3 whitespace-pre-wrap text-start">
            {text}
          </span>
        </span>
      </label>
      <MoveButtons name={name} canMove={canMove} onMove={onMove} />
    </li>
  );
}

export const noteOf = ({ date, toldBy }: BookEntry, group: string | null = null): string =>
  [group, date === null ? null : eventDateOf(date), toldBy].filter((each) => each !== null).join(" · ");

type MoveButtonsProps = { name: string } & Pick<EntryRowProps, "canMove" | "onMove">;

/** They keep the focus at the ends. */
function MoveButtons({ name, canMove, onMove }: MoveButtonsProps) {
  const way = (by: Direction) =>
    ({
      variant: "ghost",
      size: "icon",
      className: "aria-disabled:opacity-40",
      "aria-disabled": !canMove(by),
      onClick: () => canMove(by) && onMove(by),
    }) as const;
  return (
    <span className="ms-auto flex shrink-0">
      <Button {...way(-1)} aria-label={t`Move up: ${{ name }}`}>
        <ArrowUp aria-hidden="true" />
      </Button>
      <Button {...way(1)} aria-label={t`Move down: ${{ name }}`}>
        <ArrowDown aria-hidden="true" />
      </Button>
    </span>
  );
}
