type Typed = Uint32Array | Uint16Array;

/** A typed array that one can append to; its capacity doubles when it is full. */
export class GrowingArray<T extends Typed> {
  #items: T;
  #length = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#items = make(64);
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#move(this.#length * 2);
    this.#items[this.#length] = value;
    this.#length += 1;
  }

  /** The underlying array, valid up to `length` and until the next push. */
  get items(): T {
    return this.#items;
  }

  /** Frees unused capacity. */
  trim(): void {
    if (this.#items.length > this.#length) this.#move(this.#length);
  }

  #move(room: number): void {
    const moved = this.#make(Math.max(room, 1));
    moved.set(this.#items.subarray(0, this.#length));
    this.#items = moved;
  }
}
