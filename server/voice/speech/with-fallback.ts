import { concatenate } from "./mp3.ts";
import { SpeechError, type SpeechSynthesizer } from "./speech.ts";

/**
 * For one reply: from the first failure of the engine on, the other speaks. A sentence that broke off while it was heard is not
 * said again. A busy engine is left to its caller, who asks it once more.
 */
export function withFallback(
  speech: SpeechSynthesizer,
  fallback: SpeechSynthesizer,
  onFallback: (error: SpeechError) => void,
): SpeechSynthesizer {
  let hasFailed = false;
  return {
    engine: speech.engine,
    async synthesize(utterance, signal, onPiece) {
      if (hasFailed) return fallback.synthesize(utterance, signal, onPiece);
      const heard: Uint8Array[] = [];
      try {
        return await speech.synthesize(utterance, signal, (mp3) => {
          heard.push(mp3);
          onPiece?.(mp3);
        });
      } catch (error) {
        if (signal.aborted || !(error instanceof SpeechError) || error.code === "rate_limited") throw error;
        if (!hasFailed) onFallback(error);
        hasFailed = true;
        return heard.length > 0 ? concatenate(heard) : fallback.synthesize(utterance, signal, onPiece);
      }
    },
    close: () => speech.close(),
  };
}
