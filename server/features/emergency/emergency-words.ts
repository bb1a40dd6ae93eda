/**
 * What the words of an emergency are, in one language, and what is said first when they are heard. Made to be read and
 * corrected by people who speak the language and know the field; nothing in these files is code.
 *
 * A pattern is written as it is said, in lower case. `*` stands for any letters of a word, `…` for up to five words
 * between (ten letters where no spaces are written), `(a|b)` for either, and `?` makes what is before it optional.
 * Accents, hyphens, commas and the kind of apostrophe make no difference, nor does the apostrophe of English endings.
 * In languages that write no spaces a pattern is found anywhere.
 */
export interface EmergencyWords {
  /** False for languages that write no spaces between words. */
  readonly spaced: boolean;
  /** Words that are written onto the next one. */
  readonly attached?: readonly string[];
  /** Something was eaten or drunk; counts together with one of `poisons` in the same sentence. */
  readonly eaten: readonly string[];
  readonly poisons: readonly string[];
  /** An animal in danger of life. */
  readonly vet: readonly string[];
  /** The talk is of the past, of a story, or of what might be: no emergency of an animal. */
  readonly notNow: readonly string[];
  /** A person in danger: of ending or harming their own life, or from somebody else. */
  readonly person: readonly string[];
  /** Sayings that mean nothing of the kind. */
  readonly figurative: readonly string[];
  readonly help: { readonly vet: HelpText; readonly person: HelpText };
  /** What the pet adds where no language model finds words for it: short, gentle, no joke. */
  readonly petSays: { readonly vet: string; readonly person: string };
}

/**
 * What is said: by region of the pet's locale (`US` of `en-US`), else `other`. Plain text, for it is read aloud too, in one
 * paragraph. A number is named with its country, for the person may be elsewhere.
 */
export type HelpText = { readonly other: string } & Readonly<Partial<Record<string, string>>>;

export type EmergencyKind = keyof EmergencyWords["help"];
