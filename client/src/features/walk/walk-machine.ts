import { joinSaid, stateAfter } from "@/domain/voice/microphone.ts";
import { type GoingOn, questionStored, whileGoingOn } from "./going-on.ts";
import { beginTalkingOver, inVain, speak, whileYielding } from "./talking-over.ts";
import {
  closeMicrophone,
  type EffectOutcome,
  isAnswering,
  isListening,
  mayGoOn,
  offeredChoices,
  type Question,
  type Step,
  stay,
  type Walk,
  type WalkEffect,
  type WalkEvent,
} from "./walk-state.ts";
import { blockedTrouble, offlineTrouble, onlyNoise, type Trouble } from "./walk-trouble.ts";

/**
 * The state machine of a walk: listen, understand, ask, speak, listen again. Pure: the caller passes in what happened
 * (`WalkEvent`), and gets the next state and what is to be done (`WalkEffect`).
 *
 * The microphone is open while it listens. Where the server hears along, it stays open until the pet speaks, so that an owner
 * who was cut off can go on (`goOn`), and beyond that only where the owner wants to talk over the pet.
 */

/** The delays before automatic retries, for each failure in a row; after the last one only a tap helps. */
export const RETRY_MS = [2_000, 5_000, 15_000, 30_000] as const;
/** After this many recordings without words in a row, it stops listening for a while. */
const NOISES_IN_A_ROW = 3;
const NOISE_REST_MS = 10_000;

export function step(walk: Walk, event: WalkEvent): Step {
  if ("round" in event) return event.round === walk.round ? happened(walk, event) : stay(walk);
  switch (event.type) {
    case "start":
      return start({ ...walk, failures: 0, noises: 0 });
    case "pause":
      return pause(walk, "asked");
    case "pick":
      return pick(walk, event.question);
    case "hidden":
      return hide({ ...walk, isVisible: false }, event.recording ?? null);
    case "visible": {
      const visible = { ...walk, isVisible: true };
      return walk.phase.at === "paused" && walk.phase.why === "hidden" ? tryAgain(visible) : stay(visible);
    }
    case "talkOver":
      return stay({ ...walk, talkOver: event.setting, vainStops: 0 });
    case "online": {
      const online = { ...walk, isOnline: true };
      return walk.phase.at === "trouble" && walk.phase.trouble.code === "offline" ? tryAgain(online) : stay(online);
    }
    case "offline": {
      const cut = { ...walk, isOnline: false };
      // What somebody is saying is heard out, and sent later.
      const isHearing = walk.phase.at === "listening" && walk.phase.isHearing;
      return isListening(walk) && !isHearing ? fail(cut, offlineTrouble) : stay(cut);
    }
  }
}

function happened(walk: Walk, event: EffectOutcome): Step {
  if (walk.phase.at === "thinking" && walk.phase.isHearing) return replayed(whileGoingOn(walk, event));
  if (walk.phase.at === "yielding") return replayed(whileYielding(walk, walk.phase, event));
  const { at } = walk.phase;
  switch (event.type) {
    case "opened":
    case "hearing":
    case "noise":
    case "words":
    case "ended":
    case "slow":
    case "overheard":
    case "microphoneLost":
      return heard(walk, event);
    case "recorded":
      return at === "listening" || at === "understanding" ? understand(walk, event.recording) : stay(walk);
    case "understood":
      return at === "listening" || at === "understanding" ? understood(walk, event.text.trim()) : stay(walk);
    case "nothing":
      return at === "listening" || at === "understanding" ? nothing(walk) : stay(walk);
    case "stored":
      return questionStored(walk, event.messageId);
    case "content":
      return isAnswering(walk) ? stay({ ...walk, reply: walk.reply + event.text }) : stay(walk);
    case "loading":
      return stay(walk.phase.at === "thinking" ? { ...walk, phase: { ...walk.phase, isLoading: true } } : walk);
    case "offered":
      return isAnswering(walk) ? stay({ ...walk, choices: event.choices }) : stay(walk);
    case "sentence":
      if (!isAnswering(walk)) return stay(walk);
      return sentence({ ...walk, hasSentences: true }, { do: "say", round: walk.round, sound: event.sound });
    case "answered":
      return answered({ ...walk, pending: null, failures: 0, isCutOff: event.isCutOff === true }, event.audioUrl);
    case "spoken":
      if (at !== "speaking") return stay(walk);
      return event.end === "stopped" ? pause(walk, "interrupted") : listen(walk);
    case "interrupted":
      return at === "speaking" ? pause(walk, "interrupted") : stay(walk);
    case "blocked":
      if (at !== "speaking") return stay(walk);
      return closeMicrophone({ ...walk, phase: { at: "trouble", trouble: blockedTrouble, retryMs: null } });
    case "failed":
      return at === "paused" || at === "trouble" ? stay(walk) : fail(walk, event.trouble);
    case "waited":
      return at === "trouble" ? tryAgain(walk) : stay(walk);
  }
}

type FromMicrophone = Extract<
  EffectOutcome,
  { type: "opened" | "hearing" | "noise" | "words" | "ended" | "slow" | "overheard" | "microphoneLost" }
>;

/** What the open microphone tells. */
function heard(walk: Walk, event: FromMicrophone): Step {
  const { at } = walk.phase;
  // Of a microphone that is closed already only the end of what it heard is told.
  if (walk.microphone === "closed" && event.type !== "ended") return stay(walk);
  const next: Walk = { ...walk, phase: stateAfter(walk.phase, event) };
  switch (event.type) {
    case "opened":
      return stay(at === "opening" ? { ...next, microphone: event.isLasting ? "lasting" : "open" } : walk);
    case "hearing":
      return stay(at === "thinking" ? { ...walk, phase: { at, isHearing: true } } : next);
    case "noise":
      if (at !== "listening") return stay(walk);
      if (walk.before !== null) return nothing(walk);
      return walk.isOnline ? stay(next) : fail(walk, offlineTrouble);
    case "words":
      if (at !== "listening") return stay(walk);
      return stay({ ...next, said: joinSaid(walk.before?.text ?? "", event.text), reply: "" });
    case "ended":
      if (at !== "listening") return stay(walk);
      return { walk: { ...next, reply: "" }, effects: [{ do: "cue", cue: "heard" }] };
    case "slow":
      return stay(next);
    case "overheard":
      return walk.phase.at === "speaking" ? beginTalkingOver(walk, walk.phase, event) : stay(walk);
    case "microphoneLost":
      return isListening(walk) ? fail(walk, event.trouble) : closeMicrophone(walk);
  }
}

/** A step, and then what happens in the state that it leads to. */
function replayed({ step: first, replay }: GoingOn): Step {
  return replay.reduce<Step>((before, event) => after(before.effects, happened(before.walk, event)), first);
}

/** A step before which something else is done. */
const after = (effects: readonly WalkEffect[], next: Step): Step => ({
  walk: next.walk,
  effects: [...effects, ...next.effects],
});

function start(walk: Walk): Step {
  switch (walk.phase.at) {
    case "ready":
    case "paused":
      return tryAgain(walk);
    case "trouble":
      return walk.phase.trouble.code === "blocked"
        ? speak(walk, walk.pending === null, [{ do: "resumeSound" }])
        : tryAgain(walk);
    default:
      return stay(walk);
  }
}

/** Opens the microphone where it is closed, unless the page is hidden or offline. */
function listen(walk: Walk): Step {
  const round = walk.round + 1;
  const fresh: Walk = { ...walk, round, pending: null, asked: null, before: null, isUnproven: false };
  if (!walk.isVisible) return closeMicrophone({ ...fresh, phase: { at: "paused", why: "hidden" } });
  if (!walk.isOnline) return fail(fresh, offlineTrouble);
  // The tone first, so that it is over before the microphone is open.
  const cue: WalkEffect = { do: "cue", cue: "listening" };
  if (walk.microphone !== "closed")
    return {
      walk: { ...fresh, phase: { at: "listening", isHearing: false } },
      effects: [cue, { do: "listenOn", round }],
    };
  return { walk: { ...fresh, microphone: "open", phase: { at: "opening" } }, effects: [cue, { do: "listen", round }] };
}

function understand(walk: Walk, recording: Blob): Step {
  const kept: Walk = { ...walk, pending: { kind: "recording", recording } };
  if (!walk.isVisible) return park(kept);
  if (!walk.isOnline) return fail(kept, offlineTrouble);
  const { walk: deaf, effects } = taken(kept);
  const said = walk.before?.text ?? "";
  return {
    walk: {
      ...deaf,
      phase: { at: "understanding", isSlow: false },
      said,
      reply: "",
    },
    effects: [...effects, { do: "understand", round: walk.round, recording }],
  };
}

function understood(walk: Walk, text: string): Step {
  if (text === "") return nothing(walk);
  const said = joinSaid(walk.before?.text ?? "", text);
  const { walk: ready, effects } = walk.phase.at === "listening" ? taken(walk) : stay(walk);
  return after(effects, ask({ ...ready, noises: 0 }, said, null, walk.before?.messageId ?? undefined));
}

function ask(walk: Walk, text: string, messageId: string | null, continues?: string): Step {
  const asked: Question = { text, messageId };
  const more = continues === undefined ? {} : { continues };
  const next: Walk = { ...walk, phase: { at: "thinking", isHearing: false }, asked, before: null, held: [] };
  const proven: Walk = { ...next, isUnproven: false, hasSentences: false };
  return {
    walk: {
      ...proven,
      pending: { kind: "question", ...asked, ...more },
      said: text,
      reply: "",
      choices: [],
      isCutOff: false,
    },
    effects: [{ do: "ask", round: walk.round, text, messageId, ...more }],
  };
}

/** Asks what was picked, in place of what the microphone would hear. */
function pick(walk: Walk, question: string): Step {
  if (offeredChoices(walk).length === 0 && !mayGoOn(walk)) return stay(walk);
  const { walk: deaf, effects } = taken(walk);
  const asked = ask({ ...deaf, round: walk.round + 1, noises: 0, failures: 0 }, question, null);
  return { walk: asked.walk, effects: [{ do: "silence" }, ...effects, ...asked.effects] };
}

/** No words were in what was heard. What the owner had said before is asked as it was. */
function nothing(heard: Walk): Step {
  const walk = inVain(heard);
  const { before } = walk;
  if (before !== null) return ask(walk, before.text, null, before.messageId ?? undefined);
  const noises = walk.noises + 1;
  // Words that were shown meanwhile were none: nobody is to think that they were asked. A question with its reply stays.
  const unsaid: Walk = { ...walk, noises, said: walk.reply === "" ? "" : walk.said };
  if (noises >= NOISES_IN_A_ROW)
    return fail({ ...unsaid, noises: 0, failures: 0, pending: null }, onlyNoise, NOISE_REST_MS);
  const { walk: ready, effects } = walk.phase.at === "listening" ? closeMicrophone(unsaid) : stay(unsaid);
  return after(effects, listen(ready));
}

/** Queues a sentence of the reply; while the browser needs a tap, it waits there. */
function sentence(walk: Walk, say: WalkEffect): Step {
  return walk.phase.at === "trouble" ? { walk, effects: [say] } : speak(walk, false, [say]);
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
      return speak(walk, true, [{ do: "say", round: walk.round, sound: audioUrl }, { do: "sayNoMore" }]);
    case "trouble":
      // In `trouble` the sound is blocked and still waits for its tap.
      return { walk, effects: [{ do: "sayNoMore" }] };
    default:
      return stay(walk);
  }
}

function pause(walk: Walk, why: "asked" | "interrupted"): Step {
  const { at } = walk.phase;
  if (at === "ready" || at === "paused") return stay(walk);
  const { walk: deaf, effects } = closeMicrophone(walk);
  effects.push({ do: "silence" });
  if (walk.pending?.kind === "question") effects.push({ do: "stopReply" });
  return { walk: { ...deaf, phase: { at: "paused", why }, round: walk.round + 1, pending: null, held: [] }, effects };
}

/** Nothing is heard of a page that is not seen. A reply under way is still spoken, and what the owner was saying is kept. */
function hide(walk: Walk, recording: Blob | null): Step {
  const { walk: deaf, effects } = closeMicrophone(walk);
  if (recording !== null) return after(effects, happened(deaf, { type: "recorded", recording }));
  if (!isListening(walk)) return after(effects, happened(deaf, { type: "noise" }));
  return after(effects, park({ ...deaf, pending: unasked(walk.before) }));
}

/** What the owner said waits until the page is seen again. */
function park(walk: Walk): Step {
  const { walk: deaf, effects } = closeMicrophone(walk);
  const parked: Walk = { ...deaf, phase: { at: "paused", why: "hidden" }, round: walk.round + 1, held: [] };
  return { walk: parked, effects: [...effects, { do: "silence" }] };
}

function fail(walk: Walk, trouble: Trouble, ms: number | null = retryAfter(walk, trouble)): Step {
  const round = walk.round + 1;
  const { walk: deaf, effects } = closeMicrophone(walk);
  effects.push({ do: "silence" }, { do: "cue", cue: "trouble" });
  if (ms !== null) effects.push({ do: "wait", round, ms });
  const pending = walk.pending ?? unasked(walk.before);
  return {
    walk: {
      ...deaf,
      round,
      pending,
      held: [],
      failures: walk.failures + 1,
      phase: { at: "trouble", trouble, retryMs: ms },
    },
    effects,
  };
}

/** What the owner said and the server does not have, as text or sound. */
export function unsentQuestion({ pending }: Walk): string | Blob | null {
  if (pending === null) return null;
  if (pending.kind === "recording") return pending.recording;
  return pending.messageId === null ? pending.text : null;
}

/** The beginning of a question, which is asked as it is where its end can't be heard. */
const unasked = (before: Question | null): Walk["pending"] =>
  before && { kind: "question", text: before.text, messageId: null, continues: before.messageId ?? undefined };

const retryAfter = ({ failures }: Walk, { isPassing }: Trouble): number | null =>
  isPassing ? (RETRY_MS[failures] ?? null) : null;

/** Tries again with what the owner said, if it has no answer yet. */
function tryAgain(walk: Walk): Step {
  const { pending } = walk;
  if (pending === null) return listen(walk);
  const next = { ...walk, round: walk.round + 1 };
  return pending.kind === "recording"
    ? understand(next, pending.recording)
    : ask(next, pending.text, pending.messageId, pending.continues);
}

/** What was heard is taken, and the microphone closes; the tone tells so to an owner who was listened to until now. */
function taken(walk: Walk): Step {
  const { walk: deaf, effects } = closeMicrophone(walk);
  return { walk: deaf, effects: isListening(walk) ? [...effects, { do: "cue", cue: "heard" }] : effects };
}
