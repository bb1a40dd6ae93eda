import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import type { ReplyStage, StartReplyClock } from "./reply-clock.ts";

/** What the answer to a spoken question comes through after the end of the person's turn, in this order. */
export type TurnStage = "final text" | "question" | "first token" | "first audio";

/** Gets each stage of each turn once, with the seconds since the turn's end. */
export type NoteTurnStage = (stage: TurnStage, seconds: number) => void;

/**
 * The turns of people who speak, from their end to the first sound of the reply. A turn ends in one call or on a socket, its
 * question comes by another call: what joins them is the account.
 */
export interface SpokenTurns {
  /** This person's turn is over: now, for a microphone that is heard live; with the recording's arrival, for an upload. */
  ended(userId: string): void;
  /** The final text of the turn is known. */
  heard(userId: string): void;
  /** Starts with a question of this person; measures only where a turn was heard just before. */
  startClock: StartReplyClock;
  /** Tells the person's browser by `Server-Timing` what the turn has come through. To be used behind sessions. */
  serverTiming: RequestHandler;
}

/** A question that comes later than this after a turn was typed, or belongs to another instance's turn. */
const KEPT_MS = 20_000;
/** Several thousand people may be speaking at once; a turn that is dropped here is only not measured. */
const MOST_TURNS = 10_000;

interface Turn {
  readonly endedAt: number;
  /** Seconds, by stage. */
  readonly reached: Map<TurnStage, number>;
}

const stageOfReply: Partial<Record<ReplyStage, TurnStage>> = {
  "first words": "first token",
  "first audio": "first audio",
};

export function createSpokenTurns(note: NoteTurnStage, now: () => number = () => performance.now()): SpokenTurns {
  const turns = new LRUCache<string, Turn>({ max: MOST_TURNS, ttl: KEPT_MS });

  function reach(turn: Turn | undefined, stage: TurnStage): void {
    if (turn === undefined || turn.reached.has(stage)) return;
    const seconds = (now() - turn.endedAt) / 1000;
    turn.reached.set(stage, seconds);
    note(stage, seconds);
  }

  return {
    ended(userId) {
      turns.set(userId, { endedAt: now(), reached: new Map() });
    },
    heard(userId) {
      reach(turns.get(userId), "final text");
    },
    startClock(userId) {
      const last = userId === undefined ? undefined : turns.get(userId);
      // A turn has one question: the next one is another turn's, or typed.
      const turn = last?.reached.has("final text") && !last.reached.has("question") ? last : undefined;
      reach(turn, "question");
      return {
        reached(stage) {
          const turnStage = stageOfReply[stage];
          if (turnStage !== undefined) reach(turn, turnStage);
        },
      };
    },
    serverTiming(request, response, next) {
      const turn = request.user === undefined ? undefined : turns.get(request.user.id);
      if (turn !== undefined && turn.reached.size > 0) response.setHeader("Server-Timing", timingOf(turn));
      next();
    },
  };
}

/** Such as `final-text;dur=162.4, question;dur=180.1`: milliseconds after the turn's end. */
const timingOf = ({ reached }: Turn): string =>
  [...reached].map(([stage, seconds]) => `${stage.replace(" ", "-")};dur=${(seconds * 1000).toFixed(1)}`).join(", ");
