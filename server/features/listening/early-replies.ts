/** A chat of a person; a null session: it is not made yet. */
interface OwnChat {
  userId: string;
  sessionId: string | null;
}

interface EarlyQuestion extends OwnChat {
  /** The id of the auth session in which it is said. */
  sid: string;
  agentId: string;
  text: string;
  /** Whether the reply is to be heard; without it, it is not. */
  generateAudio?: boolean | undefined;
}

/** Begins the reply to a question that may still change, while its end is waited for. Neither call throws. */
export interface EarlyReplies {
  /** The rights are checked as for a question. What was begun before is dropped, unless it is for the same words. */
  begin(question: EarlyQuestion): void;
  drop(of: OwnChat): void;
}

/** For what the pet is not asked. */
export const noEarlyReplies: EarlyReplies = { begin: () => undefined, drop: () => undefined };

/** Begins the reply to one turn in its pauses, with what was understood so far, and begins anew where that changes. */
export function createEarlyReply(
  early: EarlyReplies,
  { userId, sid, agentId, sessionId, generateAudio }: Omit<EarlyQuestion, "text">,
) {
  let latest = "";
  let isPausing = false;
  let begun: string | null = null;

  function begin(): void {
    if (!isPausing || latest === "" || latest === begun) return;
    begun = latest;
    early.begin({ userId, sid, agentId, sessionId, generateAudio, text: latest });
  }

  return {
    understood(text: string): void {
      latest = text;
      begin();
    },
    pause(): void {
      isPausing = true;
      begin();
    },
    /** The turn has its text, which is asked as soon as the client has it. */
    end(text: string): void {
      latest = text;
      isPausing = true;
      begin();
    },
    /** Nobody will ask that: speech goes on, or the turn has no text. */
    drop(): void {
      isPausing = false;
      if (begun === null) return;
      begun = null;
      early.drop({ userId, sessionId });
    },
  };
}
