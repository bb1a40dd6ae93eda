import { t } from "@lingui/core/macro";
import { ArrowUp, CircleAlert, RotateCcw, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Spinner } from "@/components/ui/loading.tsx";
import { cn } from "@/lib/cn.ts";
import type { VoiceInput, VoiceState } from "./voice-state.ts";

/** Seconds after which the clock also shows how long a recording may be. */
const NEAR_THE_END_S = limits.recordingSeconds - 15;

/** Replaces the text field while a person speaks, and until the recognized text is there. */
export function VoiceBar({ voice }: { voice: VoiceInput }) {
  const { state, tap, cancel } = voice;
  const { at } = state;
  const bar = useRef<HTMLFieldSetElement>(null);
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (at !== "closed") (main.current ?? bar.current)?.focus();
  }, [at]);
  useEscape(at === "opening" || at === "listening", cancel);

  return (
    <fieldset ref={bar} tabIndex={-1} aria-label={t`Your recording`} className="min-w-0 flex-1 outline-none">
      {state.at === "kept" ? (
        <div className="flex flex-wrap items-center justify-end gap-2">
          <p className="min-w-0 flex-1 basis-64 px-2 text-sm">{state.why}</p>
          <div className="flex gap-2">
            <Button ref={state.next === "none" ? main : null} variant="outline" onClick={cancel}>
              <Trash2 aria-hidden="true" />
              <span>{t`Discard`}</span>
            </Button>
            {state.next !== "none" && (
              <Button ref={main} variant="secondary" onClick={tap}>
                {state.next === "retry" ? <RotateCcw aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
                <span>{state.next === "retry" ? t`Try again` : t`Send`}</span>
              </Button>
            )}
          </div>
        </div>
      ) : (
        <div className="flex items-center gap-2">
          <Button variant="ghost" size="icon" className="size-13" aria-label={t`Cancel recording`} onClick={cancel}>
            <Trash2 aria-hidden="true" />
          </Button>
          <div className="flex min-h-13 min-w-0 flex-1 items-center gap-3 rounded-bubble bg-secondary-soft px-4">
            <Progress voice={voice} />
          </div>
          {at === "listening" && (
            <Button
              ref={main}
              variant="secondary"
              // As wide as the two buttons that it replaces, so that a second tap in the same place hits it.
              className="min-h-13 min-w-28"
              aria-label={t`Stop recording and send`}
              onKeyDown={(event) => {
                // A repeat means that the key which started the recording is still held.
                if (event.repeat) event.preventDefault();
              }}
              onClick={tap}
            >
              <ArrowUp aria-hidden="true" />
              <span>{t`Send`}</span>
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}

/** The state for screen readers. Always mounted, because they don't read a live region that is new. */
export function VoiceStatus({ voice: { state, hint } }: { voice: VoiceInput }) {
  return (
    <p role="status" className="sr-only">
      {state.at === "closed" ? hint : announcements(state)}
    </p>
  );
}

/** Tells how to allow or connect the microphone, after it could not be used. */
export function VoiceHint({ hint, id, className }: { hint: string; id?: string; className?: string }) {
  return (
    <p id={id} className={cn("flex items-start gap-1.5 font-semibold text-danger text-sm", className)}>
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>{hint}</span>
    </p>
  );
}

function announcements(state: VoiceState): string {
  if (state.at === "listening") return t`Recording. Press Enter to send, Escape to cancel.`;
  if (state.at === "understanding")
    return state.isSlow ? t`This takes longer than usual. Nothing is lost.` : t`Turning your words into text.`;
  return state.at === "kept" ? state.why : "";
}

function Progress({ voice: { state, heard, recording } }: { voice: VoiceInput }) {
  if (state.at === "opening") return <span className="truncate text-ink-muted">{t`Opening the microphone...`}</span>;
  if (state.at === "listening") {
    return (
      <>
        <span aria-hidden="true" className="size-2.5 shrink-0 animate-breathe rounded-full bg-danger" />
        {recording !== null && <Timer startedAt={recording.startedAt} />}
        {recording !== null && heard === "" ? (
          <Waveform level={recording.level} />
        ) : (
          <Words text={heard === "" ? t`Listening...` : heard} />
        )}
      </>
    );
  }
  if (state.at !== "understanding") return null;
  return (
    <>
      <Spinner className="size-5 text-secondary" />
      <span className="truncate">{progressOf(state)}</span>
    </>
  );
}

function progressOf({ progress, isSlow }: Extract<VoiceState, { at: "understanding" }>): string {
  if (progress !== undefined) return t`Sending ${{ round: Math.round(100 * progress) }}%`;
  return isSlow ? t`Still understanding...` : t`Understanding...`;
}

/** The newest words of a text that grows. Not a live region: a screen reader would read every word of it again and again. */
function Words({ text }: { text: string }) {
  return (
    <span className="flex max-h-[5.5rem] min-w-0 flex-1 flex-col-reverse overflow-hidden py-2">
      <span>{text}</span>
    </span>
  );
}

function Timer({ startedAt }: { startedAt: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - startedAt) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [startedAt]);
  return (
    <span role="timer" className="shrink-0 font-semibold tabular-nums">
      <span>{minutes(seconds)}</span>
      {seconds >= NEAR_THE_END_S && (
        <span className="font-normal text-ink-muted">{` / ${minutes(limits.recordingSeconds)}`}</span>
      )}
    </span>
  );
}

/** Seconds as m:ss. */
const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Runs at Escape, wherever the focus is. */
function useEscape(isWanted: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) latest.current();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isWanted]);
}

const BARS = 60;
const TICK_MS = 80;
/** Milliseconds between bars where the person prefers reduced motion. */
const CALM_TICK_MS = 1000;
const FLOOR = 0.08;

/** Bars for the loudness of the last moments, the newest on the right. */
function Waveform({ level }: { level: () => number }) {
  const [bars, setBars] = useState<{ at: number; height: number }[]>([]);
  useEffect(() => {
    const isCalm = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
    let at = 0;
    const timer = setInterval(
      () => {
        at += 1;
        const bar = { at, height: Math.max(FLOOR, level()) };
        setBars((before) => [...before.slice(1 - BARS), bar]);
      },
      isCalm ? CALM_TICK_MS : TICK_MS,
    );
    return () => clearInterval(timer);
  }, [level]);
  return (
    <span aria-hidden="true" className="flex h-8 min-w-0 flex-1 items-center justify-end gap-0.5 overflow-hidden">
      {bars.map(({ at, height }) => (
        <span
          key={at}
          className="w-[3px] shrink-0 rounded-full bg-secondary"
          style={{ height: `${Math.round(height * 100)}%` }}
        />
      ))}
    </span>
  );
}
