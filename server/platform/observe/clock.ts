import type { Meter } from "@opentelemetry/api";
import type { RequestHandler } from "express";
import { LRUCache } from "lru-cache";
import { createEngineClock, type EngineClock } from "./engine-clock.ts";
import { type Instruments, inBuckets, noInstruments, REPLY_BUCKETS, secondsSince } from "./instruments.ts";
import { contextOfCurrentSpan, jobSpans, type RunJob } from "./spans.ts";

/** What a reply comes through, in this order; audio only where it is spoken sentence by sentence. */
type ReplyStage = "evidence" | "prompt" | "first words" | "first audio" | "end";

/** Started with the question. */
export interface ReplyClock {
  /** Only the first time counts. */
  reached(stage: ReplyStage): void;
}

/**
 * Measures what people wait for, as metrics and spans (decisions 014 and 085). Labels and attributes are few names from the
 * code, never what people write, ids of people or pets, or addresses.
 *
 * A spoken turn ends in one call or on a socket, and its question comes by another call: what joins them is the account.
 */
export interface Clock extends EngineClock {
  /** @param userId who asks; left out for a visitor without an account */
  startReply(userId?: string): ReplyClock;
  /** What this person said is over: now, for a microphone that is heard live; with the recording's arrival, for an upload. */
  turnEnded(userId: string): void;
  /** The final text of what they said is known. */
  turnHeard(userId: string): void;
  /** Tells the person's browser by `Server-Timing` what their turn has come through. To be used behind sessions. */
  serverTiming: RequestHandler;
  duringJob: RunJob;
}

/** Finer where people begin to notice a wait. */
const TURN_BUCKETS = [0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.3, 1.6, 2, 3, 5, 10];

export function createClock(instruments: Instruments = noInstruments): Clock {
  const turns = createTurnClock(instruments.meter);
  return {
    ...createEngineClock(instruments),
    startReply: replyClocks(instruments, turns),
    turnEnded: turns.ended,
    turnHeard: turns.heard,
    serverTiming: turns.serverTiming,
    duringJob: jobSpans(instruments.tracer),
  };
}

function replyClocks({ meter, tracer }: Instruments, turns: ReturnType<typeof createTurnClock>): Clock["startReply"] {
  const stages = meter.createHistogram(
    "pettalk_reply_stage_seconds",
    inBuckets(REPLY_BUCKETS, "Time from a question until its reply had come so far."),
  );
  return (userId) => {
    const turn = turns.ofQuestion(userId);
    const context = contextOfCurrentSpan();
    const startedAt = performance.now();
    const reached = new Set<ReplyStage>();
    // Each span begins where the one before it ended.
    let startTime = Date.now();
    return {
      reached(stage) {
        if (reached.has(stage)) return;
        reached.add(stage);
        stages.record(secondsSince(startedAt), { stage });
        const endTime = Date.now();
        tracer.startSpan(`reply: ${stage}`, { startTime }, context).end(endTime);
        startTime = endTime;
        if (stage === "first words") turns.reach(turn, "first token");
        if (stage === "first audio") turns.reach(turn, stage);
      },
    };
  };
}

/** What the answer to a spoken question comes through after the end of the person's turn, in this order. */
type TurnStage = "final text" | "question" | "first token" | "first audio";

interface SpokenTurn {
  endedAt: number;
  /** Seconds, by stage. */
  reached: Map<TurnStage, number>;
}

/** A question that comes later than this after a turn was typed, or belongs to another instance's turn. */
const KEPT_MS = 20_000;
/** Several thousand people may be speaking at once; a turn that is dropped here is only not measured. */
const MOST_TURNS = 10_000;

function createTurnClock(meter: Meter) {
  const turns = new LRUCache<string, SpokenTurn>({ max: MOST_TURNS, ttl: KEPT_MS });
  const stages = meter.createHistogram(
    "pettalk_spoken_turn_stage_seconds",
    inBuckets(TURN_BUCKETS, "Time from the end of what a person said until its answer had come so far."),
  );

  function reach(turn: SpokenTurn | undefined, stage: TurnStage): void {
    if (turn === undefined || turn.reached.has(stage)) return;
    const seconds = secondsSince(turn.endedAt);
    turn.reached.set(stage, seconds);
    stages.record(seconds, { stage });
  }

  const serverTiming: RequestHandler = (request, response, next) => {
    const turn = request.user === undefined ? undefined : turns.get(request.user.id);
    if (turn !== undefined && turn.reached.size > 0) response.setHeader("Server-Timing", timingOf(turn));
    next();
  };
  return {
    reach,
    serverTiming,
    ended: (userId: string) => void turns.set(userId, { endedAt: performance.now(), reached: new Map() }),
    heard: (userId: string) => reach(turns.get(userId), "final text"),
    /** A turn has one question: the next one is another turn's, or typed. */
    ofQuestion(userId = ""): SpokenTurn | undefined {
      const turn = turns.get(userId);
      if (!turn?.reached.has("final text") || turn.reached.has("question")) return undefined;
      reach(turn, "question");
      return turn;
    },
  };
}

/** Such as `final-text;dur=162.4, question;dur=180.1`: milliseconds after the turn's end. */
const timingOf = ({ reached }: SpokenTurn): string =>
  [...reached].map(([stage, seconds]) => `${stage.replace(" ", "-")};dur=${(seconds * 1000).toFixed(1)}`).join(", ");
