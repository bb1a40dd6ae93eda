import type { Evidence } from "#server/understanding/retrieval/evidence.ts";
import type { Choice, Source } from "#shared/api/chat.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import type { EngineReply } from "./reply-engine.ts";

/** The diary voice reads no prompt, and tells itself what it quotes. */
export function quotedReply(knowledge: Knowledge, offers: readonly Evidence[]): EngineReply {
  let sources = knowledge.sources;
  let choices: readonly Choice[] = [];
  return {
    messages: [],
    maxTokens: 0,
    onGrounded(used) {
      sources = sourcesOf(used, knowledge, offers);
    },
    onChoices(offered) {
      choices = offered;
    },
    reader: { push: (piece) => piece, end: () => "", grounding: async () => ({ sources, choices }) },
  };
}

/**
 * What else of the diary a pet may offer to tell: entries beside the one that fits the question best come first, because a
 * diary's neighbours are about related things.
 */
export function offersOf({ diary, evidence }: Pick<Knowledge, "diary" | "evidence">): Evidence[] {
  const placeOf = (piece: Evidence) =>
    piece.kind === "diary" ? diary.findIndex(({ answer }) => answer === piece.text) : -1;
  const places = new Set(evidence.map(placeOf).filter((place) => place !== -1));
  const [from = 0] = places;
  return diary
    .map((entry, place) => ({ entry, place, distance: Math.abs(place - from) }))
    .filter(({ place }) => !places.has(place))
    .sort((x, y) => x.distance - y.distance || x.place - y.place)
    .map(({ entry }) => ({ kind: "diary", about: entry.question, text: entry.answer, page: null, key: entry.key }));
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
