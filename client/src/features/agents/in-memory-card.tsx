import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Agent, setInMemory } from "#shared/api/agents.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { longDayOf } from "@/lib/formats.ts";
import { toastError } from "@/lib/toast-error.ts";

type Asked = "day" | "sure" | "rest" | "lives" | null;

/** Here the owner tells that the pet has died, is asked twice, and can take it back at any time. */
export function InMemoryCard({ pet }: { pet: Agent }) {
  const { name, diedOn = null, atRest = null } = pet;
  const client = useQueryClient();
  const [asked, ask] = useState<Asked>(null);
  const [day, setDay] = useState("");
  const change = useMutation({
    mutationFn: (body: { diedOn: string | null; isAtRest: boolean }) =>
      call(setInMemory, { params: { id: pet.id }, body }),
    onSuccess: async () => {
      await refreshAgents(client);
      ask(null);
    },
    onError: (error) => toastError(t`That could not be saved`, error, t`Please try again`),
  });
  const dialog = { open: true, tone: "primary", busy: change.isPending, onOpenChange: onOpen } as const;
  return (
    <Card aria-label={t`In memory`}>
      <div className="flex flex-col gap-1">
        <h2 className="text-xl">{t`In memory`}</h2>
        <p className="text-ink-muted">{sentence()}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        {diedOn === null ? (
          <Button variant="outline" onClick={() => ask("day")}>{t`Tell that ${{ name }} has died`}</Button>
        ) : (
          <>
            {atRest === null ? (
              <Button variant="outline" onClick={() => ask("rest")}>{t`Put ${{ name }} to rest`}</Button>
            ) : (
              <Button
                variant="outline"
                busy={change.isPending}
                onClick={() => change.mutate({ diedOn, isAtRest: false })}
              >
                {t`Talk with ${{ name }} again`}
              </Button>
            )}
            <Button variant="ghost" onClick={() => ask("lives")}>{t`Take this back`}</Button>
          </>
        )}
      </div>
      {asked === "day" && (
        <ConfirmDialog
          {...dialog}
          title={t`When did ${{ name }} die?`}
          description={t`There is no hurry. You can change it or take it back at any time.`}
          confirmLabel={t`Go on`}
          confirmDisabled={day === ""}
          onConfirm={() => ask("sure")}
        >
          <Field label={t`Day`}>
            <Input type="date" value={day} onChange={(event) => setDay(event.target.value)} />
          </Field>
        </ConfirmDialog>
      )}
      {asked === "sure" && (
        <ConfirmDialog
          {...dialog}
          title={t`${{ name }} died on ${{ day: longDayOf(day) }}`}
          description={t`From now on ${{ name }} speaks as a memory, of what was. Walks and questions for the diary step back. Nothing is deleted.`}
          confirmLabel={t`Yes, that is right`}
          onConfirm={() => change.mutate({ diedOn: day, isAtRest: false })}
        />
      )}
      {asked === "rest" && (
        <ConfirmDialog
          {...dialog}
          title={t`Put ${{ name }} to rest?`}
          description={t`Nobody talks with ${{ name }} any more. Chats, diary and memories stay to read, and you can take it back.`}
          confirmLabel={t`Put to rest`}
          onConfirm={() => change.mutate({ diedOn, isAtRest: true })}
        />
      )}
      {asked === "lives" && (
        <ConfirmDialog
          {...dialog}
          title={t`Does ${{ name }} live?`}
          description={t`Then ${{ name }} speaks as before, and the day is forgotten.`}
          confirmLabel={t`Yes, take it back`}
          onConfirm={() => change.mutate({ diedOn: null, isAtRest: false })}
        />
      )}
    </Card>
  );

  function onOpen(open: boolean) {
    if (!open && !change.isPending) ask(null);
  }

  function sentence(): string {
    if (diedOn === null) return t`If ${{ name }} has died, you can tell it here, whenever you are ready.`;
    if (atRest !== null) return t`${{ name }} died on ${{ day: longDayOf(diedOn) }}, and has been put to rest.`;
    return t`${{ name }} died on ${{ day: longDayOf(diedOn) }}, and speaks as a memory.`;
  }
}
