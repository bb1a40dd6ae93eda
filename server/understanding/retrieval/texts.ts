/**
 * Many short texts as one long one, and where each ends. A thread hands that over in no time, while a list of as many texts
 * would hold up the one that gets it.
 */
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

/** The text at a place; empty where there is none. */
export function textAt({ text, ends }: Texts, place: number): string {
  return text.slice(place === 0 ? 0 : (ends[place - 1] ?? 0), ends[place] ?? 0);
}
