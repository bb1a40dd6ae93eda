import { createSpeechRecognition, recognitionTrouble, transcriptOf } from "@/components/audio/speech-recognition.ts";
import type { EffectOutcome } from "./walk-state.ts";
import { microphoneTrouble, nothingListens, notUnderstood } from "./walk-trouble.ts";

/** Listens until it is closed; the browser's own recognition, to one utterance. */
export interface Listener {
  setPause: (ms: number) => void;
  /** Lets no utterance begin for this long, because the page itself makes a sound. */
  disregard: (ms: number) => void;
  /** From now on the pet is quiet. */
  attendOwner: () => void;
  /** From now on the pet speaks: only who talks over it counts. */
  attendPet: () => void;
  /** Ends what is being said, and gives its sound; null where nobody speaks. Its words are told no more. */
  takeSaid: () => Blob | null;
  close: () => void;
}

interface ListenerOptions {
  /** BCP 47. */
  language: string;
  pauseMs: number;
  tell: (event: EffectOutcome) => void;
}

/** Browsers end a silent recognition after some seconds. If it ends sooner than this, something is wrong. */
const SHORTEST_SILENCE_MS = 1000;

/** It is closed whenever the page makes a sound, and keeps none itself. */
const unmoved = { disregard: () => {}, attendOwner: () => {}, attendPet: () => {}, takeSaid: () => null };

/** Uses the browser's own recognition, for servers that have none. */
export function listenInBrowser({ language, pauseMs, tell }: ListenerOptions): Listener {
  const recognition = createSpeechRecognition(language);
  const isInsecure = window.isSecureContext === false;
  if (recognition === null || isInsecure) {
    queueMicrotask(() => tell({ type: "failed", trouble: isInsecure ? microphoneTrouble.insecure : nothingListens }));
    return { ...unmoved, setPause: () => {}, close: () => {} };
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
    ...unmoved,
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
