import { estimateTokens } from "#server/models/chat/tokens.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { analyze } from "#server/understanding/retrieval/analyze.ts";
import { type OrderToRemember, orderToRemember } from "#server/understanding/retrieval/memorable.ts";
import { fitsOf } from "#server/understanding/retrieval/memory-fit.ts";
import type { ChatEvent, Message } from "#shared/api/chat.ts";
import { dayIn } from "#shared/time-zone.ts";
import * as queries from "./queries.ts";
import { orderIn, suggestAtOnce } from "./suggest.ts";

/** What the person told the pet before. */
export interface ToldMemory {
  id: string;
  text: string;
  toldAt: Date;
  /** Such as 2026-05 or 2026-05-03; null where that is not known. */
  happened: string | null;
  /** It tells what is asked for, and clearly more of it than any other. */
  isAnswer: boolean;
  /** It may tell what is asked for. */
  isLikely: boolean;
  /** It shares so many words with the question that it is meant, whoever is asked about. */
  hasSameWords: boolean;
}

/** Some twelve: by words alone, what is asked for stands among the first five in half of the cases only (decision 107). */
const MOST_TOKENS = 300;

const ISO_LENGTHS = { day: 10, month: 7, year: 4 } as const;

interface Asking {
  question: string;
  locale: string;
  /** What the question means, by the pet's embedding model; null where it has none. */
  vector: Promise<Float32Array | null>;
  vectorModel: string | null;
}

type Tellable = Awaited<ReturnType<typeof queries.listTellable>>;

/** The best is told alone where it is so much better than the next. */
const CLEARLY = 0.5;
/** What may tell what is asked comes before what only has a word of it. */
const LIKELY = 5;

/** Best first: by what a question asks for, by words and meaning, then the newest. */
async function memoriesFor(own: Tellable, { question, locale, vector, vectorModel }: Asking): Promise<ToldMemory[]> {
  if (own.length === 0) return [];
  const nearness = nearnessTo(await vector);
  const fits = fitsOf(
    question,
    locale,
    own.map(({ kind, text, precision }) => ({ kind, text, isDated: precision !== null })),
  );
  const ranked = own.map(({ id, text, toldAt, happenedOn, precision, ...embedded }, at) => {
    const { score: fit = 0, isLikely = false, hasSameWords = false } = fits[at] ?? {};
    // The nearness of unknown models has no scale: it orders, and proves nothing.
    const near = embedded.vectorModel === vectorModel ? nearness(embedded.vector) : 0;
    const score = near + fit + (isLikely ? LIKELY : 0);
    const happened = precision === null ? null : (happenedOn?.slice(0, ISO_LENGTHS[precision]) ?? null);
    return { id, text, toldAt, happened, score, isLikely, hasSameWords };
  });
  // Sorting keeps the newest first among those of the same score.
  ranked.sort((one, other) => other.score - one.score);
  const second = ranked[1]?.score ?? 0;
  let left = MOST_TOKENS;
  const fitting = ranked.filter(({ text }) => {
    left -= estimateTokens(text) + 12;
    return left >= 0;
  });
  return fitting.map(({ score, ...memory }) => ({ ...memory, isAnswer: memory.isLikely && score - second >= CLEARLY }));
}

/** By the angle between two vectors of one model; 0 where one has none. */
function nearnessTo(question: Float32Array | null): (bytes: Buffer | null) => number {
  const product = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return (bytes) => {
    if (question === null || bytes === null) return 0;
    const own = new Float32Array(Uint8Array.from(bytes).buffer);
    const length = Math.sqrt(product(question, question) * product(own, own));
    return own.length !== question.length || length === 0 ? 0 : product(own, question) / length;
  };
}

/** Which memories a reply was taken from: those of which most words stand in it that the question did not hold. */
function takenFromMemories(
  reply: string,
  { memories, question, locale }: { memories: readonly ToldMemory[]; question: string; locale: string },
): ToldMemory[] {
  const said = new Set(analyze(reply, locale));
  const asked = new Set(analyze(question, locale));
  return memories.filter(({ text }) => {
    const terms = [...new Set(analyze(text, locale))];
    const telling = terms.filter((term) => !asked.has(term));
    const shared = telling.filter((term) => said.has(term));
    return shared.length > 0 && shared.length * 2 >= telling.length;
  });
}

interface Talk {
  user: { id: string; timeZone: string | null };
  agent: { id: string; language: string; embeddedModel: string | null };
  questionId: string;
  content: string;
  vector: Promise<Float32Array | null>;
  /** Nothing is told of a temporary chat, and nothing is remembered. */
  isTemporary: boolean;
  tellable: Promise<Tellable>;
}

/** Only this person's are read at all; while the question is stored, for both wait on the database. */
export function readTellable(db: Db, store: { agentId: string; userId: string }): Promise<Tellable> {
  const tellable = queries.listTellable(db, store).execute();
  // Where the question is refused, nobody waits for it.
  tellable.catch(() => undefined);
  return tellable;
}

/** What memory has to do with one question and the reply to it: what is told before, and what is noted at the end. */
export async function remembering(deps: { db: Db; log: Log; sessionSecret: string }, talk: Talk) {
  const { user, agent, questionId, content, vector, isTemporary, tellable } = talk;
  const store = { agentId: agent.id, userId: user.id };
  const locale = agent.language;
  const memories = isTemporary
    ? []
    : await memoriesFor(await tellable, {
        question: content,
        locale,
        vector,
        vectorModel: agent.embeddedModel,
      });
  const said = { messageId: questionId, content, today: dayIn(user.timeZone) };
  const order = isTemporary ? orderInPassing(content, locale) : await orderIn(deps, { store, locale, said });
  let reply = "";
  let isHelped = false;
  return {
    memories,
    order,
    hear(event: ChatEvent): void {
      if (event.type === "content") reply += event.content;
      if (event.type === "help") isHelped = true;
    },
    isHelped: () => isHelped,
    /**
     * `isOfDiary`: what the question corrects is offered to the diary. Never rejects: the reply is stored.
     */
    async end(
      messageId: string,
      { isOfDiary }: { isOfDiary: boolean },
    ): Promise<Pick<Message, "recalled" | "suggestions">> {
      if (isTemporary) return {};
      const recalled = takenFromMemories(reply, { memories, question: content, locale });
      const ids = recalled.map(({ id }) => id);
      await queries.insertRecalled(deps.db, messageId, ids).catch((err: unknown) => {
        deps.log.error({ err, message: messageId }, "what a reply was taken from was not noted");
      });
      const suggestions = isHelped ? [] : await suggestAtOnce(deps, { store, locale, said, isOfDiary });
      return {
        ...(recalled.length === 0 ? {} : { recalled: recalled.map(shownRecalled) }),
        ...(suggestions.length === 0 ? {} : { suggestions }),
      };
    },
  };
}

/** Of a talk of which nothing is kept. */
export function orderInPassing(content: string, locale: string): OrderToRemember | null {
  const order = orderToRemember(content, locale);
  return order && { ...order, outcome: "temporary" };
}

const shownRecalled = ({ id, text, toldAt }: ToldMemory) => ({ id, text, toldAt: toldAt.toISOString() });
