import { concatenate, mp3Duration, mp3Rate } from "./mp3.ts";
import { plainText } from "./plain-text.ts";
import { type OnPiece, SpeechError, type SpeechSynthesizer, type Utterance } from "./speech.ts";

type OnFallback = (error: SpeechError) => void;

interface ReplyVoices {
  readonly speech: SpeechSynthesizer;
  readonly builtInSpeech: SpeechSynthesizer;
}

/**
 * For one reply: where an engine fails, the next speaks from there to the end, the built-in one last.
 * @param metered counts what an engine speaks that may cost
 */
export function voicesOfReply(
  { speech, builtInSpeech }: ReplyVoices,
  onFallback: OnFallback,
  metered: (speech: SpeechSynthesizer) => SpeechSynthesizer = (one) => one,
): SpeechSynthesizer {
  const { next } = speech;
  const others =
    next === undefined ? builtInSpeech : voicesOfReply({ speech: next, builtInSpeech }, onFallback, metered);
  return withFallback(metered(speech), others, onFallback);
}

/** A busy engine is left to its caller, who asks it once more. */
function withFallback(
  speech: SpeechSynthesizer,
  fallback: SpeechSynthesizer,
  onFallback: OnFallback,
): SpeechSynthesizer {
  const pace = createPace();
  let hasFailed = false;
  return {
    engine: speech.engine,
    async synthesize(utterance, signal, onPiece) {
      if (hasFailed) return fallback.synthesize(utterance, signal, onPiece);
      const heard: Uint8Array[] = [];
      try {
        const clip = await speech.synthesize(utterance, signal, (mp3) => {
          heard.push(mp3);
          onPiece?.(mp3);
        });
        pace.note(utterance.text, clip);
        return clip;
      } catch (error) {
        if (signal.aborted || !(error instanceof SpeechError)) throw error;
        if (error.code === "rate_limited" && utterance.isLastTry !== true) throw error;
        if (!hasFailed) onFallback(error);
        hasFailed = true;
        if (heard.length === 0) return fallback.synthesize(utterance, signal, onPiece);
        return goOn(concatenate(heard), { fallback, utterance, pace, signal, onPiece });
      }
    },
    close: () => speech.close(),
  };
}

interface Rest {
  readonly fallback: SpeechSynthesizer;
  readonly utterance: Utterance;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly onPiece: OnPiece | undefined;
}

/** Says the rest of a sentence that broke off while it was heard. Sounds of two rates can't be one. */
async function goOn(heard: Uint8Array, { fallback, utterance, pace, signal, onPiece }: Rest): Promise<Uint8Array> {
  const text = pace.unsaid(utterance.text, mp3Duration(heard));
  if (plainText(text) === "") return heard;
  const rest = await fallback.synthesize({ ...utterance, text }, signal);
  if (mp3Rate(rest) !== mp3Rate(heard)) return heard;
  onPiece?.(rest);
  return concatenate([heard, rest]);
}

interface Pace {
  note(text: string, clip: Uint8Array): void;
  /** From the beginning of the word that was being said. */
  unsaid(text: string, seconds: number): string;
}

/** Of most voices, until one was heard. */
const SECONDS_A_CHARACTER = 0.065;
const words = new Intl.Segmenter(undefined, { granularity: "word" });

function createPace(): Pace {
  let seconds = 0;
  let characters = 0;
  return {
    note(text, clip) {
      seconds += mp3Duration(clip);
      characters += text.length;
    },
    unsaid(text, heard) {
      const position = Math.floor(heard / (characters > 0 ? seconds / characters : SECONDS_A_CHARACTER));
      return position >= text.length ? "" : text.slice(words.segment(text).containing(position)?.index ?? 0);
    },
  };
}
