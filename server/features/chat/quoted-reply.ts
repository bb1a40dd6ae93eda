import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import { inMemoryPhrases } from "#server/understanding/compose/in-memory.ts";
import { streamWords } from "#server/understanding/compose/stream-words.ts";
import type { Help } from "#server/understanding/danger/emergency.ts";
import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import { slotAsked, tellMemory } from "#server/understanding/retrieval/memorable.ts";
import { asksOfOwnLife } from "#server/understanding/retrieval/memory-fit.ts";
import { isNewsOf } from "#server/understanding/retrieval/memory-news.ts";
import { pickIn, understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { Act, TurnMeaning } from "#server/understanding/turns/turn.ts";
import type { Source } from "#shared/api/chat.ts";
import { dayIn } from "#shared/time-zone.ts";
import { type Knowledge, likeQuestion } from "../knowledge/knowledge.ts";
import type { ChatMessage, ChatQuestion, QuestionFindings, ReplyEngine } from "./reply-engine.ts";

/** Between two words: fast, but slow enough to be seen as speech. */
const PAUSE_MS = 15;
/** A turn that was understood with less certainty than this may as well be a question. */
const SURE = 0.5;

/** The diary voice: the pet quotes its diary and documents in its own language, and says that it is just a pet where they hold no answer (D3). */
export class QuotedReply implements ReplyEngine {
  readonly #pauseMs: number;

  constructor({ pauseMs = PAUSE_MS } = {}) {
    this.#pauseMs = pauseMs;
  }

  pickedChoice({ agent: pet, content: question, turns }: ChatMessage) {
    return pickIn({ pet, question, turns });
  }

  standsAlone({ agent: pet, content: question }: Pick<ChatMessage, "agent" | "content">) {
    if (likeQuestion(pet, question).goesOn) return false;
    return !withoutQuestion.has(understandTurn({ pet, question, turns: [], evidence: [] }).act);
  }

  async *reply(question: ChatQuestion, findings: QuestionFindings) {
    const { agent, turns, clock, signal } = question;
    const { knowledge, picked } = findings;
    const { evidence } = knowledge;
    const meaning = understandTurn({ pet: agent, question: question.content, turns, evidence }, picked);
    const offers = offersOf(knowledge);
    const isOrder = question.order?.isAlone === true;
    const memory = isOrder ? null : memoryFor(question, findings);
    const scene = sceneOf(question, findings, { meaning, offers });
    const { text, used, choices } = memory === null ? composeReply(scene) : { text: memory, used: [], choices: [] };
    clock.reached("prompt");
    for await (const words of streamWords(text, { locale: agent.language, pauseMs: this.#pauseMs, signal }))
      yield { type: "words", text: words } as const;
    const ending = signal.aborted ? ("stopped" as const) : null;
    const sources = sourcesOf(used, knowledge, offers);
    const isInMemory = agent.diedOn !== null;
    const isFromNothing = sources.length === 0 && choices.length === 0 && ending === null;
    const isDeclined = meaning.act === "no" && (turns.at(-1)?.choices ?? []).length > 0;
    const isOfPerson = memory !== null || isOrder;
    const unanswered = meaning.act === "question" && isFromNothing ? "this" : isDeclined ? "before" : null;
    yield {
      type: "end",
      sources: !isOfPerson && (sources.length > 0 || (asksToKnow(meaning) && !isInMemory)) ? sources : null,
      mark: null,
      choices: findings.help?.choices ?? choices,
      unanswered: isOfPerson || isInMemory ? null : unanswered,
      ending,
    } as const;
  }
}

/** What the person asks of their own life and has told the pet, said in the language in which they told it. */
function memoryFor(
  { agent: { language: locale }, content, memories }: ChatQuestion,
  { help, care, knowledge: { evidence } }: QuestionFindings,
): string | null {
  const [best, next] = memories;
  if (help !== null || care !== null || best === undefined) return null;
  const isOfOwnLife = asksOfOwnLife(content, locale);
  if (!isOfOwnLife) {
    const meant = memories.find(({ isAnswer, hasSameWords }) => isAnswer || hasSameWords);
    return evidence.length > 0 || meant === undefined ? null : tellMemory(meant.text, locale);
  }
  if (!best.isLikely) return null;
  const isKnownOtherwise = evidence.length > 0 && (evidence[0]?.isDirect === true || !best.isAnswer);
  if (isKnownOtherwise && slotAsked(content, locale) === null) return null;
  // The older of two that contradict each other is so no more.
  const isAlone = best.isAnswer || next?.isLikely !== true || isNewsOf(best.text, next.text, locale);
  return tellMemory(isAlone ? best.text : `${best.text} ${next.text}`, locale);
}

/** A pet that has died stays close to nobody: it only asks for the help that stands before. */
function saysInMemory({ certainty, petSays }: Help, locale: string): readonly string[] {
  const { inDanger, relieved } = inMemoryPhrases(locale);
  if (certainty === "possible") return petSays;
  return (certainty === "certain" ? inDanger : relieved).map(({ say }) => say);
}

/** What asks for nothing of its own. */
const withoutQuestion: ReadonlySet<Act> = new Set<Act>([
  ...["why", "more", "andYou", "yes", "no", "ok", "laugh", "emoji", "silence", "nonsense"],
  ...["greeting", "farewell", "thanks", "compliment", "insult"],
] as const satisfies Act[]);

/** Whether a reply to this turn is something that the pet remembers or makes up; a reply to a greeting is neither. */
const asksToKnow = ({ act, certainty }: TurnMeaning): boolean =>
  certainty < SURE || act === "question" || act === "why" || act === "more" || act === "andYou";

function sceneOf(
  { user, agent, content: question, turns, before, order }: ChatQuestion,
  { help, care, knowledge, isForOwner }: QuestionFindings,
  { meaning, offers }: { meaning: TurnMeaning; offers: readonly Evidence[] },
) {
  const { name, language, species, birthday, diedOn } = agent;
  const { evidence, alike, maybe } = knowledge;
  return {
    ...{ pet: { name, language, species, birthday, diedOn }, ownerName: user.firstName, today: dayIn(user.timeZone) },
    moment: { now: new Date(), timeZone: user.timeZone },
    ...{ question, turns, evidence, alike, offers, meaning, order },
    ...{ isForOwner, isPassing: before.isTemporary },
    maybe: maybe.map((known) => known.evidence),
    ...(care === null || care.isKnown ? {} : { gentle: [] }),
    ...(help === null ? {} : { gentle: diedOn === null ? help.petSays : saysInMemory(help, language) }),
  };
}

/**
 * What else of the diary a pet may offer to tell: entries beside the one that fits the question best come first, because a
 * diary's neighbours are about related things.
 */
export function offersOf({ diary, evidence }: Pick<Knowledge, "diary" | "evidence">): Evidence[] {
  const placeOf = (piece: Evidence) =>
    piece.kind !== "document" ? diary.findIndex(({ answer }) => answer === piece.text) : -1;
  const places = new Set(evidence.map(placeOf).filter((place) => place !== -1));
  const [from = 0] = places;
  return diary
    .map((entry, place) => ({ entry, place, distance: Math.abs(place - from) }))
    .filter(({ entry, place }) => !places.has(place) && entry.isMemory !== true)
    .sort((x, y) => x.distance - y.distance || x.place - y.place)
    .map(({ entry: { question, answer, key, author } }) => ({
      ...{ kind: "diary", about: question, text: answer, page: null, key },
      ...(author ? { author } : {}),
    }));
}

/** The sources of the pieces that a reply was made from, best first: found ones, those that were asked back, offered ones. */
export function sourcesOf(
  used: readonly Evidence[],
  { evidence, sources, maybe }: Pick<Knowledge, "evidence" | "sources" | "maybe">,
  offers: readonly Evidence[],
): Source[] {
  const found = sources.filter((_source, index) => used.some((piece) => piece === evidence[index]));
  const meant = maybe.filter((known) => used.includes(known.evidence)).map(({ source }) => source);
  const told = offers.filter((piece) => used.includes(piece));
  return [
    ...found,
    ...meant,
    ...told.map(({ about, text }): Source => ({ kind: "diary", filename: "Pet diary", question: about, answer: text })),
  ];
}
