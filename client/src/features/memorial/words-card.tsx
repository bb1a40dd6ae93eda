import { t } from "@lingui/core/macro";
import { type FormEvent, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { type Memorial, saveMemorial } from "#shared/api/memorial.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { call } from "@/lib/api.ts";
import { useMemorialChange } from "./memorial-queries.ts";

type WordsCardProps = { pet: Agent; memorial: Memorial };

export function WordsCard({ pet, memorial: { words } }: WordsCardProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? words;
  const error = tooLong(text, limits.memorial.words);
  const isChanged = text.trim() !== words;
  const save = useMemorialChange(pet.id, () => call(saveMemorial, { params: { id: pet.id }, body: { words: text } }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && error === undefined && !save.isPending) save.mutate(null);
  };
  return (
    <Card aria-label={t`Your words`}>
      <CardTitle>{t`Your words`}</CardTitle>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={t`A few words about ${{ name: pet.name }}`} error={error}>
          <Textarea dir="auto" autoGrow rows={4} value={text} onChange={({ target }) => setTyped(target.value)} />
        </Field>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" size="sm" busy={save.isPending} disabled={!isChanged || error !== undefined}>
            {t`Save`}
          </Button>
          <p role="status" className="text-ink-muted text-sm">
            {isChanged ? t`Not saved yet` : save.isSuccess && t`Saved`}
          </p>
        </div>
      </form>
    </Card>
  );
}
