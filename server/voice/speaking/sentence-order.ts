/** Calls come in the order of the text; they must not throw. */
export interface SentenceListener {
  begin(): void;
  sound(mp3: Uint8Array): void;
  /** A sentence that can't be spoken ends without sound, or after its beginning. */
  end(): void;
}

export interface SentenceWriter {
  write(mp3: Uint8Array): void;
  end(): void;
}

interface Sentence {
  pieces: Uint8Array[];
  hasEnded: boolean;
}

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
    close(): Promise<void> {
      isClosed = true;
      return new Promise((resolve) => {
        onDrained = resolve;
        advance();
      });
    },
  };
}
