import { LOADING } from "@/domain/chats/read-reply.ts";
import type { Walk } from "./walk-state.ts";

/** The state in one or two words (`title`), and a sentence about it (`hint`). */
export function wordsFor({ phase, microphone, talkOver }: Walk, name: string): { title: string; hint: string } {
  switch (phase.at) {
    case "ready":
      return { title: `Walk with ${name}`, hint: "" };
    case "opening":
      return { title: "One moment", hint: "The microphone is being opened." };
    case "listening":
      return { title: "Listening", hint: phase.isHearing ? "I hear you." : "Just talk. A short silence sends it." };
    case "understanding":
      return {
        title: "Thinking",
        hint: phase.isSlow ? "This takes longer than usual. Nothing is lost." : "Your words are being written down.",
      };
    case "thinking":
      if (phase.isLoading && !phase.isHearing) return { title: "Thinking", hint: LOADING };
      return {
        title: "Thinking",
        hint: phase.isHearing ? "I hear you. Just go on." : `${name} is looking for an answer.`,
      };
    case "speaking":
      if (talkOver === "noisy")
        return { title: "Speaking", hint: `Noise stopped ${name} twice. On this walk talking over is off now.` };
      return {
        title: "Speaking",
        hint: microphone === "closed" ? "The microphone is off." : "Just talk to interrupt.",
      };
    case "yielding":
      return { title: "Listening", hint: "I hear you." };
    case "paused":
      return { title: "Paused", hint: pausedHints[phase.why] };
    case "trouble":
      return { title: phase.trouble.title, hint: phase.trouble.advice };
  }
}

/**
 * What a screen reader says by itself. While the microphone is open, that does not change: the reader's own voice would be
 * heard as the owner's.
 */
export const announcementFor = (walk: Walk, name: string): string =>
  walk.microphone === "closed" ? wordsFor(walk, name).title : "Listening";

const pausedHints = {
  asked: "The microphone is off.",
  hidden: "The page was not in view. It goes on when it is.",
  interrupted: "The sound was interrupted, by a call or because the speaker was lost. The microphone is off.",
};
