import type { LanguageModel, ModelPurpose, ReplyRequest } from "#server/models/chat/llm.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { ReplyClock } from "#server/platform/observe/clock.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { CareAnswer } from "#server/understanding/care/care.ts";
import type { Help } from "#server/understanding/danger/emergency.ts";
import type { TurnMeaning } from "#server/understanding/turns/turn.ts";
import type { Choice, Source } from "#shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { StoredQuestion } from "./question-queries.ts";

export interface ReplyDeps {
  env: Pick<Env, "OPENAI_CONTEXT_TOKENS" | "OPENAI_TIMEOUT_S">;
  /** For the borders of what is data in a prompt. */
  sessionSecret: string;
  db: Db;
  log: Log;
  llm: LanguageModel;
  purpose: ModelPurpose;
}

/** What a reply is made for. */
export interface ReplyContext {
  clock: ReplyClock;
  user: Pick<CurrentUser, "id" | "firstName" | "timeZone">;
  agent: UsableAgent;
  /** With the earlier turns of its chat. */
  question: Pick<StoredQuestion, "content" | "turns">;
  /** Its text comes before the engine's words, and is stored even where those fail. */
  help: Help | null;
  /** What the question means; null where there is no embedding model. */
  vector: Promise<Float32Array | null>;
}

/** What was found out about a question before an engine is asked. */
export interface QuestionFindings {
  knowledge: Knowledge;
  meaning: TurnMeaning;
  /** Comes before the engine's words; null where the question is none of care. */
  care: CareAnswer | null;
}

/** What an engine is asked beside the scene, and how its words are read. */
export interface EngineReply extends Omit<ReplyRequest, "purpose" | "scene" | "onUsage" | "onEnding"> {
  reader: {
    /** @returns what can be shown now */
    push(piece: string): string;
    /** @returns what was still held back */
    end(): string;
    /** What the whole reply was taken from, and asks the person to choose between. */
    grounding(reply: string): Promise<{ sources: Source[]; choices: readonly Choice[] }>;
  };
}
