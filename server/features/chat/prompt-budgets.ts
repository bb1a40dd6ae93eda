/** The context of small local models, for which the numbers below are made. */
const SMALLEST_CONTEXT = 8192;

/**
 * Tokens that each part of the prompt may have in a context of so many. What is not used by one part before it is left to
 * the turns and passages. A diary of 40 answers with two sentences each takes some 2,800.
 */
export function budgetsOf(contextTokens: number) {
  const scaled = (tokens: number) => Math.floor((tokens * contextTokens) / SMALLEST_CONTEXT);
  return {
    persona: scaled(1600),
    /** The whole of the first message: persona, rules, diary and a small library. */
    system: scaled(4900),
    diary: scaled(3100),
    /** A single answer, so that a long one leaves room for others. */
    entry: scaled(1000),
    passages: scaled(2000),
    turns: scaled(1500),
    turn: scaled(500),
    question: scaled(1000),
    /** Always kept free; what the prompt leaves beside it is the reply's too. */
    reply: 1000,
  };
}

/** Tokens of a reply with what the model thinks before it: more would not come within the time that a reply has. */
export const MOST_REPLY = 12_000;

/** How many answers and passages are looked up for a prompt: more than fit, for one that does not fit is skipped. */
export const mostFor = (contextTokens: number): number =>
  Math.min(60, Math.ceil((2 * budgetsOf(contextTokens).passages) / SHORT_PASSAGE));

/** Tokens. */
const SHORT_PASSAGE = 125;
