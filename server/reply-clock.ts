/** What a reply comes through, in this order; audio only where it is spoken sentence by sentence. */
export const replyStages = ["evidence", "prompt", "first words", "first audio", "end"] as const;
export type ReplyStage = (typeof replyStages)[number];

/** Started with the question. */
export interface ReplyClock {
  /** Only the first time counts. */
  reached(stage: ReplyStage): void;
}

export type StartReplyClock = () => ReplyClock;

/** For where nothing is measured. */
export const noClock: StartReplyClock = () => ({ reached: () => undefined });
