/** A message in the form that language models are asked in. */
export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** `cut_off`: the model had no more tokens for it, or a filter took the rest. `refused`: its words say that it won't answer. */
export type ReplyEnding = "cut_off" | "refused";

/** What a language model is asked for. */
export type ModelPurpose = "chat" | "try-out" | "help" | "memory" | "test";

/** Tokens that were read and written: as the server counts them, or as they are estimated where it does not. */
export interface SpentTokens {
  promptTokens: number;
  replyTokens: number;
  isEstimate: boolean;
}

export interface ModelRequest {
  purpose: ModelPurpose;
  messages: readonly PromptMessage[];
  maxTokens: number;
  /** The reply is to be JSON of this form, where the server can see to that: it may be anything all the same. */
  schema?: Readonly<Record<string, unknown>>;
  /** Called at most once, before the first piece: the model is loaded into memory first, which may take minutes. */
  onLoading?(): void;
  /** Called once, after the last piece, where that is no whole reply. */
  onEnding?(ending: ReplyEnding): void;
  /** Called once at the end, however the reply ends; not where the model said nothing. */
  onSpent?(tokens: SpentTokens): void;
}

/** Takes messages and gives text. An aborted `signal` ends the iteration at once and without an error, and the work of the server. */
export interface LanguageModel {
  /** Null where no model is set. */
  readonly engine: { kind: "openai"; name: string } | null;
  /** Tokens that it can read and write at once. */
  contextTokens(): Promise<number>;
  /** Pieces of the reply as they are made. @throws LanguageModelError */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<string>;
}

export const noLanguageModel: LanguageModel = {
  engine: null,
  contextTokens: () => Promise.resolve(0),
  stream() {
    throw new Error("no language model is set");
  },
};

export type LanguageModelFailure =
  | "unauthorized"
  | "unknown_model"
  | "wrong_address"
  | "no_credit"
  | "too_long"
  | "too_large"
  | "out_of_tokens"
  | "rate_limited"
  | "timeout"
  | "unavailable"
  | "refused"
  | "empty";

/** The message is for the log, `sentence` for whoever asked, `advice` for an administrator. */
export class LanguageModelError extends Error {
  readonly code: LanguageModelFailure;
  readonly sentence: string;
  readonly advice: string;
  readonly hasRemedy: boolean;

  /** @param remedy in place of the usual advice, where the server said more than the code tells */
  constructor(code: LanguageModelFailure, message: string, options?: ErrorOptions, remedy?: string) {
    super(message, options);
    this.code = code;
    this.sentence = sentences[code];
    this.advice = remedy ?? advice[code];
    this.hasRemedy = remedy !== undefined;
  }
}

const NOT_SET_UP =
  "There are no answers just now, because something is not set up right. Please tell an administrator.";

/** They tell neither of models nor of settings, which are nothing to a pet's owner. */
const sentences: Record<LanguageModelFailure, string> = {
  unauthorized: NOT_SET_UP,
  unknown_model: NOT_SET_UP,
  wrong_address: NOT_SET_UP,
  no_credit: "There are no answers just now, because nobody has paid for more. Please tell an administrator.",
  too_long: "This is too much to read at once. A new chat may help.",
  too_large:
    "There are no answers just now, because the machine that makes them has too little memory. Please tell an administrator.",
  out_of_tokens: "Thinking about this took too long. Please ask in another way, or tell an administrator.",
  rate_limited: "Many are asking just now. Please try again in a minute.",
  timeout: "The answer took too long. Please try again.",
  unavailable: "No answer can be had just now. Please try again in a moment.",
  refused: "This can't be answered. Please ask in another way.",
  empty: "No answer came. Please try again.",
};

const advice: Record<LanguageModelFailure, string> = {
  unauthorized: "The language model refused our key. An administrator needs to check the configuration.",
  unknown_model: "The configured language model does not exist. An administrator needs to check the configuration.",
  wrong_address:
    "At the configured address is no language model. An administrator needs to check its address, which often ends with /v1 (in Settings, or OPENAI_BASE_URL).",
  no_credit: "The language model's account has no credit left. An administrator needs to add some at the provider.",
  too_long:
    "This is more than the language model can read at once. A new chat may help; an administrator needs to set OPENAI_CONTEXT_TOKENS to what the model server has.",
  too_large:
    "The machine has too little memory for the language model. An administrator needs to choose a smaller one.",
  out_of_tokens:
    "The language model used up its tokens with thinking. An administrator can set OPENAI_THINKING_TOKENS higher, or OPENAI_REASONING_EFFORT lower.",
  rate_limited: "The language model is busy just now. Please try again in a minute.",
  timeout:
    "The language model took too long to answer. Please try again; an administrator can give it longer (OPENAI_TIMEOUT_S).",
  unavailable: "The language model can't be reached just now. Please try again in a moment.",
  refused: "The language model would not answer that. Please ask in another way.",
  empty: "The language model gave no answer. Please try again.",
};
