/**
 * A value that is written again and again: what the server acknowledged last, and what was sent since without an answer,
 * which may have been kept or not.
 */
export class Register<Value> {
  #acknowledged: Value;
  #sent: Value[] = [];

  constructor(first: Value) {
    this.#acknowledged = first;
  }

  /** Writes by `write`; what it answers is no matter, but that it answers. */
  async put(value: Value, write: () => Promise<unknown>): Promise<void> {
    this.#sent.push(value);
    await write();
    this.#acknowledged = value;
    this.#sent = [];
  }

  /** A sentence where the value that is there is none that may be; else the value counts from now on. */
  check(what: string, actual: Value): string[] {
    const isRight = [this.#acknowledged, ...this.#sent].includes(actual);
    const problem = `${what}: '${String(actual)}' and not '${String(this.#acknowledged)}'`;
    this.#acknowledged = actual;
    this.#sent = [];
    return isRight ? [] : [problem];
  }
}

/** A question of which the server said that it is stored. */
export interface AskedQuestion {
  sessionId: string;
  content: string;
  /** Once `complete` was read. */
  reply?: { id: string; content: string };
  round: number;
}

export interface UploadedDocument {
  name: string;
  /** `asked` from when it is sent until it is answered: both may be. */
  deletion: "none" | "asked" | "acknowledged";
}

export interface SignIn {
  cookies: readonly [string, string][];
  /** `leaving` from when the sign-out is sent until it is answered: both may be. */
  state: "in" | "leaving" | "out";
}

/** What the server acknowledged to one person. */
export interface Ledger {
  petName: Register<string>;
  /** By the id of the diary's question; null for no answer. */
  diary: Map<string, Register<string | null>>;
  /** By the message's id. */
  questions: Map<string, AskedQuestion>;
  /** By the document's id. */
  documents: Map<string, UploadedDocument>;
  signIns: SignIn[];
  /** Ids of questions that a crash left without a reply. */
  interrupted: Set<string>;
}

export interface Counts {
  acknowledged: number;
  /** Requests that the crash cut off. */
  cut: number;
}
