import { MicrophoneError } from "@/components/audio/microphone-stream.ts";
import { openMicrophone } from "@/components/audio/open-microphone.ts";
import { createSpeechRecognition, recognitionTrouble, transcriptOf } from "@/components/audio/speech-recognition.ts";
import { UtteranceCutter } from "@/components/audio/utterance-cutter.ts";
import { wavOf } from "@/components/audio/wav.ts";
import type { Happened } from "./walk-machine.ts";
import { microphoneTrouble, nothingListens, notUnderstood } from "./walk-trouble.ts";

/** Listens to one utterance, or until it is closed. */
export interface Listener {
  setPause: (ms: number) => void;
  close: () => void;
}

interface ListenerOptions {
  context: AudioContext;
  /** BCP 47. */
  language: string;
  pauseMs: number;
  tell: (event: Happened) => void;
  /** Gets the loudness within the voice band, 0..1. */
  onLevel: (level: number) => void;
}

/** An ordinary voice has an RMS of 0.05 to 0.2 at the microphone, which this scales for the meter. */
const GAIN = 6;

/** Records one utterance, which the server then turns into text. */
export function listenForServer({ context, pauseMs, tell, onLevel }: ListenerOptions): Listener {
  const cutter = new UtteranceCutter(pauseMs);
  let close = () => {};
  let isClosed = false;
  const onBlock = (block: Float32Array) => {
    const heard = cutter.push(block);
    onLevel(Math.min(1, cutter.level * GAIN));
    for (const one of heard) {
      if (one.type === "utterance") return tell({ type: "recorded", recording: wavOf(one.chunks) });
      tell({ type: one.type === "start" ? "hearing" : "noise" });
    }
  };
  const onLost = () => tell({ type: "failed", trouble: microphoneTrouble.taken });
  openMicrophone({ context, onBlock, onLost }).then(
    (microphone) => {
      if (isClosed) return microphone.close();
      close = microphone.close;
      tell({ type: "opened" });
    },
    (error: unknown) => {
      const trouble = error instanceof MicrophoneError ? error.trouble : "unsupported";
      if (!isClosed) tell({ type: "failed", trouble: microphoneTrouble[trouble] });
    },
  );
  return {
    setPause: (ms) => {
      cutter.pauseMs = ms;
    },
    close() {
      isClosed = true;
      onLevel(0);
      close();
    },
  };
}

/** Browsers end a silent recognition after some seconds. If it ends sooner than this, something is wrong. */
const SHORTEST_SILENCE_MS = 1000;

/** Uses the browser's own recognition, for servers that have none. */
export function listenInBrowser({ language, pauseMs, tell }: ListenerOptions): Listener {
  const recognition = createSpeechRecognition(language);
  if (recognition === null) {
    queueMicrotask(() => tell({ type: "failed", trouble: nothingListens }));
    return { setPause: () => {}, close: () => {} };
  }
  let pause = pauseMs;
  let text = "";
  let startedAt = 0;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    startedAt = Date.now();
    try {
      recognition.start();
    } catch {
      queueMicrotask(() => tell({ type: "failed", trouble: microphoneTrouble.taken }));
    }
  };
  recognition.addEventListener("start", () => !isClosed && tell({ type: "opened" }));
  recognition.onresult = ({ results }) => {
    if (isClosed) return;
    text = transcriptOf(results);
    if (text !== "") tell({ type: "words", text });
    clearTimeout(timer);
    timer = setTimeout(() => recognition.stop(), pause);
  };
  recognition.onerror = ({ error }) => {
    const trouble = recognitionTrouble(error);
    if (isClosed || trouble === null) return;
    isClosed = true;
    tell({ type: "failed", trouble: trouble === "not understood" ? notUnderstood : microphoneTrouble[trouble] });
  };
  recognition.onend = () => {
    if (isClosed) return;
    if (text !== "") tell({ type: "understood", text });
    else if (Date.now() - startedAt < SHORTEST_SILENCE_MS) tell({ type: "nothing" });
    else begin();
  };
  begin();
  return {
    setPause: (ms) => {
      pause = ms;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      recognition.abort();
    },
  };
}
