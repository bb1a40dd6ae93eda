import { plural, t } from "@lingui/core/macro";
import { UserRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { changeMember, type Family, type FamilyMember, removeMember } from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { limits } from "#shared/limits.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call } from "@/lib/api.ts";
import { dateOf } from "@/lib/formats.ts";
import { useFamilyChange } from "./family-queries.ts";
import { rightOptions, rightWords } from "./right-words.ts";

export function MembersCard({ pet, family }: { pet: Agent; family: Family }) {
  return (
    <Card aria-label={t`People`}>
      <CardTitle>{t`People`}</CardTitle>
      <ul className="flex flex-col divide-y divide-line">
        {family.owner !== null && (
          <li className="flex flex-wrap items-center gap-3 py-3">
            <UserRound aria-hidden="true" className="size-5 shrink-0 text-secondary" />
            <span className="wrap-anywhere font-bold">{family.owner}</span>
            <Badge tone="primary">{t`Owner`}</Badge>
          </li>
        )}
        {family.members.map((member) => (
          <MemberRow key={member.userId} pet={pet} member={member} />
        ))}
      </ul>
      {family.members.length === 0 && (
        <p className="text-ink-muted">{t`Nobody else talks with ${{ name: pet.name }} yet. Make a link below, and send it to somebody.`}</p>
      )}
    </Card>
  );
}

type MemberProps = { pet: Agent; member: FamilyMember };

function MemberRow({ pet, member }: MemberProps) {
  const [isEditing, setEditing] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const nameId = `member-${member.userId}`;
  return (
    <li className="flex flex-col gap-3 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <UserRound aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
        <div className="flex min-w-0 flex-1 basis-52 flex-col">
          <p className="flex flex-wrap items-center gap-2">
            <span id={nameId} className="wrap-anywhere font-bold">
              {member.name}
            </span>
            <Badge tone="secondary">{rightWords[member.right].name}</Badge>
          </p>
          {member.calledAs !== null && <p className="wrap-anywhere">{`“${member.calledAs}”`}</p>}
          <p className="text-ink-muted text-sm">{t`Since ${{ since: dateOf(member.since) }} · ${{ member: talksOf(member) }}`}</p>
        </div>
        {!isEditing && (
          <div className="flex flex-wrap gap-2">
            <Button variant="outline" size="sm" aria-describedby={nameId} onClick={() => setEditing(true)}>
              {t`Change`}
            </Button>
            <Button
              variant="outline"
              size="sm"
              className="text-danger"
              aria-describedby={nameId}
              onClick={() => setRemoving(true)}
            >
              {t`Remove`}
            </Button>
          </div>
        )}
      </div>
      {isEditing && <MemberForm pet={pet} member={member} onClose={() => setEditing(false)} />}
      {isRemoving && <RemoveDialog pet={pet} member={member} onClose={() => setRemoving(false)} />}
    </li>
  );
}

function talksOf({ chats, messages }: FamilyMember): string {
  if (chats === 0) return t`has not talked yet`;
  const [ofChats, ofMessages] = [
    plural(chats, { one: "# chat", other: "# chats" }),
    plural(messages, { one: "# message", other: "# messages" }),
  ];
  return t`${ofChats}, ${ofMessages}`;
}

function MemberForm({ pet, member, onClose }: MemberProps & { onClose: () => void }) {
  const [right, setRight] = useState<FamilyRight>(member.right);
  const [calledAs, setCalledAs] = useState(member.calledAs ?? "");
  const save = useFamilyChange(pet.id, () =>
    call(changeMember, { params: { id: pet.id, userId: member.userId }, body: { right, calledAs } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(null, { onSuccess: onClose });
  };
  return (
    <form onSubmit={submit} aria-label={t`Change ${{ name: member.name }}`} className="grid gap-4 sm:grid-cols-2">
      <Field label={t`They may`} hint={t`They may ${{ name: rightWords[right].may(pet.name) }}.`}>
        <Select
          value={right}
          onValueChange={(value) => setRight(rightOptions.find((option) => option.value === value)?.value ?? right)}
          options={rightOptions}
        />
      </Field>
      <Field label={t`What ${{ name: pet.name }} calls them`} hint={t`Such as: Anna, my big girl`}>
        <Input maxLength={limits.calledAs} value={calledAs} onChange={({ target }) => setCalledAs(target.value)} />
      </Field>
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" size="sm" busy={save.isPending}>
          {t`Save`}
        </Button>
        <Button variant="ghost" size="sm" disabled={save.isPending} onClick={onClose}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

function RemoveDialog({ pet, member, onClose }: MemberProps & { onClose: () => void }) {
  const remove = useFamilyChange(pet.id, () => call(removeMember, { params: { id: pet.id, userId: member.userId } }));
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title={t`Remove ${{ name: member.name }}?`}
      description={t`They can no longer talk with ${{ name: pet.name }}, from this moment on. The link that they came by ends, and so do those that they made.`}
      confirmLabel={remove.isPending ? t`Removing...` : t`Remove`}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(null, { onSuccess: onClose })}
    />
  );
}
