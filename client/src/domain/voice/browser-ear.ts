import { createSpeechRecognition, recognitionTrouble, transcriptOf } from "@/components/audio/speech-recognition.ts";
import type { Ear, EarOptions } from "./microphone.ts";

/** Browsers end a silent recognition after some seconds. If it ends sooner than this, something is wrong. */
const SHORTEST_SILENCE_MS = 1000;

/** It is closed whenever the page makes a sound. */
const unmoved = { disregard: () => {}, attendOwner: () => {}, attendPet: () => {} };

/** Turns speech into text with the browser's own recognition, for servers that have none. */
export function listenInBrowser({ language, turnEnd, tell }: EarOptions): Ear {
  const recognition = createSpeechRecognition(language);
  // Some browsers would listen to nothing on such a page, and say nothing.
  const isInsecure = window.isSecureContext === false;
  if (recognition === null || isInsecure) {
    const failure = isInsecure ? ({ kind: "insecure" } as const) : ({ kind: "no recognizer", message: null } as const);
    queueMicrotask(() => tell({ type: "failed", failure }));
    return { ...unmoved, finish: () => {}, takeSaid: () => null, close: () => {} };
  }
  let text = "";
  let startedAt = 0;
  let isOpened = false;
  let isFinished = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    startedAt = Date.now();
    try {
      recognition.start();
    } catch {
      queueMicrotask(() => isClosed || tell({ type: "failed", failure: { kind: "taken" } }));
    }
  };
  const opened = () => {
    if (!isOpened && !isClosed) tell({ type: "opened" });
    isOpened = true;
  };
  const close = () => {
    isClosed = true;
    clearTimeout(timer);
    recognition.abort();
  };
  recognition.onstart = opened;
  recognition.onresult = ({ results }) => {
    if (isClosed) return;
    opened();
    text = transcriptOf(results);
    if (text !== "") tell({ type: "words", text });
    clearTimeout(timer);
    if (turnEnd !== null)
      timer = setTimeout(() => recognition.stop(), turnEnd.waitMs({ text: "", isSettled: false, changedAtMs: 0 }));
  };
  recognition.onerror = ({ error }) => {
    const kind = recognitionTrouble(error);
    if (isClosed || kind === null) return;
    isClosed = true;
    tell({ type: "failed", failure: { kind }, said: text });
  };
  recognition.onend = () => {
    if (isClosed) return;
    const isTurnOver = turnEnd !== null || isFinished;
    if (text !== "" && isTurnOver) tell({ type: "understood", text });
    else if (!isTurnOver) tell({ type: "microphoneLost", said: text === "" ? null : text });
    else if (isFinished || Date.now() - startedAt < SHORTEST_SILENCE_MS) tell({ type: "nothing" });
    else begin();
  };
  begin();
  return {
    ...unmoved,
    finish() {
      isFinished = true;
      tell({ type: "ended" });
      recognition.stop();
    },
    takeSaid() {
      close();
      return text === "" ? null : text;
    },
    close,
  };
}
