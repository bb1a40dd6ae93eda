import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import {
  approveGuestBookEntry,
  deleteGuestBookEntry,
  type GuestBookEntry,
  type Memorial,
} from "#shared/api/memorial.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { call } from "@/lib/api.ts";
import { dateOf } from "@/lib/formats.ts";
import { useMemorialChange } from "./memorial-queries.ts";

type GuestBookCardProps = { pet: Agent; memorial: Memorial };

export function GuestBookCard({ pet, memorial: { guestBook } }: GuestBookCardProps) {
  const [deleted, setDeleted] = useState<GuestBookEntry | null>(null);
  const waiting = guestBook.filter(({ approvedAt }) => approvedAt === null).length;
  const approve = useMemorialChange(pet.id, ({ id, isApproved }: { id: string; isApproved: boolean }) =>
    call(approveGuestBookEntry, { params: { id: pet.id, entryId: id }, body: { isApproved } }),
  );
  const remove = useMemorialChange(pet.id, (entryId: string) =>
    call(deleteGuestBookEntry, { params: { id: pet.id, entryId } }),
  );
  return (
    <Card aria-label={t`Guest book`}>
      <div className="flex flex-wrap items-center gap-3">
        <CardTitle>{t`Guest book`}</CardTitle>
        {waiting > 0 && (
          <Badge tone="primary">{plural(waiting, { one: "# entry waits", other: "# entries wait" })}</Badge>
        )}
      </div>
      <CardDescription>{t`What guests write is on the page only when you have approved it.`}</CardDescription>
      {guestBook.length === 0 && <p>{t`Nobody has written anything yet.`}</p>}
      {guestBook.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {guestBook.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              isBusy={approve.isPending && approve.variables.id === entry.id}
              onApprove={(isApproved) => approve.mutate({ id: entry.id, isApproved })}
              onDelete={() => setDeleted(entry)}
            />
          ))}
        </ul>
      )}
      {deleted !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !remove.isPending && setDeleted(null)}
          title={t`Delete what ${{ name: deleted.name }} wrote?`}
          description={t`It can't be brought back.`}
          confirmLabel={remove.isPending ? t`Deleting...` : t`Delete`}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(deleted.id, { onSuccess: () => setDeleted(null) })}
        />
      )}
    </Card>
  );
}

type EntryProps = {
  entry: GuestBookEntry;
  isBusy: boolean;
  onApprove: (isApproved: boolean) => void;
  onDelete: () => void;
};

function Entry({ entry: { id, name, words, createdAt, approvedAt }, isBusy, onApprove, onDelete }: EntryProps) {
  const nameId = `guest-${id}`;
  return (
    <li aria-labelledby={nameId} className="flex flex-col gap-3 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <bdi id={nameId} className="wrap-anywhere font-bold">
          {name}
        </bdi>
        <span className="text-ink-muted text-sm">{dateOf(createdAt)}</span>
        {approvedAt === null && <Badge tone="warning">{t`Waits for your yes`}</Badge>}
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {words}
      </p>
      <div className="flex flex-wrap gap-2">
        {approvedAt === null ? (
          <Button size="sm" busy={isBusy} aria-describedby={nameId} onClick={() => onApprove(true)}>
            {t`Approve`}
          </Button>
        ) : (
          <Button variant="outline" size="sm" busy={isBusy} aria-describedby={nameId} onClick={() => onApprove(false)}>
            {t`Take off the page`}
          </Button>
        )}
        <Button variant="outline" size="sm" className="text-danger" aria-describedby={nameId} onClick={onDelete}>
          {t`Delete`}
        </Button>
      </div>
    </li>
  );
}
