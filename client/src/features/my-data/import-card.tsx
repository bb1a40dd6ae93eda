import { plural, t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { FileArchive } from "lucide-react";
import { useRef, useState } from "react";
import { type ArchivedPet, type ImportSummary, importPet } from "#shared/api/my-data.ts";
import { limits } from "#shared/limits.ts";
import type { BodyOf } from "#shared/route.ts";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, serverMessageOf } from "@/lib/api.ts";
import { sendWithProgress } from "@/lib/upload-progress.ts";
import { myDataKey } from "./api.ts";

const MAX_MEGABYTES = limits.archive.bytes / 1024 / 1024;

export function ImportCard({ refusal }: { refusal: string | null }) {
  const { state, start, choose, answer, reset } = useImport();
  const picker = useRef<HTMLInputElement>(null);
  const isBusy = state.step === "sending";
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t`Import a pet`}</CardTitle>
        <CardDescription>{t`From a file (a ZIP) that was downloaded here, in this account or another: the pet with its diary, memories, documents, chats and picture. Up to ${MAX_MEGABYTES} MB; a larger one may fit without the spoken replies.`}</CardDescription>
      </CardHeader>
      {state.step === "done" && <Summary summary={state.summary} onAgain={reset} />}
      {state.step === "failed" && (
        <Notice
          tone="error"
          title={t`Nothing was imported`}
          action={
            <Button variant="outline" onClick={() => void start(state.file)}>
              {t`Try again`}
            </Button>
          }
        >
          {state.reason}
        </Notice>
      )}
      {state.step === "choosing" && <Choice pets={state.pets} onChoose={choose} onCancel={reset} />}
      {state.step === "whose" && <Whose person={state.person} memories={state.memories} onAnswer={answer} />}
      {isBusy && (
        <div className="flex flex-col gap-2" role="status">
          <span className="font-semibold">{state.percent === 100 ? t`Importing...` : t`Uploading...`}</span>
          <Progress
            value={state.percent === 100 ? null : state.percent}
            aria-label={t`Importing ${{ name: state.file.name }}`}
          />
        </div>
      )}
      {refusal !== null && state.step !== "done" && <p className="text-ink-muted">{refusal}</p>}
      {refusal === null && (state.step === "idle" || state.step === "failed") && (
        <div>
          <Button variant="secondary" onClick={() => picker.current?.click()}>
            <FileArchive aria-hidden="true" />
            <span>{t`Choose ZIP`}</span>
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".zip,application/zip"
            aria-label={t`ZIP with a pet`}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file !== undefined) void start(file);
            }}
          />
        </div>
      )}
    </Card>
  );
}

type ChoiceProps = { pets: ArchivedPet[]; onChoose: (folder: string) => void; onCancel: () => void };

function Choice({ pets, onChoose, onCancel }: ChoiceProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="font-bold">{t`There are several pets in this file. Which one shall come?`}</p>
      <ul aria-label={t`Pets in the ZIP`} className="flex flex-col gap-2">
        {pets.map((pet) => (
          <li key={pet.folder} className="flex flex-wrap items-center gap-3 rounded-control bg-surface-sunken p-3">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere block font-bold">{pet.name}</span>
              <span className="block text-ink-muted text-sm">
                {`${plural(pet.diaryAnswers, { one: "# diary answer", other: "# diary answers" })}, ${plural(pet.documents, { one: "# document", other: "# documents" })}, ${plural(pet.chats, { one: "# chat", other: "# chats" })}`}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={t`Import ${{ name: pet.name }}`}
              onClick={() => onChoose(pet.folder)}
            >
              {t`Import`}
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}

type WhoseProps = { person: string; memories: number; onAnswer: (person: "me" | "somebody_else") => void };

/** What a person told a pet is told to that person alone. */
function Whose({ person, memories, onAnswer }: WhoseProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere font-bold">{t`Are you ${person}?`}</p>
      <p className="text-ink-muted">
        {t`This file holds ${plural(memories, { one: "# thing", other: "# things" })} that ${person} told the pet about themselves. Only that person may hear them again.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onAnswer("me")}>
          {t`Yes, that is me`}
        </Button>
        <Button variant="outline" onClick={() => onAnswer("somebody_else")}>
          {t`No, leave them out`}
        </Button>
      </div>
    </div>
  );
}

function Summary({ summary, onAgain }: { summary: ImportSummary; onAgain: () => void }) {
  const parts = [
    plural(summary.diaryAnswers, { one: "# diary answer", other: "# diary answers" }),
    plural(summary.documents, { one: "# document", other: "# documents" }),
    ...(summary.photos > 0 ? [plural(summary.photos, { one: "# photo", other: "# photos" })] : []),
    t`${plural(summary.chats, { one: "# chat", other: "# chats" })} with ${plural(summary.messages, { one: "# message", other: "# messages" })}`,
    ...(summary.memories > 0 ? [plural(summary.memories, { one: "# memory", other: "# memories" })] : []),
    ...(summary.audio > 0 ? [plural(summary.audio, { one: "# spoken reply", other: "# spoken replies" })] : []),
  ];
  return (
    <Notice
      tone="success"
      title={t`${{ name: summary.name }} is here`}
      action={
        <Button variant="outline" onClick={onAgain}>
          {t`Done`}
        </Button>
      }
    >
      <p>{`${parts.join(", ")}.`}</p>
      {summary.remarks.length > 0 && (
        <ul className="mt-2 list-disc ps-5">
          {summary.remarks.map((remark) => (
            <li key={remark} className="wrap-anywhere">
              {remark}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

type ImportState =
  | { step: "idle" }
  /** `percent` of the bytes are sent; at 100 the server reads them. */
  | { step: "sending"; file: File; percent: number }
  | { step: "choosing"; file: File; pets: ArchivedPet[] }
  | { step: "whose"; file: File; folder: string; person: string; memories: number }
  | { step: "failed"; file: File; reason: string }
  | { step: "done"; summary: ImportSummary };

/** The file is kept because it may be sent twice. */
function useImport() {
  const client = useQueryClient();
  const [state, setState] = useState<ImportState>({ step: "idle" });

  async function start(file: File, body: BodyOf<typeof importPet> = {}): Promise<void> {
    if (file.size > limits.archive.bytes) {
      setState({ step: "failed", file, reason: t`The file is too large: up to ${MAX_MEGABYTES} MB can be taken.` });
      return;
    }
    setState({ step: "sending", file, percent: 0 });
    try {
      const send = sendWithProgress(({ sent, total }) =>
        setState({ step: "sending", file, percent: total === 0 ? 0 : Math.floor((100 * sent) / total) }),
      );
      const result = await call(importPet, { file, body }, { fetch: send });
      if (result.outcome === "choose") {
        setState({ step: "choosing", file, pets: result.pets });
        return;
      }
      if (result.outcome === "whose") {
        const { folder, person, memories } = result;
        setState({ step: "whose", file, folder, person, memories });
        return;
      }
      setState({ step: "done", summary: result.summary });
      await Promise.all([refreshAgents(client), client.invalidateQueries({ queryKey: myDataKey })]);
    } catch (error) {
      const reason = serverMessageOf(error) ?? t`The ZIP could not be sent. Please try again.`;
      setState({ step: "failed", file, reason });
    }
  }

  return {
    state,
    start: (file: File) => start(file),
    choose: (folder: string) => {
      if (state.step === "choosing") void start(state.file, { folder });
    },
    answer: (person: "me" | "somebody_else") => {
      if (state.step === "whose") void start(state.file, { folder: state.folder, person });
    },
    reset: () => setState({ step: "idle" }),
  };
}
