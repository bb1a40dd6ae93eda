/**
 * What the diary voice says of its own accord, in one language. Every list holds several phrasings, all first person as
 * the pet, warm and a little funny. `{pet}` stands for the pet's name and `{person}` for that of whom it talks with;
 * `{text}`, `{name}` and `{page}` for what is quoted, the document's name and its page number.
 */
export interface Phrases {
  /** Before words that already read as the pet's own; some may be empty. */
  leadIn: readonly string[];
  /** A diary answer that is not written in first person: quotes `{text}`. */
  quoteDiary: readonly string[];
  /** A passage of a document: quotes `{text}`, names `{name}` and `{page}`. */
  quotePage: readonly string[];
  /** The same for a document without pages: `{text}`, `{name}`. */
  quoteDocument: readonly string[];
  /** Joins a second fact: `{text}`, with a lead into it. */
  also: readonly string[];
  /** Nothing is known: a witty saying that owns up to being just a pet. */
  unknown: readonly string[];
  /** Nothing is known of the person's own life: reassures, and is just a pet. */
  personalUnknown: readonly string[];
  /** 'Why?', and the reason stands nowhere. */
  whyUnknown: readonly string[];
  /** 'Tell me more', and there is no more. */
  noMore: readonly string[];
  /** 'And you?' with nothing to go by: turns it back. */
  andYou: readonly string[];
  greeting: readonly string[];
  howAreYou: readonly string[];
  thanks: readonly string[];
  goodbye: readonly string[];
  /** 'Who are you?', 'What is your name?': `{pet}`. */
  whoAreYou: readonly string[];
  /** 'Are you real?', 'Are you an AI?': honest, a voice made from the diary, not the living animal. */
  areYouReal: readonly string[];
  /** 'I love you', 'I miss you'. */
  love: readonly string[];
  /** 'Good boy!', 'You are the best.' */
  praise: readonly string[];
  /**
   * Regular expressions (flags iu) that recognise what was said, matched against the text in lower case. First person
   * tells whether a text already reads as the pet's own ('I', 'my'); personal tells a question about the person's life.
   */
  patterns: {
    greeting: string;
    howAreYou: string;
    thanks: string;
    goodbye: string;
    whoAreYou: string;
    areYouReal: string;
    love: string;
    praise: string;
    why: string;
    more: string;
    andYou: string;
    firstPerson: string;
    personal: string;
  };
}
