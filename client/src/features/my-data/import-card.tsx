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
import { countOf, myDataKey } from "./api.ts";

const MAX_MEGABYTES = limits.archive.bytes / 1024 / 1024;

export function ImportCard({ refusal }: { refusal: string | null }) {
  const { state, start, choose, answer, reset } = useImport();
  const picker = useRef<HTMLInputElement>(null);
  const isBusy = state.step === "sending";
  return (
    <Card>
      <CardHeader>
        <CardTitle>Import a pet</CardTitle>
        <CardDescription>{`From a file (a ZIP) that was downloaded here, in this account or another: the pet with its diary, memories, documents, chats and picture. Up to ${MAX_MEGABYTES} MB; a larger one may fit without the spoken replies.`}</CardDescription>
      </CardHeader>
      {state.step === "done" && <Summary summary={state.summary} onAgain={reset} />}
      {state.step === "failed" && (
        <Notice
          tone="error"
          title="Nothing was imported"
          action={
            <Button variant="outline" onClick={() => void start(state.file)}>
              Try again
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
          <span className="font-semibold">{state.percent === 100 ? "Importing..." : "Uploading..."}</span>
          <Progress value={state.percent === 100 ? null : state.percent} aria-label={`Importing ${state.file.name}`} />
        </div>
      )}
      {refusal !== null && state.step !== "done" && <p className="text-ink-muted">{refusal}</p>}
      {refusal === null && (state.step === "idle" || state.step === "failed") && (
        <div>
          <Button variant="secondary" onClick={() => picker.current?.click()}>
            <FileArchive aria-hidden="true" />
            <span>Choose ZIP</span>
          </Button>
          <input
            ref={picker}
            type="file"
            accept=".zip,application/zip"
            aria-label="ZIP with a pet"
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
      <p className="font-bold">There are several pets in this file. Which one shall come?</p>
      <ul aria-label="Pets in the ZIP" className="flex flex-col gap-2">
        {pets.map((pet) => (
          <li key={pet.folder} className="flex flex-wrap items-center gap-3 rounded-control bg-surface-sunken p-3">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere block font-bold">{pet.name}</span>
              <span className="block text-ink-muted text-sm">
                {`${countOf(pet.diaryAnswers, "diary answer")}, ${countOf(pet.documents, "document")}, ${countOf(pet.chats, "chat")}`}
              </span>
            </span>
            <Button
              variant="secondary"
              size="sm"
              aria-label={`Import ${pet.name}`}
              onClick={() => onChoose(pet.folder)}
            >
              Import
            </Button>
          </li>
        ))}
      </ul>
      <div>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
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
      <p className="wrap-anywhere font-bold">{`Are you ${person}?`}</p>
      <p className="text-ink-muted">
        {`This file holds ${countOf(memories, "thing")} that ${person} told the pet about themselves. Only that person may hear them again.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onAnswer("me")}>
          Yes, that is me
        </Button>
        <Button variant="outline" onClick={() => onAnswer("somebody_else")}>
          No, leave them out
        </Button>
      </div>
    </div>
  );
}

function Summary({ summary, onAgain }: { summary: ImportSummary; onAgain: () => void }) {
  const parts = [
    countOf(summary.diaryAnswers, "diary answer"),
    countOf(summary.documents, "document"),
    `${countOf(summary.chats, "chat")} with ${countOf(summary.messages, "message")}`,
    ...(summary.memories > 0 ? [countOf(summary.memories, "memory", "memories")] : []),
    ...(summary.audio > 0 ? [countOf(summary.audio, "spoken reply", "spoken replies")] : []),
  ];
  return (
    <Notice
      tone="success"
      title={`${summary.name} is here`}
      action={
        <Button variant="outline" onClick={onAgain}>
          Done
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
      setState({ step: "failed", file, reason: `The file is too large: up to ${MAX_MEGABYTES} MB can be taken.` });
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
      const reason = serverMessageOf(error) ?? "The ZIP could not be sent. Please try again.";
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
