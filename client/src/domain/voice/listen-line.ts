import { closings, type ListenRequest } from "#shared/api/listen.ts";
import { PAGE_ACCOUNT_QUERY } from "#shared/route.ts";
import { pageAccount } from "@/lib/api.ts";
import { isRecord } from "@/lib/record.ts";
import { type LineTurn, SpokenTurn, type TurnListener, type TurnOutcome, type TurnPlace } from "./spoken-turn.ts";

/**
 * The delays before the line is opened anew after it was lost, for each time in a row. After the last one the next turn tries
 * again: a handshake that is refused looks like a lost line to a page.
 */
export const RECONNECT_MS = [500, 1000, 2000] as const;
/** How long the server may be silent after the end of a turn: longer, and the connection is taken for lost. */
export const ANSWER_MS = 8_000;
/** How long it may be silent once it has said that the recognizer is slow. */
const SLOW_ANSWER_MS = 60_000;
/** After these there is no use in opening the line anew; the next turn finds out whether that has changed. */
const final: readonly number[] = [
  closings.sessionEnded.code,
  closings.tooMany.code,
  closings.noRecognizer.code,
  closings.idle.code,
  closings.nonsense.code,
];

/**
 * A WebSocket to the server that turns what is said into text while it is said, for many turns. It opens anew where it was
 * lost. A turn that it could not follow to its end has the outcome null, and its sound is then sent as a recording.
 */
export class ListenLine {
  /** Whether the recognizer needs the whole of what was said, which it gets in each pause. */
  textComesInPauses = false;
  #socket: WebSocket | null = null;
  #isReady = false;
  #isWanted = false;
  #losses = 0;
  #numbers = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #answer: ReturnType<typeof setTimeout> | undefined;
  /** The turn that is spoken, and those that are over and have no outcome yet. */
  #open: SpokenTurn | null = null;
  readonly #awaited = new Map<number, SpokenTurn>();

  /** Opens it in advance, so that it is there when somebody begins to speak. */
  open(): void {
    this.#isWanted = true;
    this.#connect();
  }

  /** Ends the turn under way without an outcome. */
  close(): void {
    this.#isWanted = false;
    clearTimeout(this.#again);
    this.#drop();
    this.#open?.settle(null);
    this.#open = null;
  }

  begin(place: TurnPlace, listener: TurnListener = {}): LineTurn {
    this.#open?.settle(null);
    const turn = new SpokenTurn(place, listener, {
      say: () => this.#say(turn),
      tell: (type) => this.#tell(turn, type),
      end: () => this.#end(turn),
      cancel: () => this.#cancel(turn),
    });
    this.#open = turn;
    this.open();
    this.#say(turn);
    return turn;
  }

  #connect(): void {
    if (this.#socket !== null || typeof WebSocket === "undefined") return;
    clearTimeout(this.#again);
    const address = new URL("/api/listen", location.href);
    const account = pageAccount();
    if (account !== null) address.searchParams.set(PAGE_ACCOUNT_QUERY, account);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    let socket: WebSocket;
    try {
      socket = new WebSocket(address.href);
    } catch {
      return;
    }
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket && typeof data === "string") this.#hear(data);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#lost(code);
    };
  }

  #lost(code: number): void {
    this.#drop();
    if (!this.#isWanted || final.includes(code)) return;
    const delay = RECONNECT_MS[this.#losses];
    if (delay === undefined) return;
    this.#losses += 1;
    this.#again = setTimeout(() => this.#connect(), delay);
  }

  /** Lets the socket go. The turn that is still spoken is said from its beginning on the next one. */
  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#isReady = false;
    this.#numbers = 0;
    clearTimeout(this.#answer);
    socket?.close();
    for (const turn of this.#awaited.values()) turn.settle(null);
    this.#awaited.clear();
    if (this.#open !== null) this.#open.number = null;
  }

  #hear(data: string): void {
    const event = parsed(data);
    if (event === null) return;
    if (event.type === "ready") {
      this.textComesInPauses = event.textInPauses;
      this.#isReady = true;
      this.#losses = 0;
      if (this.#open !== null) this.#say(this.#open);
      return;
    }
    const turn = this.#open?.number === event.turn ? this.#open : this.#awaited.get(event.turn ?? -1);
    if (turn === undefined) return;
    if (event.type === "partial") turn.listener.onWords?.(event.text, event.isSettled);
    if (event.type === "slow") {
      turn.listener.onSlow?.();
      this.#await(SLOW_ANSWER_MS);
    }
    if (event.type === "heard") this.#answered(turn, event.text.trim());
    if (event.type === "nothing") this.#answered(turn, "");
    if (event.type === "failed") this.#answered(turn, null);
  }

  #answered(turn: SpokenTurn, outcome: TurnOutcome): void {
    turn.settle(outcome);
    if (turn.number !== null) this.#awaited.delete(turn.number);
    if (this.#awaited.size === 0) clearTimeout(this.#answer);
  }

  /** Sends what was not sent of it yet. */
  #say(turn: SpokenTurn): void {
    if (!this.#isReady || turn.isOver || !turn.isSayable) return;
    if (turn.number === null) {
      this.#numbers += 1;
      turn.number = this.#numbers;
      this.#send({ type: "start", turn: turn.number, ...turn.place });
    }
    for (const frame of turn.unsent()) this.#socket?.send(frame);
  }

  #tell(turn: SpokenTurn, type: "pausing" | "resumed"): void {
    if (turn.number !== null && !turn.isOver) this.#send({ type, turn: turn.number });
  }

  #end(turn: SpokenTurn): void {
    if (this.#open === turn) this.#open = null;
    this.#say(turn);
    if (turn.number === null || turn.isOver) {
      turn.settle(null);
      return;
    }
    this.#send({ type: "end", turn: turn.number });
    this.#awaited.set(turn.number, turn);
    this.#await(ANSWER_MS);
  }

  #cancel(turn: SpokenTurn): void {
    if (this.#open === turn) this.#open = null;
    if (turn.number !== null && !turn.isOver) this.#send({ type: "cancel", turn: turn.number });
    turn.settle(null);
  }

  /** A connection that broke without a word, as in a dead spot, answers nothing more. */
  #await(ms: number): void {
    clearTimeout(this.#answer);
    this.#answer = setTimeout(() => this.#lost(0), ms);
  }

  #send(message: ListenRequest): void {
    if (this.#isReady) this.#socket?.send(JSON.stringify(message));
  }
}

/** What is used of an event; the server has checked it before it sent it. */
interface ParsedEvent {
  type: string;
  turn: number | null;
  text: string;
  isSettled: boolean;
  textInPauses: boolean;
}

function parsed(data: string): ParsedEvent | null {
  try {
    const event: unknown = JSON.parse(data);
    if (!isRecord(event) || typeof event.type !== "string") return null;
    const { type, turn, text, settled, textInPauses } = event;
    return {
      type,
      textInPauses: textInPauses === true,
      turn: typeof turn === "number" ? turn : null,
      text: typeof text === "string" ? text : "",
      isSettled: settled === true,
    };
  } catch {
    return null;
  }
}
