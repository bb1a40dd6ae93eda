/** Shorter parts of a text are copied by V8 anyway. */
const SHARED_FROM = 13;

/** V8 keeps a word cut out of a text as a window onto it, so keeping the word would keep the whole text in memory. */
export function ownText(text: string): string {
  return text.length < SHARED_FROM ? text : Buffer.from(text, "utf16le").toString("utf16le");
}

/** One long text moves to another thread at once, while a list would block the receiver. */
export interface Texts {
  readonly text: string;
  readonly ends: Uint32Array<ArrayBuffer>;
}

export function textsOf(list: readonly string[]): Texts {
  const ends = new Uint32Array(list.length);
  let end = 0;
  for (const [at, { length }] of list.entries()) {
    end += length;
    ends[at] = end;
  }
  return { text: list.join(""), ends };
}

export function textAt({ text, ends }: Texts, place: number): string {
  return text.slice(place === 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0);
}
