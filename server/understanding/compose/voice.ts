import type { Choice } from "#shared/api/chat.ts";
import { type Language, languageFor } from "../languages/languages.ts";
import type { DiaryVoiceWords, Phrases, Writing } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { Scene } from "./scene.ts";

export interface Voice {
  scene: Scene;
  locale: string;
  language: Language;
  phrases: Phrases;
  words: DiaryVoiceWords;
  writing: Writing;
  /** The person's words, or the question that they picked. */
  question: string;
  replies: readonly string[];
  /** As `bareText` makes them. */
  plainReplies: readonly string[];
  /** As told in this chat, else that of the account; may be empty. */
  person: string;
}

export interface ComposedReply {
  text: string;
  used: readonly Evidence[];
  choices: readonly Choice[];
}

export const replyOf = (text: string, used: readonly Evidence[] = []): ComposedReply => ({ text, used, choices: [] });

/** English where the pet's language has no phrases. */
export function voiceOf(scene: Scene): Voice {
  const language = languageFor(scene.pet.language) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English phrases.");
  const asked = scene.turns.findLast(({ role }) => role === "user")?.content ?? "";
  const picked = scene.meaning?.picked ?? null;
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
    plainReplies: replies.map(bareText),
    person: (scene.meaning?.speaker.name ?? scene.ownerName).trim(),
  };
}

export const isMourned = ({ scene }: Voice): boolean => scene.meaning?.mourned?.() === "pet";

export const isGrieving = ({ scene }: Voice): boolean => (scene.meaning?.mourned?.() ?? null) !== null;

export const piecesOf = ({ scene }: Voice): Evidence[] => [...scene.evidence, ...(scene.offers ?? [])];

/** With a space at either side, so that whole words are found in it. */
export function bareText(text: string): string {
  const words = text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
  return ` ${words.trim()} `;
}
