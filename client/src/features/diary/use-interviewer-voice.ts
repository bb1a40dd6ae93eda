import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { testVoice } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { interviewerVoice } from "#shared/voices.ts";
import { playClip, stopClip } from "@/components/audio/player.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";

export interface InterviewerVoice {
  isOn: boolean;
  toggle: () => void;
  /** Waits for earlier texts to end. */
  say: (text: string, language: string) => void;
  hush: () => void;
}

/** The first failure turns the voice off; the interview goes on in text. */
export function useInterviewerVoice(): InterviewerVoice {
  const [isOn, setIsOn] = useState(true);
  const [line] = useState(createLine);
  useEffect(() => () => line.hush(), [line]);

  const speech = useMutation({
    mutationFn: async ({ text, language, isCurrent }: QueuedPiece) => {
      const { audioUrl } = await call(testVoice, { body: { text, voiceName: interviewerVoice(language) } });
      if (!isCurrent()) return;
      const outcome = await playClip({ url: audioUrl, title: t`Will` });
      if (outcome === "unplayable" || outcome === "failed") throw new Error(`The clip is ${outcome}.`);
    },
    onError: (_error, { isCurrent }) => {
      if (!isCurrent()) return;
      line.hush();
      setIsOn(false);
      toast({
        title: t`Voice synthesis unavailable`,
        description: t`Continuing in text-only mode`,
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
    say: (text, language) => {
      const pieces = piecesToSpeak(text).map((piece) => ({ text: piece, language }));
      if (isOn) line.add(pieces, (turn) => speak.current(turn));
    },
    hush: line.hush,
  };
}

/** Whole sentences, at most `longest` characters each; longer sentences are cut at words. */
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

type Piece = { text: string; language: string };
type QueuedPiece = Piece & { isCurrent: () => boolean };

export function createLine() {
  let waiting: Piece[] = [];
  /** Counts the calls of `hush`: a piece that was fetched before the last one is not played. */
  let round = 0;
  let speaking: number | null = null;
  async function drain(speak: (piece: QueuedPiece) => Promise<void>): Promise<void> {
    const own = round;
    speaking = own;
    try {
      while (own === round) {
        const piece = waiting.shift();
        if (piece === undefined) return;
        await speak({ ...piece, isCurrent: () => own === round });
      }
    } catch {
      // The failure was handled where it happened.
    } finally {
      if (speaking === own) speaking = null;
    }
  }
  return {
    add(pieces: readonly Piece[], speak: (piece: QueuedPiece) => Promise<void>): void {
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
