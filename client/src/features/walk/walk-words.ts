import type { Walk } from "./walk-machine.ts";

/** The state in one or two words (`title`), and a sentence about it (`hint`). */
export function wordsFor({ phase }: Walk, name: string): { title: string; hint: string } {
  switch (phase.at) {
    case "ready":
      return { title: `Walk with ${name}`, hint: "" };
    case "opening":
      return { title: "One moment", hint: "The microphone is being opened." };
    case "listening":
      return { title: "Listening", hint: phase.isHearing ? "I hear you." : "Just talk. A short silence sends it." };
    case "understanding":
      return { title: "Thinking", hint: "Your words are being written down." };
    case "thinking":
      return { title: "Thinking", hint: `${name} is looking for an answer.` };
    case "speaking":
      return { title: "Speaking", hint: "The microphone is off." };
    case "paused":
      return { title: "Paused", hint: pausedHints[phase.why] };
    case "trouble":
      return { title: phase.trouble.title, hint: phase.trouble.advice };
  }
}

const pausedHints = {
  asked: "The microphone is off.",
  hidden: "The page was not in view. It goes on when it is.",
  interrupted: "The sound was interrupted, by a call or because the speaker was lost. The microphone is off.",
};
