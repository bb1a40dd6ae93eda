import type { Evidence } from "../llm.ts";
import { fill, lastUseOfAny, sayOneOf } from "./choose-phrase.ts";
import { join } from "./say-piece.ts";
import { isBegun, isTold, sentences } from "./told-before.ts";
import { hasTopic, topicOf } from "./topic.ts";
import { type ComposedReply, piecesOf, type Voice } from "./voice.ts";

/** Replies that have to lie between two offers, and between a feeling and an offer. */
const PAUSE = 3;
/** Sentences of a reply that is long enough without an offer. */
const LONG = 4;

/** Adds, after some answers, the offer to tell of a related subject. */
export function withOffer(reply: ComposedReply, voice: Voice): ComposedReply {
  if (!mayOffer(voice)) return reply;
  const length = sentences({ kind: "diary", about: "", text: reply.text, page: null }, voice).length;
  const offer = length < LONG ? offerNext(voice, reply.used) : null;
  return offer === null ? reply : { ...reply, text: join([reply.text, offer], voice) };
}

/**
 * A sentence that offers what was neither told nor offered in this chat; null where there is nothing. What has a topic comes
 * before the owner's own questions, which are long for a sentence.
 */
export function offerNext(voice: Voice, telling: readonly Evidence[] = []): string | null {
  const { scene, phrases } = voice;
  const isNew = (piece: Evidence) =>
    !telling.includes(piece) && !isBegun(piece, voice) && !isTold(topicOf(piece, voice), voice);
  const all = scene.offers ?? [];
  const next = all.find((piece) => hasTopic(piece, voice) && isNew(piece)) ?? all.find(isNew);
  return next === undefined ? null : sayOneOf(phrases.offerMore, voice, { topic: topicOf(next, voice) });
}

/** The piece that the last reply offered to tell. */
export function offered(voice: Voice): Evidence | null {
  const last = voice.replies.at(-1) ?? "";
  const isOffered = (piece: Evidence) =>
    voice.phrases.offerMore.some((phrase) => last.endsWith(fill(phrase, voice, { topic: topicOf(piece, voice) })));
  return piecesOf(voice).find(isOffered) ?? null;
}

function mayOffer(voice: Voice): boolean {
  const { phrases, replies } = voice;
  if (replies.length === 0) return false;
  const feelings = [phrases.sad, phrases.lonely, phrases.griefForMe, phrases.griefForOther, phrases.joy, phrases.fear];
  const heavy = [...feelings, phrases.anger, phrases.guilt, phrases.guiltInGrief, phrases.illness];
  const lists = [phrases.offerMore, phrases.askChoice, phrases.askWhether, ...heavy];
  const uses = lists.map((list) => lastUseOfAny(list, voice)).filter((use) => use !== -1);
  return uses.every((use) => use < replies.length - PAUSE);
}
