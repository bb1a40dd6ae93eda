import { hurtingKinds } from "../languages/turn-kinds.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { fill, lastUseOfAny, sayOneOf } from "./choose-phrase.ts";
import { join } from "./say-piece.ts";
import { isBegun, isTold, sentences } from "./told-before.ts";
import { hasTopic, topicOf } from "./topic.ts";
import { type ComposedReply, piecesOf, type Voice } from "./voice.ts";

/** Replies between two offers, and between a feeling and an offer. */
const PAUSE = 3;
const LONG = 4;

export function withOffer(reply: ComposedReply, voice: Voice): ComposedReply {
  if (voice.replies.length === 0 || !isOfferDue(voice)) return reply;
  const length = sentences({ kind: "diary", about: "", text: reply.text, page: null }, voice).length;
  const offer = length < LONG ? offerNext(voice, reply.used) : null;
  return offer === null ? reply : { ...reply, text: join([reply.text, offer], voice) };
}

export function withOfferInstead(reply: ComposedReply, voice: Voice): ComposedReply {
  const offer = isQuestion(reply.text) || !isOfferDue(voice) ? null : offerNext(voice, [], voice.question.length);
  return offer === null ? reply : { ...reply, text: join([reply.text, offer], voice) };
}

const isQuestion = (text: string): boolean => /[?？؟]\s*$/u.test(text);

/** What was neither told nor offered; null where there is nothing. `at` varies the choice. */
export function offerNext(voice: Voice, telling: readonly Evidence[] = [], at = 0): string | null {
  const { scene, phrases } = voice;
  const isNew = (piece: Evidence) =>
    !telling.includes(piece) && !isBegun(piece, voice) && !isTold(topicOf(piece, voice), voice);
  const all = (scene.offers ?? []).filter(isNew);
  const named = all.filter((piece) => hasTopic(piece, voice));
  const next = named[at % Math.max(1, named.length)] ?? all[0];
  return next === undefined ? null : sayOneOf(phrases.offerMore, voice, { topic: topicOf(next, voice) });
}

export function lastOffer(voice: Voice): Evidence | null {
  const last = voice.replies.at(-1) ?? "";
  const isOffered = (piece: Evidence) =>
    voice.phrases.offerMore.some((phrase) => last.endsWith(fill(phrase, voice, { topic: topicOf(piece, voice) })));
  return piecesOf(voice).find(isOffered) ?? null;
}

function isOfferDue(voice: Voice): boolean {
  const { phrases, replies } = voice;
  const feelings = hurtingKinds.map((kind) => phrases[kind]);
  const others = [phrases.joy, phrases.guiltInGrief, phrases.feelingUnsure];
  const lists = [phrases.offerMore, phrases.askChoice, phrases.askWhether, ...feelings, ...others];
  const uses = lists.map((list) => lastUseOfAny(list, voice)).filter((use) => use !== -1);
  return uses.every((use) => use < replies.length - PAUSE);
}
