import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Work that takes long and yields after each slice of a few milliseconds. Slices are measured in what is worked through, not
 * in time, so that tests can count them.
 */
export type Sliced<Result> = Generator<undefined, Result>;

/** Lets requests have their turn after each slice. */
export async function inSlices<Result>(work: Sliced<Result>): Promise<Result> {
  let slice = work.next();
  while (!slice.done) {
    await nextTurn();
    slice = work.next();
  }
  return slice.value;
}

/** Without pauses, for what can't wait. */
export function atOnce<Result>(work: Sliced<Result>): Result {
  let slice = work.next();
  while (!slice.done) slice = work.next();
  return slice.value;
}

/** Does sliced work once for each key, however many ask for it, one after the other. */
export class SlicedOnce<Key, Result> {
  readonly #work: (key: Key) => Sliced<Result>;
  readonly #done = new Map<Key, Result>();
  readonly #under = new Map<Key, Promise<Result>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(work: (key: Key) => Sliced<Result>) {
    this.#work = work;
  }

  /** Undefined where it was not done yet. */
  known(key: Key): Result | undefined {
    return this.#done.get(key);
  }

  now(key: Key): Result {
    const result = this.#done.get(key) ?? atOnce(this.#work(key));
    this.#done.set(key, result);
    return result;
  }

  /** What is asked for while other work is under way comes next after the current piece. */
  soon(key: Key): Promise<Result> {
    const done = this.#done.get(key);
    if (done !== undefined) return Promise.resolve(done);
    const under = this.#under.get(key) ?? this.#begin(key);
    this.#under.set(key, under);
    return under;
  }

  #begin(key: Key): Promise<Result> {
    const result = this.#last.then(async () => {
      const made = this.#done.get(key) ?? (await inSlices(this.#work(key)));
      this.#done.set(key, made);
      return made;
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}
