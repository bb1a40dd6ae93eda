import { joinMp3, mp3Rate } from "../speech/mp3.ts";
import { MAX_UTTERANCE_CHARACTERS, plainText } from "../speech/plain-text.ts";
import type { SentenceWriter } from "./sentence-order.ts";

/** `owed`: throttled, or after one that was. */
export interface ReplyUtterance {
  text: string;
  state: "waiting" | "running" | "owed" | "spoken";
  clip?: Uint8Array;
  writer?: SentenceWriter | undefined;
}

export const isSayable = (sentence: string): boolean => plainText(sentence) !== "";

export function createUtterances() {
  let all: ReplyUtterance[] = [];

  return {
    add(sentences: readonly string[], state: "waiting" | "owed"): void {
      for (const text of sentences.filter(isSayable)) all.push({ text, state });
    },

    abandon(): void {
      for (const { writer } of all) writer?.end();
    },

    nextWaiting: (): ReplyUtterance | undefined => all.find(({ state }) => state === "waiting"),

    owe(utterance: ReplyUtterance): void {
      utterance.state = "owed";
      for (const other of all) if (other.state === "waiting") other.state = "owed";
    },

    /** In as few utterances as an engine takes. */
    retryOwed(): void {
      all = inFewUtterances(all);
    },

    /** Null where two engines spoke at different rates, which is no sound that can be played in one. */
    wholeClip(): Uint8Array | null {
      const clips = all.flatMap(({ clip }) => clip ?? []);
      const rates = new Set(clips.flatMap((clip) => mp3Rate(clip) ?? []));
      return clips.length > 0 && rates.size < 2 ? joinMp3(clips) : null;
    },
  };
}

function inFewUtterances(utterances: readonly ReplyUtterance[]): ReplyUtterance[] {
  const together: ReplyUtterance[] = [];
  for (const utterance of utterances) {
    const last = together.at(-1);
    if (utterance.state !== "owed") together.push(utterance);
    else if (last?.state === "waiting" && last.text.length + utterance.text.length < MAX_UTTERANCE_CHARACTERS) {
      last.text += ` ${utterance.text}`;
      // It is heard with the one before.
      utterance.writer?.end();
    } else together.push({ text: utterance.text, state: "waiting", writer: utterance.writer });
  }
  return together;
}
