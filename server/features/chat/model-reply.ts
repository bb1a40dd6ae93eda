import { createHmac } from "node:crypto";
import type { LanguageModel, ModelPurpose, ReplyEnding, SpentTokens } from "#server/models/chat/llm.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import type { Help } from "#server/understanding/danger/emergency.ts";
import type { Source } from "#shared/api/chat.ts";
import type { UsableAgent } from "../agents/access.ts";
import { type Knowledge, likeQuestion } from "../knowledge/knowledge.ts";
import type { MarkerName } from "./bracketed-markers.ts";
import { MarkerReader } from "./marker-reader.ts";
import { buildPrompt } from "./prompt.ts";
import type { FoundSource } from "./prompt-items.ts";
import { ReplyCleaner } from "./reply-cleaner.ts";
import type { ChatMessage, ChatQuestion, QuestionFindings, ReplyEnd, ReplyEngine } from "./reply-engine.ts";

export interface ModelReplyDeps {
  llm: LanguageModel;
  purpose: ModelPurpose;
  /** For the borders of what is data in a prompt. */
  sessionSecret: string;
}

/** A language model understands the talk by itself; it says by a marker what it used, which is believed where its words show it. */
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
    const { agent, clock, signal, onLoading = () => undefined } = question;
    const { messages, told, replyTokens } = await this.#prompt(question, findings);
    clock.reached("prompt");
    const cleaner = new ReplyCleaner(agent.name);
    const markers = new MarkerReader(Math.max(0, ...told.keys()));
    const endings: ReplyEnding[] = [];
    const onEnding = (ending: ReplyEnding) => endings.push(ending);
    const { llm, purpose } = this.#deps;
    const request = { purpose, messages, maxTokens: replyTokens, onEnding, onLoading, onSpent };
    let reply = "";
    const raised = new Set<Help["kind"]>();
    for await (const piece of llm.stream(request, signal)) {
      if (signal.aborted) break;
      const text = markers.push(cleaner.push(piece));
      reply += text;
      for (const kind of dangersIn(markers.names)) {
        if (!raised.has(kind)) yield { type: "help", kind } as const;
        raised.add(kind);
      }
      yield { type: "words", text } as const;
      if (cleaner.isOver) break;
    }
    const rest = markers.push(cleaner.end()) + markers.end();
    yield { type: "words", text: rest } as const;
    const ending = signal.aborted ? ("stopped" as const) : (endings[0] ?? null);
    const origin =
      ending === "refused" ? ownWords : await originOf(reply + rest, { markers, told, question, findings, ending });
    yield { type: "end", ...origin, choices: [], ending } as const;
  }

  async #prompt(
    { user, agent, content, turns, before, memories }: ChatQuestion,
    { help, care, knowledge }: QuestionFindings,
  ) {
    const { name, language, systemPrompt: persona, species, birthday, diedOn } = agent;
    const [best, contextTokens] = await Promise.all([
      bestFor(agent, content, knowledge),
      this.#deps.llm.contextTokens(),
    ]);
    const isOwner = agent.createdBy === user.id;
    return buildPrompt({
      pet: { name, language, persona, species, birthday, diedOn },
      person: { firstName: user.firstName, isOwner, isFamily: agent.sharedAs !== null, calledAs: agent.calledAs },
      openQuestion:
        isOwner && help === null && care === null && diedOn === null ? openQuestionAfter(turns, knowledge.open) : null,
      moment: { now: new Date(), timeZone: user.timeZone, ...before },
      ...{ help, care, question: content, turns, memories, contextTokens },
      diary: knowledge.diary,
      library: knowledge.whole,
      best,
      isKnown: knowledge.sources.length > 0,
      mark: borderMark(this.#deps.sessionSecret, agent),
    });
  }
}

/** What a model is told for a message; for one that asks nothing only what it clearly speaks of. */
export async function bestFor(
  pet: Pick<UsableAgent, "name" | "language">,
  message: string,
  { evidence, sources, readBest }: Pick<Knowledge, "evidence" | "sources" | "readBest">,
): Promise<FoundSource[]> {
  if (!likeQuestion(pet, message).asks)
    return sources.map((source, at) => ({ source, focus: evidence[at]?.focus ?? null }));
  const best = await readBest(MOST_BEST);
  return best.map(({ source, evidence: { focus = null } }) => ({ source, focus }));
}

/** In every third reply of a chat another one, and none in its first. */
function openQuestionAfter(turns: readonly Turn[], open: readonly string[]): string | null {
  const asked = turns.filter(({ role }) => role === "user").length;
  return asked % ASKS_EVERY === ASKS_EVERY - 1 ? (open[Math.floor(asked / ASKS_EVERY) % open.length] ?? null) : null;
}

const ASKS_EVERY = 3;

/** How many answers and passages are looked up for a prompt. */
const MOST_BEST = 8;

interface MarkedReply {
  markers: MarkerReader;
  told: ReadonlyMap<number, Source>;
  question: ChatQuestion;
  findings: QuestionFindings;
  ending: ReplyEnd["ending"];
}

type Origin = Pick<ReplyEnd, "sources" | "mark" | "unanswered">;

const dangersIn = (names: ReadonlySet<MarkerName>) =>
  (["person", "vet"] as const).filter((kind) => names.has(`help:${kind}`));

const ownWords: Origin = { sources: null, mark: null, unanswered: null };

/** Where the words of a reply come from, by its markers, and by its words where these say nothing believable. */
async function originOf(reply: string, { markers, told, question, findings, ending }: MarkedReply): Promise<Origin> {
  const { names, numbers, isOwnWords } = markers;
  if (names.has("play")) return { ...ownWords, mark: "play" };
  const cited = numbers.flatMap((number) => told.get(number) ?? []);
  const isMarked = names.size > 0 || isOwnWords;
  const familiar = [question.content, question.user.firstName];
  const claim = { cited, told: [...told.values()], familiar, isMarked };
  const sources = await findings.knowledge.takenFrom(reply, claim);
  if (sources.length > 0) return { ...ownWords, sources };
  if (names.has("unknown") && ending === null) return { sources, mark: null, unanswered: "this" };
  return names.has("chat") ? { ...ownWords, mark: "chat" } : ownWords;
}

/**
 * The word in the borders around a pet's data: the same in every instance and after a restart, so that a model server finds
 * a prompt that it has read before. Whoever gets to see it and writes it into the diary thereby makes another one.
 */
const borderMark = (secret: string, { id, knowledgeVersion }: UsableAgent): string =>
  createHmac("sha256", secret).update(`borders of a prompt\n${id}\n${knowledgeVersion}`).digest("hex").slice(0, 16);
