/** Hears the sentences of a reply one after the other, in the order of the text. Its calls must not throw. */
export interface SentenceListener {
  /** A sentence begins to be made. */
  begin(): void;
  /** More of its MP3, as it is made. */
  sound(mp3: Uint8Array): void;
  /** No more of it comes. Of one that can't be spoken nothing came, or its beginning. */
  end(): void;
}

/** Where the bytes of one sentence go while they are made. After `end` nothing more is taken. */
export interface SentenceWriter {
  write(mp3: Uint8Array): void;
  end(): void;
}

interface Sentence {
  /** What waits until the sentences before have ended. */
  pieces: Uint8Array[];
  hasEnded: boolean;
}

/** Puts sentences that are made at the same time in their order. */
export function createSentenceOrder(listener: SentenceListener) {
  const open: Sentence[] = [];
  let isClosed = false;
  let onDrained = () => {};

  function advance(): void {
    for (let first = open[0]; first !== undefined; first = open[0]) {
      for (const mp3 of first.pieces.splice(0)) listener.sound(mp3);
      if (!first.hasEnded) return;
      listener.end();
      open.shift();
      if (open.length > 0) listener.begin();
    }
    onDrained();
  }

  return {
    /** Begins the next sentence; undefined where nobody hears it any more. */
    begin(): SentenceWriter | undefined {
      if (isClosed) return undefined;
      const sentence: Sentence = { pieces: [], hasEnded: false };
      open.push(sentence);
      if (open.length === 1) listener.begin();
      return {
        write(mp3) {
          if (sentence.hasEnded || mp3.length === 0) return;
          sentence.pieces.push(mp3);
          advance();
        },
        end() {
          if (sentence.hasEnded) return;
          sentence.hasEnded = true;
          advance();
        },
      };
    },
    /** Begins no more sentences. Resolves when those that were begun have ended. */
    close(): Promise<void> {
      isClosed = true;
      return new Promise((resolve) => {
        onDrained = resolve;
        advance();
      });
    },
  };
}
