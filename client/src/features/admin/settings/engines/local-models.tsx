import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import {
  cancelLocalModel,
  getLocalModelRun,
  type LocalModel,
  type LocalModelPurpose,
  type LocalModelRun,
  lookForLocalModels,
  runningPhases,
  startLocalModel,
} from "#shared/api/admin/settings/local-models.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Progress } from "@/components/ui/progress.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { call, fieldErrorsOf } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";
import { useTimeLeft } from "./time-left.ts";

const POLL_MS = 1_000;

const isUnderWay = (run: LocalModelRun | null | undefined): boolean =>
  runningPhases.some((phase) => phase === run?.phase);

type Wanted = Pick<LocalModel, "name" | "purpose"> & { baseUrl: string; contextTokens?: number };

type LocalModelsProps = {
  /** Another one than Ollama, whose model is chosen in the form. */
  onServer: (server: { baseUrl: string; models: readonly string[] }) => void;
  /** The settings have changed. */
  onUsed: () => void;
};

/** Looks at the server's machine only when somebody presses the button. What is fetched goes on without this page. */
export function LocalModels({ onServer, onUsed }: LocalModelsProps) {
  const [address, setAddress] = useState("");
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => call(lookForLocalModels, { body: { address: address.trim() === "" ? null : address } }),
    onError: (error) => {
      if (fieldErrorsOf(error).address === undefined)
        toastError(t`The search failed`, error, t`Please check your connection.`);
    },
  });
  const { data } = useQuery({
    queryKey: keys.localModelRun,
    queryFn: () => call(getLocalModelRun, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? POLL_MS : false),
  });
  const runBox = useRef<HTMLElement>(null);
  const start = useMutation({
    mutationFn: ({ name, ...wanted }: Wanted) => call(startLocalModel, { body: { model: name, ...wanted } }),
    onSuccess: (now) => client.setQueryData(keys.localModelRun, now),
    onError: (error) => toastError(t`The model is not used`, error, t`Please check your connection.`),
  });
  const { data: started } = start;
  useEffect(() => {
    // The button that was pressed is disabled now, and on a phone far from the progress.
    if (started !== undefined) runBox.current?.focus();
  }, [started]);
  const run = data?.run ?? null;
  useEnd(run, () => {
    onUsed();
    if (look.data !== undefined) look.mutate();
  });
  const busy = isUnderWay(run) || start.isPending;
  const { ollama, servers = [], problem } = look.data ?? {};
  return (
    <section
      aria-label={t`A model on this machine`}
      className="flex flex-col items-start gap-4 rounded-card bg-surface-sunken p-4"
    >
      <p className="text-ink-muted">{t`A free model can run on this machine: look for it, then use it.`}</p>
      <Button variant="outline" size="sm" busy={look.isPending} onClick={() => look.mutate()}>
        {look.isPending ? t`Looking...` : t`Look for a model on this machine`}
      </Button>
      {!look.isIdle && (
        <Field
          label={t`Ollama's address`}
          hint={t`Only where it runs on another machine.`}
          error={fieldErrorsOf(look.error).address}
        >
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="http://127.0.0.1:11434"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              // Not the form around it.
              event.preventDefault();
              look.mutate();
            }}
          />
        </Field>
      )}
      <section
        ref={runBox}
        aria-label={t`The last model`}
        tabIndex={-1}
        className={run === null ? "hidden" : "w-full scroll-mt-24 rounded-card"}
      >
        {run !== null && (
          <Run
            run={run}
            onAgain={busy ? null : (chosen) => start.mutate({ ...wantedOf(run), ...chosen })}
            onCanceled={() => runBox.current?.focus()}
          />
        )}
      </section>
      <div role="status" className="flex w-full flex-col items-start gap-4 empty:hidden">
        {problem !== null && problem !== undefined && <p className="wrap-anywhere">{problem}</p>}
        {ollama && (
          <Offers
            {...ollama}
            disabled={busy}
            onUse={({ name, purpose }) => start.mutate({ name, purpose, baseUrl: ollama.baseUrl })}
          />
        )}
        {servers.map((server) => (
          <Button
            key={server.baseUrl}
            variant="outline"
            size="sm"
            className="h-auto whitespace-normal py-1.5 text-start"
            onClick={() => onServer(server)}
          >{t`Use ${{ name: server.name }} at ${{ baseUrl: server.baseUrl }} (${{ count: countOf(server.models.length) }})`}</Button>
        ))}
      </div>
    </section>
  );
}

const wantedOf = ({ model: name, purpose, baseUrl }: LocalModelRun): Wanted => ({ name, purpose, baseUrl });

const countOf = (count: number) => (count === 0 ? "no models yet" : count === 1 ? "one model" : `${count} models`);

/** Calls when what was under way on this page has come to a good end. */
function useEnd(run: LocalModelRun | null, onDone: () => void): void {
  const wasUnderWay = useRef(false);
  const phase = run?.phase;
  useEffect(() => {
    if (phase === "done" && wasUnderWay.current) onDone();
    wasUnderWay.current = isUnderWay(run);
  });
}

type OffersProps = {
  memoryGigabytes: number | null;
  models: readonly LocalModel[];
  disabled: boolean;
  onUse: (model: LocalModel) => void;
};

const headings: Record<LocalModelPurpose, string> = {
  chat: t`For answers`,
  embedding: t`To find what is meant where the words differ`,
};

function Offers({ memoryGigabytes, models, disabled, onUse }: OffersProps) {
  const of = (purpose: LocalModelPurpose) => models.filter((model) => model.purpose === purpose);
  const hasChat = of("chat").some(({ inUse }) => inUse);
  const shown: readonly LocalModelPurpose[] = hasChat ? ["chat", "embedding"] : ["chat"];
  return shown.map((purpose) => (
    <section key={purpose} aria-label={headings[purpose]} className="flex w-full flex-col gap-2">
      <h3 className="font-bold">{headings[purpose]}</h3>
      <ul className="flex flex-col divide-y divide-line">
        {of(purpose).map((model) => (
          <li key={model.name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <Offer model={model} memoryGigabytes={memoryGigabytes} />
            {!model.inUse && (
              <Button
                variant="outline"
                size="sm"
                disabled={disabled}
                aria-label={t`Use ${{ name: model.name }}`}
                onClick={() => onUse(model)}
              >
                {model.isHere ? t`Use` : t`Fetch and use`}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Offer({ model, memoryGigabytes }: { model: LocalModel; memoryGigabytes: number | null }) {
  const { name, gigabytes, license, goodAt, isHere, fits, inUse } = model;
  const facts = [`${gigabytes.toFixed(1)} GB`, license, goodAt].filter((fact) => fact !== null);
  return (
    <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="wrap-anywhere">{name}</strong>
        {inUse ? (
          <Badge tone="success">{t`In use`}</Badge>
        ) : (
          isHere && <Badge tone="secondary">{t`Here already`}</Badge>
        )}
      </span>
      <span className="text-ink-muted text-sm">{facts.join(" · ")}</span>
      {fits === false && memoryGigabytes !== null && (
        <span className="text-danger text-sm">{t`Needs more memory than the ${{ memoryGigabytes: memoryGigabytes.toFixed(0) }} GB of this machine.`}</span>
      )}
    </div>
  );
}

type RunProps = {
  run: LocalModelRun;
  onAgain: ((chosen?: { contextTokens: number }) => void) | null;
  onCanceled: () => void;
};

function Run({ run, onAgain, onCanceled }: RunProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => call(cancelLocalModel, {}),
    onSuccess: (now) => {
      client.setQueryData(keys.localModelRun, now);
      onCanceled();
    },
    onError: (error) => toastError(t`It was not canceled`, error, t`Please check your connection.`),
  });
  const left = useTimeLeft(run);
  if (!isUnderWay(run)) {
    if (run.phase === "canceled") return <p role="status">{run.sentence}</p>;
    const Icon = run.phase === "done" ? CircleCheck : CircleAlert;
    return (
      <div className="flex flex-col items-start gap-2">
        <p role="status" className={run.phase === "done" ? "flex gap-1.5 text-success" : "flex gap-1.5 text-danger"}>
          <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
          <span className="wrap-anywhere min-w-0 font-semibold text-sm leading-6">{run.sentence}</span>
        </p>
        {run.phase === "failed" && onAgain !== null && <Again run={run} onAgain={onAgain} />}
      </div>
    );
  }
  const percent = run.phase === "fetching" && run.total > 0 ? (100 * run.completed) / run.total : null;
  return (
    <div className="flex w-full flex-col items-start gap-2">
      <p role="status" className="font-semibold text-sm">
        {phases[run.phase](run.model)}
      </p>
      {percent !== null && percent >= 25 && (
        <p role="status" className="sr-only">{t`${25 * Math.floor(percent / 25)} percent fetched`}</p>
      )}
      <Progress value={percent} aria-label={t`Progress of ${{ model: run.model }}`} />
      <p className="text-ink-muted text-sm">
        {percent === null ? t`You can leave this page: it goes on by itself.` : howFar(run, left)}
      </p>
      <Button variant="outline" size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
        {cancel.isPending ? t`Canceling...` : t`Cancel`}
      </Button>
    </div>
  );
}

function Again({
  run: { model, smallerContext },
  onAgain,
}: {
  run: LocalModelRun;
  onAgain: NonNullable<RunProps["onAgain"]>;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {smallerContext !== null && (
        <Button variant="outline" size="sm" onClick={() => onAgain({ contextTokens: smallerContext })}>
          {t`Use ${{ model }} with a smaller context`}
        </Button>
      )}
      <Button variant="outline" size="sm" onClick={() => onAgain()}>{t`Try ${{ model }} again`}</Button>
    </div>
  );
}

function howFar(run: { completed: number; total: number }, left: string | null): string {
  const [completed, total] = [gigabytesOf(run.completed), gigabytesOf(run.total)];
  return left === null
    ? t`${completed} of ${total} GB. You can leave this page: it goes on by itself.`
    : t`${completed} of ${total} GB, ${left}. You can leave this page: it goes on by itself.`;
}

const gigabytesOf = (bytes: number): string => (bytes / 1e9).toFixed(1);

const phases: Record<LocalModelRun["phase"], (model: string) => string> = {
  fetching: (model) => t`Ollama fetches ${model}...`,
  preparing: (model) => t`${model} is loaded with room for a whole diary...`,
  testing: (model) => t`${model} is tested with as much as a pet asks...`,
  done: () => "",
  failed: () => "",
  canceled: () => "",
};
