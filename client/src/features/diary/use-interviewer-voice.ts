import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { playClip, stopClip } from "@/components/audio/player.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { testVoice } from "../../../../shared/api/voice.ts";
import { limits } from "../../../../shared/limits.ts";
import { INTERVIEWER_VOICE } from "../../../../shared/voices.ts";

export interface InterviewerVoice {
  isOn: boolean;
  toggle: () => void;
  /** After what is being said. */
  say: (text: string) => void;
  /** At once, and what was still to be said is dropped. */
  hush: () => void;
}

/** Will's voice. The first failure turns it off: the interview goes on in text. */
export function useInterviewerVoice(): InterviewerVoice {
  const [isOn, setIsOn] = useState(true);
  const [line] = useState(createLine);
  useEffect(() => () => line.hush(), [line]);

  const speech = useMutation({
    mutationFn: async ({ text, isCurrent }: { text: string; isCurrent: () => boolean }) => {
      const { audioUrl } = await call(testVoice, { body: { text, voiceName: INTERVIEWER_VOICE } });
      if (!isCurrent()) return;
      const outcome = await playClip({ url: audioUrl, title: "Will" });
      if (outcome === "unplayable" || outcome === "failed") throw new Error(`The clip is ${outcome}.`);
    },
    onError: (_error, { isCurrent }) => {
      if (!isCurrent()) return;
      line.hush();
      setIsOn(false);
      toast({
        title: "Voice synthesis unavailable",
        description: "Continuing in text-only mode",
        variant: "destructive",
      });
    },
  });
  const speak = useRef(speech.mutateAsync);
  useEffect(() => {
    speak.current = speech.mutateAsync;
  });

  return {
    isOn,
    toggle: () => {
      line.hush();
      setIsOn(!isOn);
    },
    say: (text) => {
      if (isOn) line.add(piecesToSpeak(text), (turn) => speak.current(turn));
    },
    hush: line.hush,
  };
}

/** Whole sentences together, as long as one call may be; a longer sentence is cut between words. */
export function piecesToSpeak(text: string, longest: number = limits.testVoiceText): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const part of sentences(text).flatMap((sentence) =>
    sentence.length > longest ? words(sentence) : [sentence],
  )) {
    if (piece.length + part.length > longest) {
      pieces.push(piece);
      piece = "";
    }
    piece += part.slice(0, longest);
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).filter((one) => /[\p{L}\p{N}]/u.test(one));
}

const sentences = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)].map(({ segment }) => segment);
const words = (text: string) =>
  [...new Intl.Segmenter("en", { granularity: "word" }).segment(text)].map(({ segment }) => segment);

type Turn = { text: string; isCurrent: () => boolean };

/** What is to be said, one after the other. */
function createLine() {
  let waiting: string[] = [];
  /** Everything up to a hush is of one round; what comes back from an earlier one is not heard any more. */
  let round = 0;
  let speaking: number | null = null;
  async function drain(speak: (turn: Turn) => Promise<void>): Promise<void> {
    const own = round;
    speaking = own;
    try {
      for (let text = waiting.shift(); text !== undefined && own === round; text = waiting.shift())
        await speak({ text, isCurrent: () => own === round });
    } catch {
      // Told where it failed.
    } finally {
      if (speaking === own) speaking = null;
    }
  }
  return {
    add(pieces: readonly string[], speak: (turn: Turn) => Promise<void>): void {
      waiting.push(...pieces);
      if (speaking === null) void drain(speak);
    },
    hush(): void {
      waiting = [];
      round += 1;
      if (speaking !== null) stopClip();
      speaking = null;
    },
  };
}
