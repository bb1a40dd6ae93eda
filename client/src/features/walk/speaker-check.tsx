import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Ear, Volume2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { testVoice } from "#shared/api/voice.ts";
import { type Echo, measureEcho } from "@/components/audio/measure-echo.ts";
import { type ClipOutcome, clipState, playClip, stopClip } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { call } from "@/lib/api.ts";
import { talkOver } from "./walk-settings.ts";

type Answer = "yes" | "no" | "headphones";

/** Plays the pet's voice and asks where it was heard, because a page can't know which speaker is used. */
export function SpeakerCheck({ agent }: { agent: Agent }) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const left = useLeaving();
  const play = async (signal: AbortSignal): Promise<ClipOutcome> => {
    const text = `${agent.name} here! Can you hear me from the collar?`;
    const body = { text, voiceName: agent.voiceName };
    const { audioUrl } = await call(testVoice, { body }, { signal });
    signal.throwIfAborted();
    signal.addEventListener("abort", () => {
      if (clipState(audioUrl) !== "idle") stopClip();
    });
    return playClip({ url: audioUrl, title: agent.name, artworkUrl: agent.avatarUrl });
  };
  const { cancel, ...echo } = useEchoCheck(play);
  const check = useMutation({
    mutationFn: () => play(left()),
    onMutate: () => {
      cancel();
      setAnswer(null);
    },
  });
  const isHeard = check.data === "ended" || check.data === "stopped";
  // In the tap of the answer, as browsers need one for the microphone.
  const take = (given: Answer) => {
    setAnswer(given);
    if (given !== "no") echo.measure();
  };

  return (
    <div className="flex flex-col gap-3">
      <Button variant="outline" size="lg" busy={check.isPending} onClick={() => check.mutate()}>
        {!check.isPending && <Volume2 aria-hidden="true" />}
        <span>{check.isPending ? t`${{ name: agent.name }} is speaking...` : t`Check the speaker`}</span>
      </Button>
      <div role="status" className="flex flex-col gap-3 empty:-mt-3">
        {check.isError && (
          <p>{t`${{ name: agent.name }}'s voice could not be fetched, so the speaker was not checked. Check your connection and try again, or start the walk without it.`}</p>
        )}
        {check.isSuccess && !isHeard && <p>{t`This device did not play the sound. Please tap once more.`}</p>}
        {check.isSuccess && isHeard && answer === null && <Question onAnswer={take} />}
        {(answer === "yes" || answer === "headphones") && (
          <p className="font-bold text-success">{t`Good. Off you go!`}</p>
        )}
        {answer === "yes" && (
          <p className="text-ink-muted">{t`If ${{ name: agent.name }} sounds like a phone call on the walk, switch off calls for the speaker in the Bluetooth settings.`}</p>
        )}
        {answer === "no" && <Advice />}
      </div>
      {(answer === "yes" || answer === "headphones") && <EchoCheck name={agent.name} {...echo} />}
    </div>
  );
}

/** A signal that is aborted when the screen is left: a voice that comes late would talk into the walk. */
function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController | null>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  return () => {
    leaving.current = new AbortController();
    return leaving.current.signal;
  };
}

function Question({ onAnswer }: { onAnswer: (answer: Answer) => void }) {
  return (
    <>
      <p className="font-bold">{t`Did the sound come from the collar?`}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" className="flex-1" onClick={() => onAnswer("yes")}>
          {t`Yes`}
        </Button>
        <Button variant="outline" className="flex-1" onClick={() => onAnswer("no")}>
          {t`No`}
        </Button>
        <Button variant="outline" className="w-full" onClick={() => onAnswer("headphones")}>
          {t`From my headphones`}
        </Button>
      </div>
    </>
  );
}

function Advice() {
  return (
    <>
      <p>{t`A page can't choose the speaker: the sound goes where your device sends it.`}</p>
      <ol className="flex list-decimal flex-col gap-1.5 ps-5">
        <li>{t`Switch the collar speaker on, close to this device.`}</li>
        <li>{t`Connect it in this device's Bluetooth settings.`}</li>
        <li>{t`On an iPhone, choose it in Control Center under AirPlay.`}</li>
        <li>{t`Turn up the media volume, here and on the speaker.`}</li>
        <li>{t`Then check again.`}</li>
      </ol>
    </>
  );
}

/**
 * Measures whether the microphone hears the pet, which decides whether one can talk over it. Ends when it is left.
 * @param play lets the pet speak, until the signal is aborted
 */
function useEchoCheck(play: (signal: AbortSignal) => Promise<ClipOutcome>) {
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const { mutate, isPending, data } = useMutation({
    mutationFn: () => {
      ending.current = new AbortController();
      const { signal } = ending.current;
      return measureEcho(() => play(signal), signal);
    },
    onSuccess: (echo) => {
      if (echo === "cancelled" || echo === "heard") talkOver.choose(echo === "cancelled" ? "on" : "off");
    },
  });
  const cancel = () => ending.current?.abort();
  return { measure: () => mutate(), cancel, isMeasuring: isPending, result: data };
}

type EchoCheckProps = Omit<ReturnType<typeof useEchoCheck>, "cancel"> & { name: string };

function EchoCheck({ name, measure, isMeasuring, result }: EchoCheckProps) {
  const told = useRef<HTMLParagraphElement>(null);
  // On a phone it would stand below what is seen.
  useEffect(() => {
    if (result !== undefined) told.current?.scrollIntoView({ block: "nearest" });
  }, [result]);
  return (
    <div className="flex flex-col gap-3">
      {isMeasuring && (
        <p className="text-ink-muted">{t`Be quiet for a moment: ${name} speaks once more, and the microphone listens whether you could talk over that.`}</p>
      )}
      <Button variant="outline" busy={isMeasuring} onClick={measure}>
        {!isMeasuring && <Ear aria-hidden="true" />}
        <span>{isMeasuring ? t`Listening...` : t`Measure again`}</span>
      </Button>
      <p ref={told} role="status" className="scroll-mb-5 font-bold empty:-mt-3">
        {result !== undefined && results[result](name)}
      </p>
    </div>
  );
}

const results: Record<Echo, (name: string) => string> = {
  cancelled: (name) =>
    t`The microphone does not hear ${name}. Talking over is switched on. If ${name} sounded like a phone call just now, switch it off under More settings.`,
  heard: (name) => t`The microphone hears ${name} too well. Talking over is switched off; headphones would help.`,
  "too loud": () => t`It is too loud here to tell. Nothing was changed; try again where it is quieter.`,
  failed: () => t`That could not be measured. Allow the microphone, and try again.`,
};
