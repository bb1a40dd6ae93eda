/** At most `points` calls within `seconds`, counted from the first one. */
export interface RateWindow {
  points: number;
  seconds: number;
}

export interface RateLimit {
  /** The beginning of the sentence that the person reads; `Please wait ...` follows. */
  tooMany: string;
  /** For the calls of a signed-in account. */
  perAccount?: readonly RateWindow[];
  /**
   * For everyone behind one address (an IPv6 network of 64 bits): a school or an office shares one. Left out for what begins
   * within something that is itself limited by address.
   */
  perAddress?: readonly RateWindow[];
  /**
   * Counted in memory and written a moment later, so that the call does not wait for it; with several processes a little
   * more than the limit may pass (rate-counters.ts says how much). For what a signed-in person does again and again; never
   * where a secret could be guessed, or somebody without an account costs money.
   */
  isQuick?: boolean;
  /** A question to a pet. While the process is behind, a new one waits before it is counted (entrance.ts). */
  isQuestion?: boolean;
}

export interface GuessLimit {
  tooMany: string;
  /**
   * Failures from one address at one account. Nothing counts by the account alone, or anybody could lock its owner out
   * from elsewhere.
   */
  perPair: readonly RateWindow[];
  /** Failures from one address at any account. */
  perAddress: readonly RateWindow[];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How often a call may be made, in one table; `RATE_LIMIT_SCALE` multiplies every number of points. A person who types,
 * speaks and uploads as fast as they can stays below; a classroom behind one address does too.
 */
export const rateLimits = {
  login: { tooMany: "Too many sign-in attempts.", perAddress: [{ points: 120, seconds: MINUTE }] },
  promo: {
    tooMany: "Too many promo codes were tried.",
    perAddress: [
      { points: 20, seconds: MINUTE },
      { points: 100, seconds: HOUR },
    ],
  },
  register: {
    tooMany: "Too many sign-ups from here.",
    perAddress: [
      { points: 20, seconds: MINUTE },
      { points: 100, seconds: HOUR },
    ],
  },
  password: {
    tooMany: "Too many password changes.",
    perAccount: [{ points: 20, seconds: 10 * MINUTE }],
    perAddress: [{ points: 120, seconds: MINUTE }],
  },
  // Each may send a mail. How many go to one account is bounded where they are made.
  resetMail: {
    tooMany: "Too many mails were asked for.",
    perAddress: [
      { points: 10, seconds: MINUTE },
      { points: 60, seconds: HOUR },
    ],
  },
  resetLink: {
    tooMany: "Too many links were tried.",
    perAddress: [
      { points: 20, seconds: MINUTE },
      { points: 200, seconds: HOUR },
    ],
  },
  sessions: {
    tooMany: "Too many new chats at once.",
    isQuick: true,
    perAccount: [
      { points: 60, seconds: MINUTE },
      { points: 1_500, seconds: DAY },
    ],
    perAddress: [{ points: 600, seconds: MINUTE }],
  },
  // Pets, users, roles and what else somebody makes with a form.
  making: {
    tooMany: "Too much was added at once.",
    perAccount: [
      { points: 60, seconds: MINUTE },
      { points: 2_000, seconds: DAY },
    ],
    perAddress: [{ points: 600, seconds: MINUTE }],
  },
  chat: {
    tooMany: "That was a lot of talking at once.",
    isQuick: true,
    isQuestion: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_500, seconds: DAY },
    ],
    perAddress: [{ points: 400, seconds: MINUTE }],
  },
  // By address alone: whoever asks has no account. One window, so that the sentence about the day is always true.
  tryOut: {
    tooMany: "That is all that can be asked in a day without an account.",
    isQuestion: true,
    perAddress: [{ points: 30, seconds: DAY }],
  },
  speech: {
    tooMany: "Too many voice samples at once.",
    isQuick: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_000, seconds: DAY },
    ],
    perAddress: [{ points: 400, seconds: MINUTE }],
  },
  transcription: {
    tooMany: "Too many recordings at once.",
    isQuick: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_500, seconds: DAY },
    ],
    perAddress: [{ points: 400, seconds: MINUTE }],
  },
  // A turn that begins at an open microphone. Noise begins turns that are called off; one that is over counts as a recording.
  turns: {
    tooMany: "Too many sounds were heard at once.",
    isQuick: true,
    perAccount: [
      { points: 120, seconds: MINUTE },
      { points: 5_000, seconds: DAY },
    ],
    perAddress: [{ points: 1_600, seconds: MINUTE }],
  },
  // Turns that are called off before a word was understood. Beyond this their first seconds count, as those of words do: a
  // street begins a few in a minute, and a noise that lasts begins none.
  noise: {
    tooMany: "Too many sounds were no words.",
    isQuick: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_000, seconds: DAY },
    ],
  },
  // A microphone that is opened.
  listening: {
    tooMany: "The microphone was opened too often.",
    isQuick: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_500, seconds: DAY },
    ],
    perAddress: [{ points: 400, seconds: MINUTE }],
  },
  help: {
    tooMany: "Too many questions at once.",
    isQuick: true,
    perAccount: [
      { points: 20, seconds: MINUTE },
      { points: 500, seconds: DAY },
    ],
    perAddress: [{ points: 300, seconds: MINUTE }],
  },
  diary: {
    tooMany: "Too many diary entries at once.",
    isQuick: true,
    perAccount: [
      { points: 60, seconds: MINUTE },
      { points: 1_000, seconds: DAY },
    ],
    perAddress: [{ points: 600, seconds: MINUTE }],
  },
  documents: {
    tooMany: "Too many documents at once.",
    perAccount: [
      { points: 120, seconds: 10 * MINUTE },
      { points: 600, seconds: DAY },
    ],
    perAddress: [{ points: 1_000, seconds: 10 * MINUTE }],
  },
  avatar: {
    tooMany: "Too many pictures at once.",
    perAccount: [{ points: 30, seconds: 10 * MINUTE }],
    perAddress: [{ points: 300, seconds: 10 * MINUTE }],
  },
  import: {
    tooMany: "Too many imports at once.",
    perAccount: [{ points: 20, seconds: HOUR }],
    perAddress: [{ points: 200, seconds: HOUR }],
  },
  export: {
    tooMany: "Too many downloads at once.",
    perAccount: [{ points: 30, seconds: HOUR }],
    perAddress: [{ points: 300, seconds: HOUR }],
  },
  search: {
    tooMany: "Too many searches at once.",
    isQuick: true,
    perAccount: [{ points: 60, seconds: MINUTE }],
    perAddress: [{ points: 600, seconds: MINUTE }],
  },
  // Each asks an engine that may cost money; a key that is being set up needs several tries.
  engineTest: {
    tooMany: "Too many tests at once.",
    perAccount: [
      { points: 20, seconds: MINUTE },
      { points: 300, seconds: DAY },
    ],
    perAddress: [{ points: 100, seconds: MINUTE }],
  },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** How many microphones may be open at once in a process; `RATE_LIMIT_SCALE` multiplies these too. */
export const microphonesAtOnce = { perAccount: 4, perProcess: 400 } as const;

/** How many files may be on their way at once; `RATE_LIMIT_SCALE` multiplies these too. */
export const uploadsAtOnce = { perAccount: 4, perAddress: 20 } as const;

/** Each wrong guess counts; a right one resets the count. The longer the guessing goes on, the longer the wait. */
export const guessLimits = {
  signIn: {
    tooMany: "Too many failed sign-in attempts.",
    perPair: [
      { points: 5, seconds: MINUTE },
      { points: 20, seconds: HOUR },
      { points: 60, seconds: DAY },
    ],
    perAddress: [
      { points: 100, seconds: HOUR },
      { points: 500, seconds: DAY },
    ],
  },
  // The pair is the address alone: a wrong token names no account.
  accessToken: {
    tooMany: "Too many wrong access tokens.",
    perPair: [{ points: 20, seconds: MINUTE }],
    perAddress: [
      { points: 20, seconds: MINUTE },
      { points: 200, seconds: HOUR },
    ],
  },
  currentPassword: {
    tooMany: "The current password was wrong too many times.",
    perPair: [
      { points: 5, seconds: MINUTE },
      { points: 20, seconds: HOUR },
      { points: 60, seconds: DAY },
    ],
    perAddress: [{ points: 200, seconds: HOUR }],
  },
} as const satisfies Record<string, GuessLimit>;

export type GuessLimitName = keyof typeof guessLimits;
