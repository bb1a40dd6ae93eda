import { createHmac } from "node:crypto";
import type { LanguageModel, ModelPurpose, ReplyEnding, SpentTokens } from "#server/models/chat/llm.ts";
import type { Env } from "#server/platform/env.ts";
import { dayIn } from "#shared/time-zone.ts";
import type { UsableAgent } from "../agents/access.ts";
import { likeQuestion } from "../knowledge/knowledge.ts";
import { CitationReader } from "./citations.ts";
import { buildPrompt } from "./prompt.ts";
import { mostFor } from "./prompt-budgets.ts";
import type { ChatMessage, ChatQuestion, QuestionFindings, ReplyEngine } from "./reply-engine.ts";

export interface ModelReplyDeps {
  llm: LanguageModel;
  purpose: ModelPurpose;
  env: Pick<Env, "OPENAI_CONTEXT_TOKENS">;
  /** For the borders of what is data in a prompt. */
  sessionSecret: string;
}

/** A language model understands the talk by itself; it says by numbers what it used, which is believed where its words show it. */
export class ModelReply implements ReplyEngine {
  readonly #deps: ModelReplyDeps;

  constructor(deps: ModelReplyDeps) {
    this.#deps = deps;
  }

  pickedChoice() {
    return null;
  }

  standsAlone({ agent, content }: Pick<ChatMessage, "agent" | "content">) {
    const { hasSubject, goesOn } = likeQuestion(agent, content);
    return hasSubject && !goesOn;
  }

  async *reply(question: ChatQuestion, findings: QuestionFindings, onSpent: (tokens: SpentTokens) => void) {
    const { clock, signal } = question;
    const { messages, told, replyTokens } = await this.#prompt(question, findings);
    clock.reached("prompt");
    const citations = new CitationReader(Math.max(0, ...told.keys()));
    const endings: ReplyEnding[] = [];
    const onEnding = (ending: ReplyEnding) => endings.push(ending);
    const { llm, purpose } = this.#deps;
    const request = { purpose, messages, maxTokens: replyTokens, onEnding, onSpent };
    let reply = "";
    for await (const piece of llm.stream(request, signal)) {
      if (signal.aborted) break;
      const text = citations.push(piece);
      reply += text;
      yield { type: "words", text } as const;
    }
    const rest = citations.end();
    yield { type: "words", text: rest } as const;
    const ending = signal.aborted ? ("stopped" as const) : (endings[0] ?? null);
    const cited = citations.numbers.flatMap((number) => told.get(number) ?? []);
    const sources = await findings.knowledge.takenFrom(reply + rest, cited, [...told.values()]);
    const isUnknown = sources.length === 0 && citations.isUnknown && ending === null;
    yield {
      type: "end",
      sources: ending !== "refused" && (sources.length > 0 || isUnknown) ? sources : null,
      choices: [],
      unanswered: isUnknown ? "this" : null,
      ending,
    } as const;
  }

  async #prompt({ user, agent, content, turns }: ChatQuestion, { help, care, knowledge }: QuestionFindings) {
    const { OPENAI_CONTEXT_TOKENS: contextTokens } = this.#deps.env;
    const best = await knowledge.readBest(mostFor(contextTokens));
    const { name, language, systemPrompt: persona, species, birthday } = agent;
    const { hasSubject, goesOn } = likeQuestion(agent, content);
    return buildPrompt({
      pet: { name, language, persona, species, birthday },
      person: { firstName: user.firstName, isOwner: agent.createdBy === user.id },
      ...{ help, care, question: content, turns, contextTokens },
      isAboutSomething: hasSubject || goesOn || /[?？؟]/.test(content),
      diary: knowledge.diary,
      library: knowledge.whole,
      best: best.map(({ source }) => source),
      mark: borderMark(this.#deps.sessionSecret, agent),
      today: dayIn(user.timeZone),
    });
  }
}

/**
 * The word in the borders around a pet's data: the same in every instance and after a restart, so that a model server finds
 * a prompt that it has read before. Whoever gets to see it and writes it into the diary thereby makes another one.
 */
const borderMark = (secret: string, { id, knowledgeVersion }: UsableAgent): string =>
  createHmac("sha256", secret).update(`borders of a prompt\n${id}\n${knowledgeVersion}`).digest("hex").slice(0, 16);
