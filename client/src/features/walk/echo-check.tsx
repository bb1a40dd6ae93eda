import { useMutation } from "@tanstack/react-query";
import { Ear } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Echo, measureEcho } from "@/components/audio/measure-echo.ts";
import type { ClipOutcome } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { talkOver } from "./walk-settings.ts";

type EchoCheckProps = {
  name: string;
  /** Lets the pet speak, until the signal is aborted. */
  play: (signal: AbortSignal) => Promise<ClipOutcome>;
};

/** Measures whether the microphone hears the pet, which decides whether one can talk over it. Ends when it is left. */
export function EchoCheck({ name, play }: EchoCheckProps) {
  const ending = useRef<AbortController | null>(null);
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => () => ending.current?.abort(), []);
  const check = useMutation({
    mutationFn: () => {
      ending.current = new AbortController();
      const { signal } = ending.current;
      return measureEcho(() => play(signal), signal);
    },
    onSuccess: (echo) => {
      if (echo === "cancelled" || echo === "heard") talkOver.choose(echo === "cancelled" ? "on" : "off");
    },
  });
  // On a phone it would stand below what is seen.
  useEffect(() => {
    if (check.data !== undefined) told.current?.scrollIntoView({ block: "nearest" });
  }, [check.data]);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-muted">{`Would you like to talk over ${name}? Then be quiet for a moment: ${name} speaks once more, and the microphone listens whether it hears that.`}</p>
      <Button variant="outline" busy={check.isPending} onClick={() => check.mutate()}>
        {!check.isPending && <Ear aria-hidden="true" />}
        <span>{check.isPending ? "Listening..." : "Check talking over"}</span>
      </Button>
      <p ref={told} role="status" className="scroll-mb-5 font-bold empty:-mt-3">
        {check.data !== undefined && results[check.data](name)}
      </p>
    </div>
  );
}

const results: Record<Echo, (name: string) => string> = {
  cancelled: (name) =>
    `The microphone does not hear ${name}. Talking over is switched on. If ${name} sounded like a phone call just now, switch it off below.`,
  heard: (name) => `The microphone hears ${name} too well. Talking over is switched off; headphones would help.`,
  "too loud": () => "It is too loud here to tell. Nothing was changed; try again where it is quieter.",
  failed: () => "That could not be measured. Allow the microphone, and try again.",
};
