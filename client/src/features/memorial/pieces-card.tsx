import { plural, t } from "@lingui/core/macro";
import { ArrowDown, ArrowUp, type LucideIcon, Plus, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { type Memorial, type MemorialChoice, type MemorialPiece, saveMemorial } from "#shared/api/memorial.ts";
import { limits } from "#shared/limits.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardTitle } from "@/components/ui/card.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { call } from "@/lib/api.ts";
import { useMemorialChange } from "./memorial-queries.ts";

type PiecesCardProps = { pet: Agent; memorial: Memorial };

/** What the page shows of diary and memories, and in which order. Each change is saved at once. */
export function PiecesCard({ pet, memorial: { pieces, choices } }: PiecesCardProps) {
  const [announcement, setAnnouncement] = useState("");
  const save = useMemorialChange(pet.id, (next: readonly MemorialPiece[]) =>
    call(saveMemorial, { params: { id: pet.id }, body: { pieces: [...next] } }),
  );
  const shown = save.isPending ? save.variables : pieces;
  const byKey = new Map(choices.map((choice) => [choice.id, choice]));
  const chosen = shown.flatMap(({ id }) => byKey.get(id) ?? []);
  const others = choices.filter(({ id }) => !shown.some((piece) => piece.id === id));
  const isFull = chosen.length >= limits.memorial.pieces;
  const put = (next: readonly MemorialChoice[], said: string) => {
    setAnnouncement(said);
    save.mutate(next.map(({ kind, id }) => ({ kind, id })));
  };
  const move = (piece: MemorialChoice, place: number) => {
    const rest = chosen.filter(({ id }) => id !== piece.id);
    put([...rest.slice(0, place), piece, ...rest.slice(place)], t`It is now number ${{ place: place + 1 }}`);
  };
  return (
    <Card aria-label={t`Answers and memories`}>
      <div className="flex flex-wrap items-center gap-3">
        <CardTitle>{t`Answers and memories`}</CardTitle>
        {chosen.length > 0 && (
          <Badge tone="secondary">{plural(chosen.length, { one: "# shown", other: "# shown" })}</Badge>
        )}
      </div>
      <CardDescription>
        {t`The page shows only what you choose here, in this order. When you change an answer, the page shows it changed.`}
      </CardDescription>
      {chosen.length === 0 && <p>{t`Nothing is chosen yet.`}</p>}
      {chosen.length > 0 && (
        <ol aria-label={t`Shown on the page`} className="flex flex-col divide-y divide-line">
          {chosen.map((piece, index) => (
            <Row key={piece.id} piece={piece}>
              <IconButton
                label={t`Move up`}
                Icon={ArrowUp}
                isOff={index === 0}
                onPress={() => move(piece, index - 1)}
              />
              <IconButton
                label={t`Move down`}
                Icon={ArrowDown}
                isOff={index === chosen.length - 1}
                onPress={() => move(piece, index + 1)}
              />
              <IconButton
                label={t`Don't show`}
                Icon={X}
                onPress={() =>
                  put(
                    chosen.filter(({ id }) => id !== piece.id),
                    t`It is no longer shown`,
                  )
                }
              />
            </Row>
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {others.length > 0 && (
        <Choices
          choices={others}
          isFull={isFull}
          onAdd={(piece) => put([...chosen, piece], t`It is shown at the end`)}
        />
      )}
      {choices.length === 0 && (
        <p className="text-ink-muted">{t`There are no diary answers and no pet memories yet: write some in the setup.`}</p>
      )}
    </Card>
  );
}

type ChoicesProps = { choices: readonly MemorialChoice[]; isFull: boolean; onAdd: (piece: MemorialChoice) => void };

function Choices({ choices, isFull, onAdd }: ChoicesProps) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLocaleLowerCase();
  const found = choices.filter(({ heading, text }) => `${heading ?? ""} ${text}`.toLocaleLowerCase().includes(wanted));
  return (
    <section aria-label={t`Add to the page`} className="flex flex-col gap-3">
      <h3 className="text-lg">{t`Add to the page`}</h3>
      {isFull && <p>{t`The page is full: take something off it first.`}</p>}
      <Field label={t`Search`}>
        <Input type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      {found.length === 0 && <p className="text-ink-muted">{t`Nothing here has these words.`}</p>}
      {found.length > 0 && (
        <ul aria-label={t`Not shown`} className="max-h-96 divide-y divide-line overflow-y-auto overscroll-contain pe-3">
          {found.map((piece) => (
            <Row key={piece.id} piece={piece}>
              <IconButton label={t`Show on the page`} Icon={Plus} isOff={isFull} onPress={() => onAdd(piece)} />
            </Row>
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ piece: { id, heading, text }, children }: { piece: MemorialChoice; children: ReactNode }) {
  return (
    <li aria-label={heading ?? text} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div id={`piece-${id}`} className="min-w-0 flex-1 basis-52">
        {heading !== null && (
          <p dir="auto" className="wrap-anywhere font-bold">
            {heading}
          </p>
        )}
        <p dir="auto" className="wrap-anywhere line-clamp-3">
          {text}
        </p>
      </div>
      <div className="flex gap-1">{children}</div>
    </li>
  );
}

type IconButtonProps = { label: string; Icon: LucideIcon; isOff?: boolean; onPress: () => void };

/** Where it does nothing it is not `disabled`, so that it keeps the focus for the next key. */
const IconButton = ({ label, Icon, isOff = false, onPress }: IconButtonProps) => (
  <Button
    variant="ghost"
    size="icon"
    aria-label={label}
    title={label}
    aria-disabled={isOff || undefined}
    onClick={() => !isOff && onPress()}
  >
    <Icon aria-hidden="true" />
  </Button>
);
