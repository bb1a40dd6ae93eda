/** What owners might type, by what it should be taken for. Written before the patterns were read, and never copied into them. */
export interface Samples {
  /** A pet's life may be in danger now. */
  readonly animal: readonly string[];
  /** A person may be in danger now. */
  readonly person: readonly string[];
  /** Sayings, past talk, questions, grief, prescriptions, denials: no emergency. */
  readonly ordinary: readonly string[];
}
