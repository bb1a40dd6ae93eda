import type { LanguageModel } from "../llm.ts";
import { composeReply } from "./compose-reply.ts";
import { streamWords } from "./stream-words.ts";

/** Between words: brisk speech that is still seen to be spoken. */
const PAUSE_MS = 15;

/**
 * The embedded engine, no language model: the pet quotes and recombines what its diary and documents hold, in its own
 * language, and says that it is just a pet where they hold nothing (D3).
 */
export function createDiaryVoice({ pauseMs = PAUSE_MS } = {}): LanguageModel {
  return {
    engine: { kind: "embedded", name: "Diary voice" },
    stream: ({ scene, onGrounded }, signal) => {
      const { text, used } = composeReply(scene);
      onGrounded?.(used);
      return streamWords(text, { locale: scene.pet.language, pauseMs, signal });
    },
  };
}
