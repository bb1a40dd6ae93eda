/** What a reply comes through, in this order; audio only where it is spoken sentence by sentence. */
export const replyStages = ["evidence", "prompt", "first words", "first audio", "end"] as const;
export type ReplyStage = (typeof replyStages)[number];

/** Started with the question. */
export interface ReplyClock {
  /** Only the first time counts. */
  reached(stage: ReplyStage): void;
}

export type StartReplyClock = () => ReplyClock;

/** One clock for several who want to know; for nobody, where there are none. */
export const joinedClock =
  (clocks: readonly StartReplyClock[]): StartReplyClock =>
  () => {
    const started = clocks.map((start) => start());
    return {
      reached(stage) {
        for (const clock of started) clock.reached(stage);
      },
    };
  };
