import type { MicrophoneTrouble } from "@/components/audio/open-microphone.ts";
import type { MicrophoneFailure } from "@/domain/voice/microphone.ts";
import { ApiError, isSignedOut } from "@/lib/api.ts";

/** A reason why the walk can't go on, with advice for the owner. */
export interface Trouble {
  code: TroubleCode;
  title: string;
  advice: string;
  /** Whether it may pass by itself, so that an automatic retry makes sense. */
  isPassing: boolean;
}

type TroubleCode =
  | MicrophoneTrouble
  | "offline"
  | "noise"
  | "blocked"
  | "signed_out"
  | "gone"
  | "no_recogniser"
  | "recogniser"
  | "busy"
  | "used_up"
  | "reply";

const passing = (code: TroubleCode, title: string, advice: string): Trouble => ({
  code,
  title,
  advice,
  isPassing: true,
});
const lasting = (code: TroubleCode, title: string, advice: string): Trouble => ({
  code,
  title,
  advice,
  isPassing: false,
});

const httpsWanted = "Open Pet Talk at an address that begins with https://, in a new Chrome, Edge, Firefox or Safari.";
export const microphoneTrouble: Record<MicrophoneTrouble, Trouble> = {
  refused: lasting(
    "refused",
    "The microphone is not allowed",
    "Allow it for this site in your browser's settings, then try again.",
  ),
  missing: lasting("missing", "No microphone was found", "Connect one, then try again."),
  taken: passing("taken", "The microphone is in use", "Perhaps by a call or another app. It is tried again."),
  insecure: lasting("insecure", "This page may not use the microphone", httpsWanted),
  unsupported: lasting("unsupported", "This page may not use the microphone", httpsWanted),
};

export const offlineTrouble = lasting(
  "offline",
  "No connection",
  "The walk goes on by itself as soon as you are online again.",
);
export const onlyNoise = passing(
  "noise",
  "Only noise is heard",
  "Hold the phone closer, or turn it out of the wind. It listens again in a moment.",
);
export const blockedTrouble = lasting("blocked", "The browser wants a tap", "Tap Try again to hear the answer.");
export const nothingListens = lasting(
  "no_recogniser",
  "Nothing here can turn speech into text",
  "This browser can't write down what you say. Use Chrome, Edge or Safari, or ask your administrator to set up voice questions.",
);
export const notUnderstood = passing("recogniser", "That was not understood", "It is tried again in a moment.");
const noReply = (advice: string) => passing("reply", "No answer came", advice);

export function microphoneFailed(failure: MicrophoneFailure): Trouble {
  if (failure.kind === "unsent") return troubleOf(failure.error, "understand");
  if (failure.kind === "no recognizer") return nothingListens;
  return failure.kind === "not understood" ? notUnderstood : microphoneTrouble[failure.kind];
}

/** The trouble for a failed call or stream. `during`: what the call was for. */
export function troubleOf(error: unknown, during: "understand" | "ask"): Trouble {
  if (!(error instanceof ApiError))
    return navigator.onLine
      ? passing("busy", "No connection to your pet", "Perhaps the signal is weak here. It is tried again.")
      : offlineTrouble;
  if (isSignedOut(error))
    return lasting("signed_out", "You are signed out", "Sign in again, then try again; nothing is lost.");
  if (error.code === "not_found" || error.code === "forbidden")
    return lasting("gone", "This chat is no longer there", "Leave walk mode and load your pet again.");
  if (error.code === "no_recogniser") return nothingListens;
  if (error.code === "daily_limit")
    return lasting("used_up", "That is all for today", error.serverMessage ?? "Go on tomorrow; nothing is lost.");
  if (error.status === 429)
    return passing("busy", "One moment, please", error.serverMessage ?? "That was a lot at once.");
  const advice = error.serverMessage ?? "It is tried again in a moment.";
  return during === "understand" ? { ...notUnderstood, advice } : noReply(advice);
}

/** The trouble for an `error` event in a reply's stream. */
export const replyTrouble = (sentence: string, code: string): Trouble =>
  code === "gone"
    ? lasting("gone", "This chat is no longer there", sentence)
    : noReply(sentence || "It is tried again in a moment.");
