import type { Choice } from "#shared/api/chat.ts";
import type { ClipSource } from "@/components/audio/incoming-clip.ts";
import type { QueueEnd } from "@/components/audio/speech-queue.ts";
import type { MicrophoneEvent, MicrophoneState } from "@/domain/voice/microphone.ts";
import type { Trouble } from "./walk-trouble.ts";

export type Phase =
  | { at: "ready" }
  | MicrophoneState
  /** `isHearing`: the owner makes a sound, and perhaps goes on with the question. `isLoading`: the model is. */
  | { at: "thinking"; isHearing: boolean; isLoading?: boolean }
  /** `isWhole`: no more of the reply comes from the server. */
  | { at: "speaking"; isWhole: boolean }
  /**
   * Somebody talks over the pet, which holds its tongue until it is known whether that was speech. `heard`: how many
   * sentences had begun. `goesOn`: it was so soon after the question that this was not all of it.
   */
  | { at: "yielding"; isWhole: boolean; heard: number; goesOn: boolean }
  | { at: "paused"; why: "asked" | "hidden" | "interrupted" }
  /** `retryMs`: after how long it tries again by itself; null where only a tap helps. */
  | { at: "trouble"; trouble: Trouble; retryMs: number | null };

/** A question of this round. `messageId` is set once the server has stored it. */
export interface Question {
  text: string;
  messageId: string | null;
}

/** What the owner said and has no answer yet, kept so that a failure does not lose it. */
type Pending =
  | { kind: "recording"; recording: Blob }
  /** With its `messageId` the same question is asked again. `continues`: the id of the stored question that it replaces. */
  | ({ kind: "question"; continues?: string | undefined } & Question);

/** Whether the owner may talk over the pet. */
export type TalkOver = "on" | "off";

export interface Walk {
  phase: Phase;
  /** Counts the rounds; an event of an earlier round is ignored. */
  round: number;
  /** `lasting`: it can stay open while the pet speaks, because it takes the pet's voice out of what it hears. */
  microphone: "closed" | "open" | "lasting";
  said: string;
  reply: string;
  /** Whether the reply is spoken in sentences, and not in one clip. */
  hasSentences: boolean;
  /** What the reply asks the owner to choose between. */
  choices: readonly Choice[];
  /** Whether the reply ended before its end, so that the owner may ask the pet to go on. */
  isCutOff: boolean;
  pending: Pending | null;
  /** The question that the pet answers. */
  asked: Question | null;
  /** The beginning of a question that the owner goes on with: it was taken to be whole. */
  before: Question | null;
  /** What came in of the reply while the owner may be going on. */
  held: readonly EffectOutcome[];
  /** Failures, and recordings without words, in a row. */
  failures: number;
  noises: number;
  /** `noisy`: noise stopped the pet too often on this walk. */
  talkOver: TalkOver | "noisy";
  /** How often the pet was stopped, and no words followed. */
  vainStops: number;
  /** The pet was stopped, and it is not known yet whether by words. */
  isUnproven: boolean;
  isVisible: boolean;
  isOnline: boolean;
}

export type WalkEvent =
  /** A tap that begins, goes on, or tries again. */
  | { type: "start" }
  | { type: "pause" }
  /** A tap on one of the choices. */
  | { type: "pick"; question: string }
  | { type: "visible" | "online" | "offline" }
  /** `recording`: what the owner was saying just then. */
  | { type: "hidden"; recording?: Blob | null }
  /** The person's own setting. */
  | { type: "talkOver"; setting: TalkOver }
  | (EffectOutcome & { round: number });

/** What the microphone tells of a turn. Its troubles come in the walk's own words. */
type HeardEvent = Exclude<MicrophoneEvent, { type: "microphoneLost" | "tooLong" | "failed" | "sayAgain" | "progress" }>;

/** The outcome of an effect. */
export type EffectOutcome =
  | HeardEvent
  | { type: "microphoneLost"; trouble: Trouble }
  | { type: "stored"; messageId: string }
  | { type: "loading" }
  | { type: "content"; text: string }
  | { type: "offered"; choices: readonly Choice[] }
  | { type: "sentence"; sound: ClipSource }
  | { type: "answered"; audioUrl: string | null; isCutOff?: boolean }
  | { type: "spoken"; end: QueueEnd }
  /** `blocked`: the browser needs a tap before it plays. `interrupted`: a call or a lost speaker stopped the sound. */
  | { type: "blocked" | "interrupted" }
  | { type: "failed"; trouble: Trouble }
  | { type: "waited" };

export type WalkEffect =
  /** Opens the microphone. */
  | { do: "listen"; round: number }
  /** The microphone is open, and what it hears from now on belongs to this round. */
  | { do: "listenOn"; round: number }
  /** The same of what a closed microphone heard before, whose words are on their way. */
  | { do: "hearOut"; round: number }
  /** From now on only speech that is louder than the pet's counts. */
  | { do: "overhear" }
  | { do: "closeMicrophone" }
  | { do: "understand"; round: number; recording: Blob }
  | { do: "ask"; round: number; text: string; messageId: string | null; continues?: string | undefined }
  /** Stops reading the reply, and tells the server to stop making it. */
  | { do: "stopReply" }
  /** The same for the spoken reply to this question: it ends after as many sentences as the owner has heard begin. */
  | { do: "cutReply"; heard: number; messageId: string }
  | { do: "say"; round: number; sound: ClipSource }
  | { do: "sayNoMore" }
  | { do: "silence" }
  /** Holds the pet's voice where it is, and lets it go on from there. */
  | { do: "holdVoice" | "speakOn" }
  | { do: "resumeSound" }
  | { do: "wait"; round: number; ms: number }
  | { do: "cue"; cue: WalkCue };

/** What a tone tells an owner who does not look at the screen. */
export type WalkCue = "listening" | "heard" | "trouble";

export type Step = { walk: Walk; effects: WalkEffect[] };

export const beforeWalk = ({ isOnline }: { isOnline: boolean }): Walk => ({
  phase: { at: "ready" },
  round: 0,
  microphone: "closed",
  said: "",
  reply: "",
  hasSentences: false,
  choices: [],
  isCutOff: false,
  pending: null,
  asked: null,
  before: null,
  held: [],
  failures: 0,
  noises: 0,
  talkOver: "on",
  vainStops: 0,
  isUnproven: false,
  isVisible: true,
  isOnline,
});

/** Whether the pet thinks or speaks, or waits for the tap without which the browser plays nothing. */
export const isAnswering = ({ phase }: Walk): boolean =>
  phase.at === "thinking" || phase.at === "speaking" || (phase.at === "trouble" && phase.trouble.code === "blocked");

export const isListening = ({ phase }: Walk): boolean => phase.at === "opening" || phase.at === "listening";

/** What the owner may pick from now: the choices of the last reply, until something else is asked. */
export const offeredChoices = ({ choices, pending }: Walk): readonly Choice[] => (pending === null ? choices : []);

/** Whether one tap may ask the pet to go on with a reply that was cut off. The button of a paused walk has the same name. */
export const mayGoOn = ({ isCutOff, pending, phase }: Walk): boolean =>
  isCutOff && pending === null && phase.at !== "paused";

export const stay = (walk: Walk): Step => ({ walk, effects: [] });

/** What is heard is of this round from now on. */
export const hearAs = ({ microphone }: Walk, round: number): WalkEffect =>
  microphone === "closed" ? { do: "hearOut", round } : { do: "listenOn", round };

/** Closes the microphone where it is open. */
export const closeMicrophone = (walk: Walk): Step =>
  walk.microphone === "closed"
    ? stay(walk)
    : { walk: { ...walk, microphone: "closed" }, effects: [{ do: "closeMicrophone" }] };
