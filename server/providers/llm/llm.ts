import { type TurnKind, turnKinds } from "#server/languages/turn-kinds.ts";
import type { Choice, Source } from "#shared/api/chat.ts";

/** A message in the form that language models are asked in. */
export interface PromptMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** What the person or the pet said. */
export interface Turn {
  /** Of the stored message; left out where none is. */
  id?: string;
  role: "user" | "assistant";
  content: string;
  /** What a reply was taken from. */
  sources?: readonly Source[] | null;
  /** What a reply asked the person to choose between. */
  choices?: readonly Choice[] | null;
}

/** What is told apart by more than the examples of a language. */
const otherActs = ["whatAnimal", "birthday", "emoji", "silence"] as const;
/** What a turn of the person is, by what is meant and not by the words. */
export type Act = Exclude<TurnKind, "care"> | (typeof otherActs)[number];
export const acts: readonly Act[] = [...turnKinds.filter((kind) => kind !== "care"), ...otherActs];

/** What was understood of the person's turn. */
export interface Heard {
  act: Act;
  /** From 0 to 1. */
  certainty: number;
  /** Whether the turn tells something and asks nothing; left out where that is unknown. */
  isTold?: boolean;
  /** What the person told of themselves, in this turn or an earlier one of the chat. */
  told: { name: string | null; age: number | null };
  /** The one of the choices offered before that this turn picks. */
  picked: Choice | null;
  /** Whether the pet is the animal that it is asked to be; null or left out where none is named. */
  isThatAnimal?: boolean | null;
  /**
   * Whom the person has mourned, in this turn or an earlier one of the chat. To be called only where it changes what is said, for
   * it reads the earlier turns again.
   */
  mourned?: () => Mourned;
}

/** The pet, which has died, or somebody else. */
export type Mourned = "pet" | "other" | null;

/** A diary answer or a passage of a document, in its own words. */
export interface Evidence {
  kind: "diary" | "document";
  /** The diary question, or the document's name. */
  about: string;
  text: string;
  page: number | null;
  /** Of the seeded diary question; null or left out for the owner's own questions and for documents. */
  key?: string | null;
  /** The position of the sentence that fits the question best; null or left out where none does more than others. */
  focus?: number | null;
}

/** The data that the prompt was made from, for an engine that is no language model. */
export interface Scene {
  pet: { name: string; language: string; species?: string | null; birthday?: string | null };
  ownerName: string;
  /** Such as 2026-05-04; left out where the pet's age is not asked for. */
  today?: string;
  question: string;
  /** Earlier turns, oldest first, without the question. */
  turns: readonly Turn[];
  /** What retrieval found for the question, best first; empty where nothing is known. */
  evidence: readonly Evidence[];
  /** What else the diary tells, best related to the evidence first. */
  offers?: readonly Evidence[];
  /** What the turn is; left out where nothing was recognized. */
  heard?: Heard;
  /** Two pieces of the evidence that fit the question alike, so that the person has to say which is meant. */
  alike?: readonly [Evidence, Evidence] | null;
  /**
   * What the question may mean where the evidence is empty, to ask the person whether it is meant; for a choice that was
   * picked, all that it may stand for.
   */
  maybe?: readonly Evidence[];
  /** Set in an emergency, and where care was answered: the pet says one of these and nothing else; nothing where there are none. */
  gentle?: readonly string[];
}

/** `cut_off`: the engine had no more tokens for it, or a filter took the rest. `refused`: its words say that it won't answer. */
export type ReplyEnding = "cut_off" | "refused";

export interface ReplyRequest {
  messages: readonly PromptMessage[];
  maxTokens: number;
  scene: Scene;
  /** Called once with the evidence that the reply was made from, by engines that know it. */
  onGrounded?(used: readonly Evidence[]): void;
  /** Called once, before the first piece, where the reply asks the person to choose. */
  onChoices?(choices: readonly Choice[]): void;
  /** Called once, after the last piece, where that is no whole reply. */
  onEnding?(ending: ReplyEnding): void;
  /** Called once with the number of tokens read and written, by engines that count them. */
  onUsage?(tokens: { prompt: number; reply: number }): void;
}

/** Makes replies. An aborted `signal` ends the iteration at once and without an error, and the work of the engine. */
export interface LanguageModel {
  readonly engine: {
    kind: "embedded" | "openai";
    name: string;
  };
  /** Pieces of the reply as they are made. @throws LanguageModelError */
  stream(request: ReplyRequest, signal: AbortSignal): AsyncIterable<string>;
}

export type LanguageModelFailure =
  | "unauthorized"
  | "unknown_model"
  | "wrong_address"
  | "no_credit"
  | "too_long"
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
  out_of_tokens:
    "The language model used up its tokens with thinking. An administrator can set OPENAI_THINKING_TOKENS higher, or OPENAI_REASONING_EFFORT lower.",
  rate_limited: "The language model is busy just now. Please try again in a minute.",
  timeout:
    "The language model took too long to answer. Please try again; an administrator can give it longer (OPENAI_TIMEOUT_S).",
  unavailable: "The language model can't be reached just now. Please try again in a moment.",
  refused: "The language model would not answer that. Please ask in another way.",
  empty: "The language model gave no answer. Please try again.",
};
