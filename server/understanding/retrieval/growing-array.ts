type Typed = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** A typed array that one can append to; its capacity doubles when it is full. */
export class GrowingArray<T extends Typed> {
  #items: T;
  #length: number;
  readonly #make: (length: number) => T;

  /** @param items what it holds from the beginning */
  constructor(make: (length: number) => T, items?: T) {
    this.#make = make;
    this.#items = items ?? make(64);
    this.#length = items?.length ?? 0;
  }

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.#move(Math.max(1, this.#length * 2));
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
    const moved = this.#make(room);
    moved.set(this.#items.subarray(0, this.#length));
    this.#items = moved;
  }
}
