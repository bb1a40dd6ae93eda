import type { QuestionToWill } from "#server/understanding/interview/hear-answer.ts";

/** What Will says without a model to what is no answer. */
export const sayings = {
  stopped: "Then that's it for today. Everything is saved, and we go on here whenever you like.",
  skipped: "No problem, we can come back to that one.",
  notKnown: "That's all right. It can wait until you know, or find something to tell.",
  unsure: "Shall I write that down as it is?",
  notWritten: "Then I don't write it down. How would you put it?",
  corrected: "Thank you, I have corrected your answer from before. Now back to this one.",
  wrong: "Sorry about that! Press Undo beside the answer, or say “I meant” and how it should be.",
  others: {
    yes: "Good! Tell me a little about it, a few words are enough.",
    chatter: "I'm listening. Take your time, and say “skip” if this one is not for you.",
  },
  questions: {
    why: (pet) =>
      `Because ${pet} can only tell what stands in the diary: with your answer it knows what to say. And you may skip it.`,
    meaning: (_pet, asked) => `I mean this: ${asked} Whatever comes to your mind will do, also a few words.`,
    who: () => "I'm Will, a computer program that asks the questions of the diary, no person. Shall we go on?",
    privacy: (pet) =>
      `Your answer goes into ${pet}'s diary: whoever may talk with ${pet} can hear it. You can undo it here, and change or delete it in the diary.`,
    else: () => "I only know the questions of the diary; the help button knows the rest. Shall we go on with this one?",
  } satisfies Record<QuestionToWill, (pet: string, asked: string) => string>,
} as const;
