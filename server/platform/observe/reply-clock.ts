/** What a reply comes through, in this order; audio only where it is spoken sentence by sentence. */
export const replyStages = ["evidence", "prompt", "first words", "first audio", "end"] as const;
export type ReplyStage = (typeof replyStages)[number];

/** Started with the question. */
export interface ReplyClock {
  /** Only the first time counts. */
  reached(stage: ReplyStage): void;
}

/** @param userId who asks; left out for a visitor without an account */
export type StartReplyClock = (userId?: string) => ReplyClock;

/** One clock for several who want to know; for nobody, where there are none. */
export const joinedClock =
  (clocks: readonly StartReplyClock[]): StartReplyClock =>
  (userId) => {
    const started = clocks.map((start) => start(userId));
    return {
      reached(stage) {
        for (const clock of started) clock.reached(stage);
      },
    };
  };
