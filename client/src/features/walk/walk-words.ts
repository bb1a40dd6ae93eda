import { t } from "@lingui/core/macro";
import { LOADING } from "@/domain/chats/replies.ts";
import type { Walk } from "./walk-state.ts";

/** The state in one or two words (`title`), and a sentence about it (`hint`). */
export function wordsFor({ phase, microphone, talkOver }: Walk, name: string): { title: string; hint: string } {
  switch (phase.at) {
    case "ready":
      return { title: t`Walk with ${name}`, hint: "" };
    case "opening":
      return { title: t`One moment`, hint: t`The microphone is being opened.` };
    case "listening":
      return { title: t`Listening`, hint: phase.isHearing ? t`I hear you.` : t`Just talk. A short silence sends it.` };
    case "understanding":
      return {
        title: t`Thinking`,
        hint: phase.isSlow ? t`This takes longer than usual. Nothing is lost.` : t`Your words are being written down.`,
      };
    case "thinking":
      if (phase.isLoading && !phase.isHearing) return { title: t`Thinking`, hint: LOADING };
      return {
        title: t`Thinking`,
        hint: phase.isHearing ? t`I hear you. Just go on.` : t`${name} is looking for an answer.`,
      };
    case "speaking":
      if (talkOver === "noisy")
        return { title: t`Speaking`, hint: t`Noise stopped ${name} twice. On this walk talking over is off now.` };
      return {
        title: t`Speaking`,
        hint: microphone === "closed" ? t`The microphone is off.` : t`Just talk to interrupt.`,
      };
    case "yielding":
      return { title: t`Listening`, hint: t`I hear you.` };
    case "paused":
      return { title: t`Paused`, hint: pausedHints[phase.why] };
    case "trouble":
      return { title: phase.trouble.title, hint: phase.trouble.advice };
  }
}

/**
 * What a screen reader says by itself. While the microphone is open, that does not change: the reader's own voice would be
 * heard as the owner's.
 */
export const announcementFor = (walk: Walk, name: string): string =>
  walk.microphone === "closed" ? wordsFor(walk, name).title : t`Listening`;

const pausedHints = {
  asked: t`The microphone is off.`,
  hidden: t`The page was not in view. It goes on when it is.`,
  interrupted: t`The sound was interrupted, by a call or because the speaker was lost. The microphone is off.`,
};
