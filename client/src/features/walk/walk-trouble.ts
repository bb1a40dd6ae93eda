import { t } from "@lingui/core/macro";
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

const httpsWanted = t`Open Pet Talk at an address that begins with https://, in a new Chrome, Edge, Firefox or Safari.`;
export const microphoneTrouble: Record<MicrophoneTrouble, Trouble> = {
  refused: lasting(
    "refused",
    t`The microphone is not allowed`,
    t`Allow it for this site in your browser's settings, then try again.`,
  ),
  missing: lasting("missing", t`No microphone was found`, t`Connect one, then try again.`),
  taken: passing("taken", t`The microphone is in use`, t`Perhaps by a call or another app. It is tried again.`),
  insecure: lasting("insecure", t`This page may not use the microphone`, httpsWanted),
  unsupported: lasting("unsupported", t`This page may not use the microphone`, httpsWanted),
};

export const offlineTrouble = lasting(
  "offline",
  t`No connection`,
  t`The walk goes on by itself as soon as you are online again.`,
);
export const onlyNoise = passing(
  "noise",
  t`Only noise is heard`,
  t`Hold the phone closer, or turn it out of the wind. It listens again in a moment.`,
);
export const blockedTrouble = lasting("blocked", t`The browser wants a tap`, t`Tap Try again to hear the answer.`);
export const nothingListens = lasting(
  "no_recogniser",
  t`Nothing here can turn speech into text`,
  t`This browser can't write down what you say. Use Chrome, Edge or Safari, or ask your administrator to set up voice questions.`,
);
export const notUnderstood = passing("recogniser", t`That was not understood`, t`It is tried again in a moment.`);
const noReply = (advice: string) => passing("reply", t`No answer came`, advice);

export function microphoneFailed(failure: MicrophoneFailure): Trouble {
  if (failure.kind === "unsent") return troubleOf(failure.error, "understand");
  if (failure.kind === "no recognizer") return nothingListens;
  return failure.kind === "not understood" ? notUnderstood : microphoneTrouble[failure.kind];
}

/** The trouble for a failed call or stream. `during`: what the call was for. */
export function troubleOf(error: unknown, during: "understand" | "ask"): Trouble {
  if (!(error instanceof ApiError))
    return navigator.onLine
      ? passing("busy", t`No connection to your pet`, t`Perhaps the signal is weak here. It is tried again.`)
      : offlineTrouble;
  if (isSignedOut(error))
    return lasting("signed_out", t`You are signed out`, t`Sign in again, then try again; nothing is lost.`);
  if (error.code === "not_found" || error.code === "forbidden")
    return lasting("gone", t`This chat is no longer there`, t`Leave walk mode and load your pet again.`);
  if (error.code === "no_recogniser") return nothingListens;
  if (error.code === "daily_limit")
    return lasting("used_up", t`That is all for today`, error.serverMessage ?? t`Go on tomorrow; nothing is lost.`);
  if (error.status === 429)
    return passing("busy", t`One moment, please`, error.serverMessage ?? t`That was a lot at once.`);
  const advice = error.serverMessage ?? t`It is tried again in a moment.`;
  return during === "understand" ? { ...notUnderstood, advice } : noReply(advice);
}

/** The trouble for an `error` event in a reply's stream. */
export const replyTrouble = (sentence: string, code: string): Trouble =>
  code === "gone"
    ? lasting("gone", t`This chat is no longer there`, sentence)
    : noReply(sentence || t`It is tried again in a moment.`);
