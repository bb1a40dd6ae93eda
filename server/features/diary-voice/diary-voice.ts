import type { LanguageModel } from "#server/models/chat/llm.ts";
import { composeReply } from "#server/understanding/compose/compose-reply.ts";
import { streamWords } from "#server/understanding/compose/stream-words.ts";

/** Between two words: fast, but slow enough to be seen as speech. */
const PAUSE_MS = 15;

/**
 * The embedded engine, which is no language model: the pet quotes its diary and documents in its own language, and says
 * that it is just a pet where they hold no answer (D3).
 */
export function createDiaryVoice({ pauseMs = PAUSE_MS } = {}): LanguageModel {
  return {
    engine: { kind: "embedded", name: "Diary voice" },
    stream: ({ scene, onGrounded, onChoices }, signal) => {
      const { text, used, choices } = composeReply(scene);
      onGrounded?.(used);
      if (choices.length > 0) onChoices?.(choices);
      return streamWords(text, { locale: scene.pet.language, pauseMs, signal });
    },
  };
}
