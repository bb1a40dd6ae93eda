import path from "node:path";
import { bestFor } from "#server/features/chat/model-reply.ts";
import { buildPrompt } from "#server/features/chat/prompt.ts";
import { offersOf, sourcesOf } from "#server/features/chat/quoted-reply.ts";
import { cleanText } from "#server/features/documents/clean-text.ts";
import { cutIntoPassages } from "#server/features/documents/passages.ts";
import { findEvidence, type Library } from "#server/features/knowledge/knowledge.ts";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { answerCare } from "#server/understanding/care/care.ts";
import type { Turn } from "#server/understanding/chat-turn.ts";
import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import { isNamed } from "#server/understanding/compose/feelings.ts";
import type { Scene } from "#server/understanding/compose/scene.ts";
import { choiceOf } from "#server/understanding/compose/topic.ts";
import { voiceOf } from "#server/understanding/compose/voice.ts";
import { recognizeEmergency } from "#server/understanding/danger/recognize.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { pickIn, understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { Act as HeardAct } from "#server/understanding/turns/turn.ts";
import { quotedText, type Source } from "#shared/api/chat.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import type { Act, ConversationSet } from "./set-format.ts";

/** A pet's reply to one message. */
export interface SpokenReply {
  text: string;
  act: Act;
  /** Whether it is a feeling that the reply names. */
  isNamed: boolean;
  /** The ids, in the set, of the diary entries and documents that the reply names as sources, best first. */
  sources: string[];
  /** What a language model would be told. */
  prompt: string;
  /** The reply as the chat keeps it. */
  turn: Turn;
  /** The ids of the entries and documents between which the pet asked the person to choose; empty where it did not. */
  choices: string[];
  emergency: "animal" | "person" | null;
  /** Whether help is given, and not only asked whether it is one. */
  isHelped: boolean;
  care: "never" | "little" | "fine" | null;
}

export interface Speaker {
  say(words: string, turns: readonly Turn[]): Promise<SpokenReply>;
}

type Pet = ConversationSet["pets"][number];

const CONTEXT_TOKENS = 8192;
const TODAY = "2026-01-01";

const questions = new Map(seededQuestions.map(({ key, question }) => [key, question]));

/** A pet of a set that answers with the code of the chat, without database and HTTP. */
export function createSpeaker(pet: Pet, locale: string, diedOn: string | null = null): Speaker {
  const { library, idOf } = libraryOf(pet, locale);
  return {
    async say(words, turns) {
      const about = { name: pet.name, language: locale, species: speciesOf(pet), birthday: pet.birthday, diedOn };
      const picked = pickIn({ pet: about, question: words, turns });
      const asks = { question: picked?.question ?? words, turns, isPicked: picked !== null };
      const knowledge = await findEvidence(library, asks);
      const { evidence, alike, diary, whole } = knowledge;
      const best = await bestFor(about, words, knowledge);
      const meaning = understandTurn({ pet: about, question: words, turns, evidence }, picked);
      const offers = offersOf(knowledge);
      const maybe = knowledge.maybe.map((known) => known.evidence);
      const scene: Scene = {
        ...{ pet: about, ownerName: pet.person, today: TODAY, question: words, turns },
        ...{ evidence, alike, maybe, offers, meaning },
      };
      const emergency = recognizeEmergency(words, locale);
      const isHelped = emergency?.certainty === "certain";
      const care =
        !isHelped && diedOn === null
          ? answerCare({ question: words, pet: about, turns, evidence, diary, library: whole })
          : null;
      const silent = care === null || care.isKnown ? {} : { gentle: [] };
      const asking =
        emergency === null || isHelped ? {} : { gentle: emergency.language.emergency.petAsks[emergency.kind] };
      const { text, used, choices } = composeReply({ ...scene, ...silent, ...asking });
      const said = [care?.text ?? "", text].filter((part) => part !== "").join("\n\n");
      const sources = sourcesOf(used, knowledge, offers);
      const pieces = [...evidence, ...maybe, ...offers];
      const between = choices.flatMap(({ label }) =>
        pieces.filter((piece) => choiceOf(piece, voiceOf(scene)).label === label).slice(0, 1),
      );
      const idsOf = (taken: readonly Source[]) =>
        unique(taken.map((source) => idOf(source.kind === "document" ? source.documentId : quotedText(source))));
      const { messages } = buildPrompt({
        pet: { ...about, persona: DEFAULT_SYSTEM_PROMPT, species: null, birthday: null },
        person: { firstName: pet.person, isOwner: true, isFamily: false, calledAs: null },
        ...{ care, question: words, turns, diary, best, library: whole, isKnown: knowledge.sources.length > 0 },
        moment: { now: new Date(`${TODAY}T12:00:00Z`), timeZone: "UTC", greeting: null, lastTalk: null },
        ...{ mark: "bench", contextTokens: CONTEXT_TOKENS },
      });
      return {
        text: said,
        isNamed: isNamed(meaning),
        act: emergency !== null ? "emergency" : care !== null ? "care" : actOf(meaning.act),
        sources: idsOf(sources),
        // Without the earlier turns and the question, which may name what is asked for.
        prompt: `${messages[0]?.content}\n\n${messages.at(-1)?.content.replaceAll(words, "")}`,
        choices: idsOf(between.flatMap((piece) => sourcesOf([piece], knowledge, offers))),
        turn: { role: "assistant", content: said, sources, choices },
        isHelped,
        emergency: emergency === null ? null : emergency.kind === "person" ? "person" : "animal",
        care: care === null || care.verdict === "unknown" ? null : care.verdict,
      };
    },
  };
}

/** The sets know fewer kinds than are told apart: who has died, who is ill and what people tell of themselves are one to them. */
const actOf = (act: HeardAct): Act => (isOfSets(act) ? act : actsOfSets[act]);

const isOfSets = (act: HeardAct): act is Act & HeardAct => !Object.hasOwn(actsOfSets, act);

const actsOfSets: Record<Exclude<HeardAct, Act>, Act> = {
  ...{ griefForMe: "grief", griefForOther: "grief", missed: "grief", loveTold: "love", loveAsked: "love" },
  ...{ illness: "fear", ownIllness: "fear", unwell: "fear", closenessWanted: "love" },
  ...{ comingHome: "greeting", playWanted: "greeting", goodNight: "farewell" },
  ...{
    rememberName: "aboutMe",
    rememberAge: "aboutMe",
    telling: "aboutMe",
    whatAnimal: "whoAreYou",
    ...{ birthday: "question", day: "question", time: "question", readers: "question" },
    ...{ cost: "question", leaving: "question", toldWrong: "no" },
  },
};

const speciesOf = ({ species, otherSpecies }: Pet): string =>
  species === "other" ? (otherSpecies ?? "") : species.replace("_", " ");

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

/** A pet of a set as the chat knows it, and the id in the set of a source by its answer or document. */
export function libraryOf(pet: Pet, locale: string): { library: Library; idOf(mark: string): string } {
  const index = createKnowledgeIndex(locale);
  const diary = pet.diary.map(({ id, seed, question, answer }) => ({
    id,
    key: seed ?? null,
    question: localizeQuestion(locale, { key: seed ?? null, question: question ?? questions.get(seed ?? "") ?? "" }),
    answer,
  }));
  const passages = pet.documents.flatMap((document) =>
    document.pages.flatMap((page, place) =>
      cutIntoPassages(cleanText(page)).map((text, number) => ({
        id: `${document.id}/${place}/${number}`,
        text,
        page: place + 1,
        documentId: document.id,
        document: document.name,
      })),
    ),
  );
  for (const entry of diary) index.addDiary(entry);
  for (const { id, text, document } of passages) index.addPassage({ id, text, title: path.parse(document).name });
  index.finalize();
  const idOfAnswer = new Map(diary.map(({ id, answer }) => [answer, id]));
  return {
    library: {
      name: pet.name,
      locale,
      index,
      diary,
      whole: passages.map(({ document, documentId, page, text }) => ({
        kind: "document",
        filename: document,
        ...{ documentId, page, passage: text },
      })),
      readPassages: async (ids) => passages.filter(({ id }) => ids.includes(id)),
    },
    idOf: (mark) => idOfAnswer.get(mark) ?? mark,
  };
}
