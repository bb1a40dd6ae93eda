import type { Choice } from "#shared/api/chat.ts";
import { type Language, languageFor } from "../languages/languages.ts";
import type { DiaryVoiceWords, Phrases, Writing } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { Scene } from "./scene.ts";

/** All that the pet's answer is made with. */
export interface Voice {
  scene: Scene;
  locale: string;
  language: Language;
  phrases: Phrases;
  words: DiaryVoiceWords;
  writing: Writing;
  /** What is to be answered: the person's words, or the question that they picked. */
  question: string;
  /** What the pet said before, oldest first. */
  replies: readonly string[];
  /** The same, each as `bare` makes it. */
  told: readonly string[];
  /** The person's name as told in this chat, else that of the account; may be empty. */
  person: string;
}

export interface ComposedReply {
  text: string;
  /** The evidence that the text quotes. */
  used: readonly Evidence[];
  /** What the text asks the person to choose between. */
  choices: readonly Choice[];
}

export const replyOf = (text: string, used: readonly Evidence[] = []): ComposedReply => ({ text, used, choices: [] });

/** Speaks English where the pet's language has no phrases. */
export function voiceOf(scene: Scene): Voice {
  const language = languageFor(scene.pet.language) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English phrases.");
  const asked = scene.turns.findLast(({ role }) => role === "user")?.content ?? "";
  const picked = scene.heard?.picked ?? null;
  const replies = scene.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  return {
    scene,
    locale: scene.pet.language,
    language,
    phrases: language.phrases,
    words: language.diaryVoice,
    writing: language.writing,
    question: picked === null ? scene.question : `${asked} ${picked.question}`,
    replies,
    told: replies.map(bareText),
    person: (scene.heard?.told.name ?? scene.ownerName).trim(),
  };
}

/** Whether the person has mourned the pet in this chat. */
export const isMourned = ({ scene }: Voice): boolean => scene.heard?.mourned?.() === "pet";

/** Whether the person has mourned the pet or somebody else in this chat: no joke then. */
export const isGrieving = ({ scene }: Voice): boolean => (scene.heard?.mourned?.() ?? null) !== null;

/** All pieces that the pet knows, those that fit the question first. */
export const piecesOf = ({ scene }: Voice): Evidence[] => [...scene.evidence, ...(scene.offers ?? [])];

/** The words of a text in lower case with a space at either side, so that whole words are found in it. */
export function bareText(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
  return ` ${words.trim()} `;
}
