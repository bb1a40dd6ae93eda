import type { MicrophoneTrouble } from "./open-microphone.ts";

/** The part of the Web Speech API that is used here; TypeScript's library does not have it. */
export interface SpeechRecognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: { results: SpeechRecognitionResultList }) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onstart: (() => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
  abort: () => void;
}

declare global {
  interface Window {
    SpeechRecognition?: new () => SpeechRecognition;
    webkitSpeechRecognition?: new () => SpeechRecognition;
  }
}

export const hasSpeechRecognition = (): boolean =>
  window.SpeechRecognition !== undefined || window.webkitSpeechRecognition !== undefined;

/** Null where the browser has no speech recognition (Firefox). */
export function createSpeechRecognition(language: string): SpeechRecognition | null {
  const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition;
  if (Recognition === undefined) return null;
  const recognition = new Recognition();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.interimResults = true;
  return recognition;
}

/** The whole text that was recognized so far. */
export const transcriptOf = (results: SpeechRecognitionResultList): string =>
  [...results]
    .map((result) => result[0]?.transcript ?? "")
    .join("")
    .trim();

/** The trouble that an error's name stands for; null for silence and for an end that we asked for. */
export function recognitionTrouble(error: string): MicrophoneTrouble | "not understood" | null {
  if (error === "no-speech" || error === "aborted") return null;
  if (error === "not-allowed" || error === "service-not-allowed") return "refused";
  return error === "audio-capture" ? "missing" : "not understood";
}
