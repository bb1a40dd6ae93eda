/**
 * Lengths in UTF-16 code units (a browser's maxLength), sizes in bytes. User names, passwords, files and avatars:
 * specification, sections 5 and 9; the others keep one request small enough to be answered well.
 */
export const limits = {
  username: { min: 6, max: 50 },
  password: { min: 8, max: 128 },
  personName: 100,
  address: 300,
  email: 254,
  phone: 60,
  agentName: 100,
  species: 40,
  systemPrompt: 20_000,
  message: 8_000,
  greeting: 1_000,
  /** Questions with their answers that the help assistant is told again. */
  helpExchanges: 10,
  /** Of a visitor: a question, and what was said before it. */
  tryOut: { message: 500, turns: 12, turn: 4_000 },
  diaryAnswer: 10_000,
  ownDiaryQuestions: 100,
  /** Questions kept for one pet, askings kept of each, and the longest question that is kept. */
  openQuestions: { perPet: 200, askings: 20, characters: 300 },
  memory: 500,
  /** What a chat was about. */
  chatTopic: 120,
  calledAs: 60,
  invitationUses: 100,
  /** Links of one pet that can be taken. */
  invitationsPerPet: 50,
  /** Of one person to one pet, that wait. */
  contributionsWaiting: 50,
  /** Kept of one person by one pet, or of the pet itself. */
  memoriesPerStore: 500,
  memorial: { words: 2_000, pieces: 60 },
  /** Entries of one memorial page: those that wait, and all; how many guests may write within an hour. */
  guestBook: { name: 80, words: 1_000, waiting: 50, entries: 500, perHour: 30 },
  promoCode: 100,
  tokenName: 100,
  tokensPerAccount: 20,
  roleName: 100,
  description: 500,
  diaryQuestion: 500,
  searchQuery: 200,
  settingValue: 2_000,
  documentBytes: 10 * 1024 * 1024,
  documentsPerAgent: 50,
  documentTextBytes: 5 * 1024 * 1024,
  avatarBytes: 10 * 1024 * 1024,
  photoBytes: 25 * 1024 * 1024,
  photosPerPet: 200,
  photoCaption: 300,
  recordingBytes: 25 * 1024 * 1024,
  recordingSeconds: 120,
  /** A microphone that is open over a WebSocket. */
  listening: {
    frameBytes: 64 * 1024,
    /** How many times as fast as it is spoken sound may come, and how many seconds of it at once. */
    pace: 4,
    secondsAtOnce: 30,
    /** Without a word. */
    idleSeconds: 5 * 60,
    openSeconds: 4 * 60 * 60,
  },
  /** `unpackedBytes` is the sum of the sizes that the entries declare. */
  archive: {
    bytes: 100 * 1024 * 1024,
    unpackedBytes: 1024 * 1024 * 1024,
    /** Unpacked bytes to the archive's own; DEFLATE reaches up to 1,032. */
    ratio: 200,
    entries: 50_000,
    jsonBytes: 16 * 1024 * 1024,
    /** Commas and opening brackets outside of texts: a few bytes of them take as long to check as a page of text. */
    jsonMarks: 1_000_000,
    chats: 10_000,
    messagesPerChat: 20_000,
    /** Of all chats together. */
    messages: 200_000,
  },
  jsonBodyBytes: 256 * 1024,
  testVoiceText: 300,
  dailyLimit: 1_000_000_000,
} as const;
