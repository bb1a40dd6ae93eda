type Typed = Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;

/** A typed array that doubles when it is full. */
export class GrowingArray<T extends Typed> {
  #items: T;
  #length: number;
  readonly #make: (length: number) => T;

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

  /** Valid up to `length` and until the next push. */
  get items(): T {
    return this.#items;
  }

  trim(): void {
    if (this.#items.length > this.#length) this.#move(this.#length);
  }

  #move(room: number): void {
    const moved = this.#make(room);
    moved.set(this.#items.subarray(0, this.#length));
    this.#items = moved;
  }
}
