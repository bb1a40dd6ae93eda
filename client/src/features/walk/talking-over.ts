import { type GoingOn, goOn, hold, isOfOwner, questionStored, stepAlone } from "./going-on.ts";
import {
  closeMicrophone,
  type EffectOutcome,
  hearAs,
  type Phase,
  type Step,
  stay,
  type Walk,
  type WalkEffect,
} from "./walk-state.ts";

type Yielding = Extract<Phase, { at: "yielding" }>;

/** After the pet was stopped this often without words, one can't talk over it any more on this walk. */
const VAIN_STOPS = 2;

/**
 * The pet speaks. The microphone is closed, because phones and Bluetooth speakers sound like a call while one is open; or, where
 * the owner wants to talk over the pet, hears only who is louder.
 */
export function speak(walk: Walk, isWhole: boolean, effects: WalkEffect[]): Step {
  const { walk: next, effects: first } = overhear(walk);
  return { walk: { ...next, phase: { at: "speaking", isWhole } }, effects: [...first, ...effects] };
}

function overhear(walk: Walk): Step {
  const { microphone, talkOver, phase } = walk;
  if (microphone !== "lasting" || talkOver !== "on") return closeMicrophone(walk);
  return { walk, effects: phase.at === "speaking" ? [] : [{ do: "overhear" }] };
}

/** Somebody talks over the pet, or a dog barks: it holds its tongue, and nothing of the reply is lost yet. */
export function beginTalkingOver(
  walk: Walk,
  { isWhole }: { isWhole: boolean },
  { heard, goesOn = false }: { heard: number; goesOn?: boolean },
): Step {
  // Of a reply that nobody heard anything of the question was not over.
  const phase: Phase = { at: "yielding", isWhole, heard, goesOn: goesOn || heard === 0 };
  return {
    walk: { ...walk, phase, isUnproven: true, held: [] },
    effects: [{ do: "holdVoice" }],
  };
}

/** The pet holds its tongue. With the first words its reply ends; where there are none, it goes on where it was. */
export function whileYielding(walk: Walk, phase: Yielding, event: EffectOutcome): GoingOn {
  switch (event.type) {
    case "words":
    case "recorded":
      return cut(walk, phase, event);
    case "understood":
      return event.text.trim() === "" ? speakOn(walk, phase) : cut(walk, phase, event);
    case "nothing":
    case "noise":
      return speakOn(walk, phase);
    case "ended":
    case "failed":
      return hold(walk, event);
    case "sentence":
      return stepAlone({ walk, effects: [{ do: "say", round: walk.round, sound: event.sound }] });
    case "answered": {
      const whole: Walk = {
        ...walk,
        phase: { ...phase, isWhole: true },
        pending: null,
        failures: 0,
        isCutOff: event.isCutOff === true,
      };
      return stepAlone({ walk: whole, effects: [{ do: "sayNoMore" }] });
    }
    case "spoken":
    case "blocked":
      // It was over just then.
      return {
        step: stay({ ...walk, phase: { at: "speaking", isWhole: phase.isWhole }, held: [] }),
        replay: [event, { type: "hearing" }, ...walk.held.filter(isOfOwner)],
      };
    case "microphoneLost":
      return stepAlone(closeMicrophone(walk));
    case "stored":
      return stepAlone(questionStored(walk, event.messageId));
    case "content":
      return stepAlone(stay({ ...walk, reply: walk.reply + event.text }));
    case "offered":
      return stepAlone(stay({ ...walk, choices: event.choices }));
    default:
      return stepAlone(stay(walk));
  }
}

/** No words followed where the pet was stopped. */
export function inVain(walk: Walk): Walk {
  if (!walk.isUnproven) return walk;
  const vainStops = walk.vainStops + 1;
  return { ...walk, isUnproven: false, vainStops, talkOver: vainStops < VAIN_STOPS ? walk.talkOver : "noisy" };
}

function speakOn(walk: Walk, { isWhole }: { isWhole: boolean }): GoingOn {
  const step = speak({ ...inVain(walk), held: [] }, isWhole, [{ do: "speakOn" }]);
  return { step, replay: walk.held.filter((event) => !isOfOwner(event)) };
}

/** The owner talks over the pet, or goes on with the question: then nothing of the reply counts. */
function cut(walk: Walk, { heard, goesOn }: Yielding, event: EffectOutcome): GoingOn {
  const proven: Walk = { ...walk, isUnproven: event.type === "recorded" };
  const replay = [...walk.held.filter(isOfOwner), event];
  const { asked } = walk;
  if (goesOn && asked !== null && asked.messageId !== null) return { step: goOn(proven, asked), replay };
  const round = walk.round + 1;
  const next: Walk = { ...proven, round, phase: { at: "listening", isHearing: true } };
  return {
    step: {
      walk: { ...next, pending: null, asked: null, held: [] },
      effects: [...endOfReply(walk, heard), hearAs(walk, round)],
    },
    replay,
  };
}

/** Which sentence was heard last is not known of a reply that is spoken in one clip. */
function endOfReply({ hasSentences, asked, pending }: Walk, heard: number): WalkEffect[] {
  const messageId = asked?.messageId ?? null;
  if (hasSentences && messageId !== null) return [{ do: "cutReply", heard, messageId }];
  return pending === null ? [{ do: "silence" }] : [{ do: "silence" }, { do: "stopReply" }];
}
