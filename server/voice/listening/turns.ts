import type { ListenRequest } from "#shared/api/listen.ts";
import type { Samples } from "./kept-sound.ts";
import type { Turn } from "./turn.ts";

export type TurnStart = Extract<ListenRequest, { type: "start" }>;

interface Turns {
  handle(request: ListenRequest): void;
  add(samples: Samples): void;
  dropAll(): void;
}

const MOST_UNFINISHED = 3;

/** At most one turn is open, while the text of others may still be to come. */
export function createTurns(begin: (start: TurnStart) => Turn): Turns {
  const unfinished = new Map<number, Turn>();
  let open: number | undefined;

  function start(request: TurnStart): void {
    if (open !== undefined) drop(open);
    drop(request.turn);
    const [oldest] = unfinished.keys();
    if (oldest !== undefined && unfinished.size >= MOST_UNFINISHED) drop(oldest);
    const turn = begin(request);
    unfinished.set(request.turn, turn);
    open = request.turn;
    void turn.settled.then(() => {
      if (unfinished.get(request.turn) === turn) unfinished.delete(request.turn);
    });
  }

  function drop(turn: number): void {
    unfinished.get(turn)?.drop();
    unfinished.delete(turn);
    if (open === turn) open = undefined;
  }

  return {
    handle(request) {
      const turn = unfinished.get(request.turn);
      switch (request.type) {
        case "start":
          return start(request);
        case "pausing":
          return turn?.pause();
        case "resumed":
          return turn?.resume();
        case "end":
          if (open === request.turn) open = undefined;
          return turn?.end();
        case "cancel":
          return drop(request.turn);
      }
    },
    add(samples) {
      if (open !== undefined) unfinished.get(open)?.add(samples);
    },
    dropAll() {
      for (const turn of unfinished.keys()) drop(turn);
    },
  };
}
