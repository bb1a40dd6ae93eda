import {
  closeMicrophone,
  type EffectOutcome,
  hearAs,
  type Question,
  type Step,
  stay,
  type Walk,
} from "./walk-state.ts";

/** A step, and what happens then in the state that it leads to. */
export interface GoingOn {
  step: Step;
  replay: readonly EffectOutcome[];
}

/** The owner makes a sound while the pet thinks. What comes of the reply waits until it is known whether the owner goes on. */
export function whileGoingOn(walk: Walk, event: EffectOutcome): GoingOn {
  const asked = walk.asked ?? { text: walk.said, messageId: null };
  const since = walk.held.filter(isOfOwner);
  switch (event.type) {
    case "hearing":
      return since.length === 0 ? stepAlone(stay(walk)) : hold(walk, event);
    case "noise":
      // What was said before the noise is still to be asked.
      return since.length === 0 ? letGo(walk) : hold(walk, event);
    case "microphoneLost": {
      // Its words still come, if something was said.
      const { walk: deaf, effects } = closeMicrophone(walk);
      const { step, replay } = since.length === 0 ? letGo(deaf) : stepAlone(stay(deaf));
      return { step: { walk: step.walk, effects: [...effects, ...step.effects] }, replay };
    }
    case "words":
      return asked.messageId === null ? stepAlone(stay(walk)) : { step: goOn(walk, asked), replay: [event] };
    case "ended":
    case "understood":
    case "nothing":
    case "recorded":
      // Until the server has named the question that it stored, that can't be replaced.
      return asked.messageId === null ? hold(walk, event) : { step: goOn(walk, asked), replay: [event] };
    case "stored": {
      const named = questionStored(walk, event.messageId).walk;
      return since.length === 0 || named.asked === null
        ? stepAlone(stay(named))
        : { step: goOn(named, named.asked), replay: since };
    }
    case "failed":
      return since.length === 0 ? hold(walk, event) : { step: goOn(walk, asked), replay: since };
    case "sentence":
    case "answered":
      return hold(walk, event);
    case "content":
      return stepAlone(stay({ ...walk, reply: walk.reply + event.text }));
    case "offered":
      return stepAlone(stay({ ...walk, choices: event.choices }));
    default:
      return stepAlone(stay(walk));
  }
}

/** It was no speech: the reply goes on. */
const letGo = (walk: Walk): GoingOn => ({
  step: stay({ ...walk, phase: { at: "thinking", isHearing: false }, held: [] }),
  replay: walk.held,
});

/** The server has stored the question. */
export function questionStored(walk: Walk, messageId: string): Step {
  if (walk.pending?.kind !== "question") return stay(walk);
  const { text } = walk.pending;
  return stay({ ...walk, pending: { ...walk.pending, messageId }, asked: { text, messageId } });
}

/** The owner goes on with a question that was taken to be whole: its reply is dropped, and both parts become one question. */
export function goOn(walk: Walk, before: Question): Step {
  const round = walk.round + 1;
  const next: Walk = { ...walk, round, phase: { at: "listening", isHearing: true }, before, said: before.text };
  return {
    walk: { ...next, reply: "", choices: [], isCutOff: false, pending: null, asked: null, held: [] },
    effects: [{ do: "silence" }, { do: "stopReply" }, hearAs(walk, round)],
  };
}

const ownersEvents: readonly EffectOutcome["type"][] = [
  "hearing",
  "noise",
  "ended",
  "understood",
  "nothing",
  "recorded",
];
/** Whether it tells what the owner says. */
export const isOfOwner = ({ type }: EffectOutcome): boolean => ownersEvents.includes(type);

export const hold = (walk: Walk, event: EffectOutcome): GoingOn =>
  stepAlone(stay({ ...walk, held: [...walk.held, event] }));

export const stepAlone = (step: Step): GoingOn => ({ step, replay: [] });
