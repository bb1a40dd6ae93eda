import type { QueueEnd } from "@/components/audio/speech-queue.ts";
import type { Choice } from "../../../../shared/api/chat.ts";
import { blocked, offline, onlyNoise, type Trouble } from "./walk-trouble.ts";

/**
 * The state machine of a walk: listen, understand, ask, speak, listen again. Pure: the caller passes in what happened
 * (`WalkEvent`), and gets the next state and what is to be done (`WalkEffect`). The microphone
 * is open in `opening` and `listening` alone, so that the pet never hears itself.
 */
export type Phase =
  | { at: "ready" }
  | { at: "opening" }
  | { at: "listening"; isHearing: boolean }
  | { at: "understanding" }
  | { at: "thinking" }
  /** `isWhole`: no more of the reply comes from the server. */
  | { at: "speaking"; isWhole: boolean }
  | { at: "paused"; why: "asked" | "hidden" | "interrupted" }
  /** `retryMs`: after how long it tries again by itself; null where only a tap helps. */
  | { at: "trouble"; trouble: Trouble; retryMs: number | null };

/** What the owner said and has no answer yet, kept so that a failure does not lose it. */
type Pending =
  | { kind: "recording"; recording: Blob }
  /** `messageId` is set once the server has stored the question; with it the same question is asked again. */
  | { kind: "question"; text: string; messageId: string | null };

export interface Walk {
  phase: Phase;
  /** Counts the rounds; an event of an earlier round is ignored. */
  turn: number;
  said: string;
  reply: string;
  /** What the reply asks the owner to choose between. */
  choices: readonly Choice[];
  pending: Pending | null;
  /** Failures, and recordings without words, in a row. */
  failures: number;
  noises: number;
  isVisible: boolean;
  isOnline: boolean;
}

export type WalkEvent =
  /** A tap that begins, goes on, or tries again. */
  | { type: "start" }
  | { type: "pause" }
  /** A tap on one of the choices. */
  | { type: "pick"; question: string }
  | { type: "hidden" | "visible" | "online" | "offline" }
  | (Happened & { turn: number });

/** The outcome of an effect. */
export type Happened =
  | { type: "opened" | "hearing" | "noise" }
  | { type: "recorded"; recording: Blob }
  /** The text so far, from the browser's own recognition. */
  | { type: "words"; text: string }
  | { type: "understood"; text: string }
  | { type: "nothing" }
  | { type: "stored"; messageId: string }
  | { type: "content"; text: string }
  | { type: "offered"; choices: readonly Choice[] }
  | { type: "sentence"; url: string }
  | { type: "answered"; audioUrl: string | null }
  | { type: "spoken"; end: QueueEnd }
  /** `blocked`: the browser needs a tap before it plays. `interrupted`: a call or a lost speaker stopped the sound. */
  | { type: "blocked" | "interrupted" }
  | { type: "failed"; trouble: Trouble }
  | { type: "waited" };

export type WalkEffect =
  | { do: "listen"; turn: number }
  | { do: "closeMicrophone" }
  | { do: "understand"; turn: number; recording: Blob }
  | { do: "ask"; turn: number; text: string; messageId: string | null }
  /** Stops reading the reply, and tells the server to stop making it. */
  | { do: "stopReply" }
  | { do: "say"; turn: number; url: string }
  | { do: "sayNoMore" }
  | { do: "silence" }
  | { do: "resumeSound" }
  | { do: "wait"; turn: number; ms: number }
  | { do: "cue"; cue: WalkCue };

/** What a tone tells an owner who does not look at the screen. */
export type WalkCue = "listening" | "heard" | "trouble";

type Step = { walk: Walk; effects: WalkEffect[] };

/** The delays before automatic retries, for each failure in a row; after the last one only a tap helps. */
export const RETRY_MS = [2_000, 5_000, 15_000, 30_000] as const;
/** After this many recordings without words in a row, it stops listening for a while. */
const NOISES_IN_A_ROW = 3;
const NOISE_REST_MS = 10_000;

export const beforeWalk = ({ isOnline }: { isOnline: boolean }): Walk => ({
  phase: { at: "ready" },
  turn: 0,
  said: "",
  reply: "",
  choices: [],
  pending: null,
  failures: 0,
  noises: 0,
  isVisible: true,
  isOnline,
});

export function step(walk: Walk, event: WalkEvent): Step {
  if ("turn" in event) return event.turn === walk.turn ? happened(walk, event) : stay(walk);
  switch (event.type) {
    case "start":
      return start({ ...walk, failures: 0, noises: 0 });
    case "pause":
      return pause(walk, "asked");
    case "pick":
      return pick(walk, event.question);
    case "hidden": {
      const hidden = { ...walk, isVisible: false };
      return isMicrophoneOpen(walk) ? pause(hidden, "hidden") : stay(hidden);
    }
    case "visible": {
      const visible = { ...walk, isVisible: true };
      return walk.phase.at === "paused" && walk.phase.why === "hidden" ? listen(visible) : stay(visible);
    }
    case "online": {
      const online = { ...walk, isOnline: true };
      return walk.phase.at === "trouble" && walk.phase.trouble.code === "offline" ? tryAgain(online) : stay(online);
    }
    case "offline": {
      const cut = { ...walk, isOnline: false };
      return isMicrophoneOpen(walk) ? fail(cut, offline) : stay(cut);
    }
  }
}

function happened(walk: Walk, event: Happened): Step {
  const { at } = walk.phase;
  switch (event.type) {
    case "opened":
      return at === "opening" ? stay({ ...walk, phase: { at: "listening", isHearing: false } }) : stay(walk);
    case "hearing":
    case "noise":
      if (at !== "listening") return stay(walk);
      return stay({ ...walk, phase: { at, isHearing: event.type === "hearing" } });
    case "words":
      if (at !== "listening") return stay(walk);
      return stay({ ...walk, phase: { at, isHearing: true }, said: event.text, reply: "" });
    case "recorded":
      return at === "listening" ? understand(walk, event.recording) : stay(walk);
    case "understood":
      return at === "listening" || at === "understanding" ? understood(walk, event.text.trim()) : stay(walk);
    case "nothing":
      return at === "listening" || at === "understanding" ? noise(walk) : stay(walk);
    case "stored":
      if (walk.pending?.kind !== "question") return stay(walk);
      return stay({ ...walk, pending: { ...walk.pending, messageId: event.messageId } });
    case "content":
      return isAnswering(walk) ? stay({ ...walk, reply: walk.reply + event.text }) : stay(walk);
    case "offered":
      return isAnswering(walk) ? stay({ ...walk, choices: event.choices }) : stay(walk);
    case "sentence":
      return isAnswering(walk) ? sentence(walk, { do: "say", turn: walk.turn, url: event.url }) : stay(walk);
    case "answered":
      return answered({ ...walk, pending: null, failures: 0 }, event.audioUrl);
    case "spoken":
      if (at !== "speaking") return stay(walk);
      return event.end === "stopped" ? pause(walk, "interrupted") : listen(walk);
    case "interrupted":
      return at === "speaking" ? pause(walk, "interrupted") : stay(walk);
    case "blocked":
      if (at !== "speaking") return stay(walk);
      return stay({ ...walk, phase: { at: "trouble", trouble: blocked, retryMs: null } });
    case "failed":
      return at === "paused" || at === "trouble" ? stay(walk) : fail(walk, event.trouble);
    case "waited":
      return at === "trouble" ? tryAgain(walk) : stay(walk);
  }
}

function start(walk: Walk): Step {
  switch (walk.phase.at) {
    case "ready":
    case "paused":
      return listen(walk);
    case "trouble":
      return walk.phase.trouble.code === "blocked"
        ? speak(walk, walk.pending === null, [{ do: "resumeSound" }])
        : tryAgain(walk);
    default:
      return stay(walk);
  }
}

/** Opens the microphone, unless the page is hidden or offline. */
function listen(walk: Walk): Step {
  const turn = walk.turn + 1;
  const fresh = { ...walk, turn, pending: null };
  if (!walk.isVisible) return stay({ ...fresh, phase: { at: "paused", why: "hidden" } });
  if (!walk.isOnline) return fail(fresh, offline);
  // The tone first, so that it is over before the microphone is open.
  const effects: WalkEffect[] = [
    { do: "cue", cue: "listening" },
    { do: "listen", turn },
  ];
  return { walk: { ...fresh, phase: { at: "opening" } }, effects };
}

function understand(walk: Walk, recording: Blob): Step {
  return {
    walk: { ...walk, phase: { at: "understanding" }, pending: { kind: "recording", recording }, said: "", reply: "" },
    effects: [...heard(walk), { do: "understand", turn: walk.turn, recording }],
  };
}

function understood(walk: Walk, text: string): Step {
  if (text === "") return noise(walk);
  return ask({ ...walk, noises: 0 }, text, null);
}

function ask(walk: Walk, text: string, messageId: string | null): Step {
  const pending: Pending = { kind: "question", text, messageId };
  return {
    walk: { ...walk, phase: { at: "thinking" }, pending, said: text, reply: "", choices: [] },
    effects: [...heard(walk), { do: "ask", turn: walk.turn, text, messageId }],
  };
}

/** What the owner may pick from now: the choices of the last reply, until something else is asked. */
export const offered = ({ choices, pending }: Walk): readonly Choice[] => (pending === null ? choices : []);

/** Asks what was picked, in place of what the microphone would hear. */
function pick(walk: Walk, question: string): Step {
  if (offered(walk).length === 0) return stay(walk);
  const asked = ask({ ...walk, turn: walk.turn + 1, noises: 0, failures: 0 }, question, null);
  return { walk: asked.walk, effects: [{ do: "silence" }, ...asked.effects] };
}

function noise(walk: Walk): Step {
  const noises = walk.noises + 1;
  if (noises < NOISES_IN_A_ROW) {
    const again = listen({ ...walk, noises });
    return { walk: again.walk, effects: [...closing(walk), ...again.effects] };
  }
  return fail({ ...walk, noises: 0, failures: 0, pending: null }, onlyNoise, NOISE_REST_MS);
}

/** Queues a sentence of the reply; while the browser needs a tap, it waits there. */
function sentence(walk: Walk, say: WalkEffect): Step {
  return walk.phase.at === "trouble" ? { walk, effects: [say] } : speak(walk, false, [say]);
}

function speak(walk: Walk, isWhole: boolean, effects: WalkEffect[]): Step {
  return { walk: { ...walk, phase: { at: "speaking", isWhole } }, effects };
}

/**
 * Ends a reply: one that was not spoken sentence by sentence is played as one clip; one without sound is only shown.
 */
function answered(walk: Walk, audioUrl: string | null): Step {
  switch (walk.phase.at) {
    case "speaking":
      return speak(walk, true, [{ do: "sayNoMore" }]);
    case "thinking":
      if (audioUrl === null) return listen(walk);
      return speak(walk, true, [{ do: "say", turn: walk.turn, url: audioUrl }, { do: "sayNoMore" }]);
    case "trouble":
      // In `trouble` the sound is blocked and still waits for its tap.
      return { walk, effects: [{ do: "sayNoMore" }] };
    default:
      return stay(walk);
  }
}

function pause(walk: Walk, why: "asked" | "hidden" | "interrupted"): Step {
  const { at } = walk.phase;
  if (at === "ready" || at === "paused") return stay(walk);
  const effects: WalkEffect[] = [...closing(walk), { do: "silence" }];
  if (walk.pending?.kind === "question") effects.push({ do: "stopReply" });
  return { walk: { ...walk, phase: { at: "paused", why }, turn: walk.turn + 1, pending: null }, effects };
}

function fail(walk: Walk, trouble: Trouble, ms: number | null = retryAfter(walk, trouble)): Step {
  const turn = walk.turn + 1;
  const effects: WalkEffect[] = [...closing(walk), { do: "silence" }, { do: "cue", cue: "trouble" }];
  if (ms !== null) effects.push({ do: "wait", turn, ms });
  return {
    walk: { ...walk, turn, failures: walk.failures + 1, phase: { at: "trouble", trouble, retryMs: ms } },
    effects,
  };
}

const retryAfter = ({ failures }: Walk, { isPassing }: Trouble): number | null =>
  isPassing ? (RETRY_MS[failures] ?? null) : null;

/** Tries again with what the owner said, if it has no answer yet. */
function tryAgain(walk: Walk): Step {
  const { pending } = walk;
  if (pending === null) return listen(walk);
  const next = { ...walk, turn: walk.turn + 1 };
  return pending.kind === "recording"
    ? understand(next, pending.recording)
    : ask(next, pending.text, pending.messageId);
}

const isAnswering = ({ phase }: Walk) =>
  phase.at === "thinking" || phase.at === "speaking" || (phase.at === "trouble" && phase.trouble.code === "blocked");
const isMicrophoneOpen = ({ phase }: Walk) => phase.at === "opening" || phase.at === "listening";
const closing = (walk: Walk): WalkEffect[] => (isMicrophoneOpen(walk) ? [{ do: "closeMicrophone" }] : []);
const heard = (walk: Walk): WalkEffect[] =>
  isMicrophoneOpen(walk) ? [...closing(walk), { do: "cue", cue: "heard" }] : [];
const stay = (walk: Walk): Step => ({ walk, effects: [] });
