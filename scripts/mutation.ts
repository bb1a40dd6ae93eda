/** A check of docs/trust.md that is taken out, to see that a test of its row fails then. */
export interface Mutation {
  /** Of docs/trust.md. */
  row: number;
  file: string;
  /** The check as it stands in the file, once. */
  find: string;
  /** What stands there without the check. */
  put: string;
  /** The file of the row's tests that proves it; left out: all of them but those in a browser. */
  test?: string;
}
