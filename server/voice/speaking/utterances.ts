import { joinMp3 } from "../speech/mp3.ts";
import { MAX_UTTERANCE_CHARACTERS, plainText } from "../speech/plain-text.ts";
import type { SentenceWriter } from "./sentence-order.ts";

/** A piece of a reply's text on its way to a clip. `owed`: it was throttled, or came after one that was. */
export interface ReplyUtterance {
  text: string;
  state: "waiting" | "running" | "owed" | "spoken";
  clip?: Uint8Array;
  /** Where its bytes go as they come; set when it was begun. */
  writer?: SentenceWriter | undefined;
}

/** Whether there is anything in it that can be said. */
export const isSayable = (sentence: string): boolean => plainText(sentence) !== "";

/** The utterances of one reply, in the order of its text. */
export function createUtterances() {
  let all: ReplyUtterance[] = [];

  return {
    add(sentences: readonly string[], state: "waiting" | "owed"): void {
      for (const text of sentences.filter(isSayable)) all.push({ text, state });
    },

    /** Ends those that were begun and will never be whole. */
    abandon(): void {
      for (const { writer } of all) writer?.end();
    },

    nextWaiting: (): ReplyUtterance | undefined => all.find(({ state }) => state === "waiting"),

    /** Puts this one off, and all that wait. */
    owe(utterance: ReplyUtterance): void {
      utterance.state = "owed";
      for (const other of all) if (other.state === "waiting") other.state = "owed";
    },

    /** Lets what is owed be spoken, in as few utterances as an engine takes. */
    retryOwed(): void {
      all = inFewUtterances(all);
    },

    /** Null where there was nothing to say. */
    wholeClip: (): Uint8Array | null => (all.length > 0 ? joinMp3(all.flatMap(({ clip }) => clip ?? [])) : null),
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
