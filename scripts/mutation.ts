/** A place in the sources where something is taken out. */
export interface Place {
  file: string;
  /** What stands in the file, once. */
  find: string;
  /** What stands there without the check. */
  put: string;
}

/** A check of docs/trust.md that is taken out, to see that a test of its row fails then. */
export interface Mutation extends Place {
  /** Of docs/trust.md. */
  row: number;
  /** Where the same is checked once more, so that both have to go. */
  also?: Place;
  /** The file of the row's tests that proves it; left out: all of them but those in a browser. */
  test?: string;
}

export const placesOf = (mutation: Mutation): Place[] =>
  mutation.also === undefined ? [mutation] : [mutation, mutation.also];
