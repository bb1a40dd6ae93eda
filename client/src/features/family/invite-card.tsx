import { t } from "@lingui/core/macro";
import { Share2 } from "lucide-react";
import { type FormEvent, Suspense, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { createInvitation, linkDuration } from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call } from "@/lib/api.ts";
import { lazyComponent } from "@/lib/part.ts";
import { linkOf, useFamilyChange } from "./family-queries.ts";
import { rightOptions, rightWords } from "./right-words.ts";

const QrCode = lazyComponent(() => import("@/components/qr-code.tsx").then((m) => m.QrCode));

const durations = [
  { value: "day", label: t`a day` },
  { value: "week", label: t`a week` },
  { value: "revoked", label: t`until I revoke it` },
];
const OFTEN = "often";
const uses = [
  { value: "1", label: t`one person` },
  { value: "5", label: t`up to 5 people` },
  { value: "20", label: t`up to 20 people` },
  { value: OFTEN, label: t`whoever has it` },
];

export function InviteCard({ pet }: { pet: Agent }) {
  const [token, setToken] = useState<string | null>(null);
  return (
    <Card aria-label={t`Invite`}>
      <CardHeader>
        <CardTitle>{t`Invite somebody`}</CardTitle>
        <CardDescription>{t`Make a link, and send it to whoever should talk with ${{ name: pet.name }}.`}</CardDescription>
      </CardHeader>
      {token === null ? (
        <InviteForm pet={pet} onMade={setToken} />
      ) : (
        <NewLink petName={pet.name} link={linkOf(token)} onDone={() => setToken(null)} />
      )}
    </Card>
  );
}

function InviteForm({ pet, onMade }: { pet: Agent; onMade: (token: string) => void }) {
  const [right, setRight] = useState<FamilyRight>("talk");
  const [duration, setDuration] = useState("week");
  const [maxUses, setMaxUses] = useState("1");
  const [calledAs, setCalledAs] = useState("");
  const isForOne = maxUses === "1";
  const make = useFamilyChange(pet.id, () =>
    call(createInvitation, {
      params: { id: pet.id },
      body: {
        right,
        holdsFor: linkDuration.parse(duration),
        maxUses: maxUses === OFTEN ? null : Number(maxUses),
        calledAs: isForOne ? calledAs : "",
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!make.isPending) make.mutate(null, { onSuccess: ({ token }) => onMade(token) });
  };
  return (
    <form onSubmit={submit} aria-label={t`New link`} className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t`They may`}
        hint={t`They may ${{ rights: rightWords[right].may(pet.name) }}.`}
        className="sm:col-span-2"
      >
        <Select
          value={right}
          onValueChange={(value) => setRight(rightOptions.find((option) => option.value === value)?.value ?? right)}
          options={rightOptions}
        />
      </Field>
      <Field label={t`The link is for`}>
        <Select value={maxUses} onValueChange={setMaxUses} options={uses} />
      </Field>
      <Field label={t`It holds`}>
        <Select value={duration} onValueChange={setDuration} options={durations} />
      </Field>
      {isForOne && (
        <Field
          label={t`What ${{ name: pet.name }} calls them (optional)`}
          hint={t`Such as: Anna, my big girl`}
          className="sm:col-span-2"
        >
          <Input maxLength={limits.calledAs} value={calledAs} onChange={({ target }) => setCalledAs(target.value)} />
        </Field>
      )}
      <div className="sm:col-span-2">
        <Button type="submit" busy={make.isPending}>
          {make.isPending ? t`Making...` : t`Make a link`}
        </Button>
      </div>
    </form>
  );
}

type NewLinkProps = { petName: string; link: string; onDone: () => void };

function NewLink({ petName, link, onDone }: NewLinkProps) {
  const share = { title: petName, text: t`Come and meet ${petName}!`, url: link };
  const mayShare = typeof navigator.share === "function";
  return (
    <div className="flex flex-col gap-5">
      <Notice tone="warning" title={t`Send this link now`}>
        {t`It is shown only once. Whoever has it can take it.`}
      </Notice>
      <CopyField
        label={t`Link to ${petName}`}
        value={link}
        copied={t`Link copied!`}
        refused={t`Please copy the link by hand.`}
      />
      <Suspense fallback={<Skeleton className="size-56 self-center rounded-card" />}>
        <QrCode text={link} label={t`QR code of the link to ${petName}`} />
      </Suspense>
      <p className="text-center text-ink-muted text-sm">{t`Point a phone's camera at it.`}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>{t`Done`}</Button>
        {mayShare && (
          // Closing the sheet of the device is no failure.
          <Button variant="outline" onClick={() => void navigator.share(share).catch(() => undefined)}>
            <Share2 aria-hidden="true" />
            <span>{t`Share`}</span>
          </Button>
        )}
      </div>
    </div>
  );
}
