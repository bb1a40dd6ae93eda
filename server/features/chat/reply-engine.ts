import type { ReplyEnding, SpentTokens } from "#server/models/chat/llm.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { ReplyClock } from "#server/platform/observe/clock.ts";
import type { CareAnswer } from "#server/understanding/care/care.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import type { Help } from "#server/understanding/danger/emergency.ts";
import type { OrderToRemember } from "#server/understanding/retrieval/memorable.ts";
import type { Choice, ReplyMark, Source } from "#shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { ToldMemory } from "../memory/memory.ts";

/** A message of a person to a pet. */
export interface ChatMessage {
  agent: { name: string; language: string };
  content: string;
  /** What was said before, oldest first. */
  turns: readonly Turn[];
}

export interface ChatQuestion extends ChatMessage {
  user: Pick<CurrentUser, "id" | "firstName" | "timeZone">;
  agent: UsableAgent;
  before: BeforeChat;
  /** What the person told the pet of themselves, best first. */
  memories: readonly ToldMemory[];
  /** Where the person asks to remember something: what will come of it. */
  order: OrderToRemember | null;
  clock: ReplyClock;
  /** An aborted one ends the reply. */
  signal: AbortSignal;
  /** Called where the model is loaded into memory first, which may take minutes. */
  onLoading?(): void;
}

/** What came before the first message of a chat. */
export interface BeforeChat {
  /** The pet's words that stood on the screen. */
  greeting: string | null;
  /** The person's last talk with the pet, in their words: its name, and where that is known what it was about at the end. */
  lastTalk: { at: Date; began: string | null; about: string | null } | null;
  /** Nothing of this chat is remembered. */
  isTemporary: boolean;
}

/** What was found out about a question before an engine is asked. */
export interface QuestionFindings {
  /** Said before the engine's words, but where the danger is only possible. */
  help: Help | null;
  /** Said before the engine's words. */
  care: CareAnswer | null;
  knowledge: Knowledge;
  /** Whether the owner is told of it where the pet has no answer. */
  isForOwner: boolean;
  /** As the engine itself found it. */
  picked: Choice | null;
}

/** What a pet answers with. Both engines yield the same: words, then once the end. */
export interface ReplyEngine {
  /** Which of the choices that the pet offered before the message picks: what is looked up is then its question. */
  pickedChoice(message: ChatMessage): Choice | null;
  /** Whether a question asks for something by its own words: "and since when?" and "thank you" do not. */
  standsAlone(question: Pick<ChatMessage, "agent" | "content">): boolean;
  /** Also ends where the question's signal is aborted. @throws LanguageModelError */
  reply(
    question: ChatQuestion,
    findings: QuestionFindings,
    onSpent: (tokens: SpentTokens) => void,
  ): AsyncIterable<ReplyWords | ReplyHelp | ReplyEnd>;
}

interface ReplyWords {
  type: "words";
  text: string;
}

/** The engine sees a danger that was not seen before it; at most once of each kind. */
interface ReplyHelp {
  type: "help";
  kind: Help["kind"];
}

export interface ReplyEnd {
  type: "end";
  /** What the words were taken from; null where they answer nothing that a pet could know, such as a greeting. */
  sources: readonly Source[] | null;
  /** Of words without sources, where the engine says so. */
  mark: ReplyMark | null;
  /** What they ask the person to choose between. */
  choices: readonly Choice[];
  /** The question to which the pet knows no answer: this one, or the one before, of which it asked in vain what it means. */
  unanswered: "this" | "before" | null;
  /** Where the words are not whole; `stopped` by the signal. */
  ending: ReplyEnding | "stopped" | null;
}
