/** Why a reply under way is ended from outside: `stopped` keeps what was said, the others keep nothing. */
export type EndReason = "stopped" | "shutdown" | "gone";

interface RunningReply {
  readonly questionId: string;
  readonly sessionId: string;
  readonly agentId: string;
  readonly userId: string;
  /** Aborted with an `EndReason`. */
  readonly controller: AbortController;
  /** Settles when the reply is stored or given up, whichever way. Never rejects. */
  readonly settled: Promise<void>;
}

/** The replies that this process is making. */
function createRunningReplies() {
  const running = new Map<string, RunningReply>();

  async function end(replies: readonly RunningReply[], reason: EndReason): Promise<void> {
    for (const { controller } of replies) controller.abort(reason);
    await Promise.all(replies.map(({ settled }) => settled));
  }

  return {
    add(reply: RunningReply): void {
      running.set(reply.questionId, reply);
      void reply.settled.then(() => {
        if (running.get(reply.questionId) === reply) running.delete(reply.questionId);
      });
    },
    /** Resolves once what was said is stored: whether there was a reply to stop. */
    async stopWhere(matches: (reply: RunningReply) => boolean): Promise<boolean> {
      const replies = [...running.values()].filter(matches);
      await end(replies, "stopped");
      return replies.length > 0;
    },
    questionIds: (): string[] => [...running.keys()],
    /** For a pet or a chat that is deleted, or a grant that is withdrawn. */
    endWhere: (matches: (reply: RunningReply) => boolean) => end([...running.values()].filter(matches), "gone"),
    /** Before the server ends: each asker is told, and may try again. */
    endAll: () => end([...running.values()], "shutdown"),
  };
}

/** Shared by all chats of this process. */
export const runningReplies = createRunningReplies();
