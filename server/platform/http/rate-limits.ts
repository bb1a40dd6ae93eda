export interface RateWindow {
  points: number;
  seconds: number;
}

export interface RateLimit {
  /** `Please wait ...` follows. */
  tooMany: string;
  perAccount?: readonly RateWindow[];
  /** An IPv6 network of 64 bits; a school or an office shares one. Left out within something limited by address. */
  perAddress?: readonly RateWindow[];
  /** Never where a secret could be guessed, or somebody without an account costs money (rate-counters.ts). */
  isQuick?: boolean;
  /** Waits while the process is behind (entrance.ts). */
  isQuestion?: boolean;
}

export interface GuessLimit {
  tooMany: string;
  /** From one address at one account. By the account alone anybody could lock its owner out. */
  perPair: readonly RateWindow[];
  /** From one address at any account. */
  perAddress: readonly RateWindow[];
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `RATE_LIMIT_SCALE` multiplies the points. A fast person stays below, and so does a classroom behind one address. */
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
  // Mails to one account are bounded where they are made.
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
  invitation: {
    tooMany: "Too many links were tried.",
    perAccount: [{ points: 20, seconds: 10 * MINUTE }],
    perAddress: [
      { points: 60, seconds: MINUTE },
      { points: 600, seconds: HOUR },
    ],
  },
  // By address, as guests have no account.
  memorialPage: {
    tooMany: "Too many pages were opened at once.",
    perAddress: [{ points: 300, seconds: MINUTE }],
  },
  guestBook: {
    tooMany: "Too much was written at once.",
    perAddress: [
      { points: 20, seconds: 10 * MINUTE },
      { points: 100, seconds: DAY },
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
  // By address: whoever asks has no account. One window, so that the sentence about the day is always true.
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
  // Noise begins turns that are called off.
  turns: {
    tooMany: "Too many sounds were heard at once.",
    isQuick: true,
    perAccount: [
      { points: 120, seconds: MINUTE },
      { points: 5_000, seconds: DAY },
    ],
    perAddress: [{ points: 1_600, seconds: MINUTE }],
  },
  // Beyond this their first seconds count; a street begins a few in a minute.
  noise: {
    tooMany: "Too many sounds were no words.",
    isQuick: true,
    perAccount: [
      { points: 30, seconds: MINUTE },
      { points: 1_000, seconds: DAY },
    ],
  },
  // Beyond this a recording is recognized at its end alone, so that nobody pays for it many times over.
  pauses: {
    tooMany: "Too much was recognized in pauses.",
    isQuick: true,
    perAccount: [{ points: 600, seconds: DAY }],
  },
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
  photos: {
    tooMany: "Too many photos at once.",
    perAccount: [
      { points: 300, seconds: 10 * MINUTE },
      { points: 1_500, seconds: DAY },
    ],
    perAddress: [{ points: 1_500, seconds: 10 * MINUTE }],
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
  // Takes a processor for seconds, and hundreds of megabytes.
  book: {
    tooMany: "Too many books at once.",
    perAccount: [
      { points: 6, seconds: HOUR },
      { points: 30, seconds: DAY },
    ],
    perAddress: [{ points: 60, seconds: HOUR }],
  },
  search: {
    tooMany: "Too many searches at once.",
    isQuick: true,
    perAccount: [{ points: 60, seconds: MINUTE }],
    perAddress: [{ points: 600, seconds: MINUTE }],
  },
  // May cost money; a new key needs several tries.
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

export const microphonesAtOnce = { perAccount: 4, perProcess: 400 } as const;

export const uploadsAtOnce = { perAccount: 4, perAddress: 20 } as const;

/** A right guess resets the count. */
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
