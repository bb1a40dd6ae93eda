import { useEffect, useRef, useState } from "react";
import { stopClip, useUnlockedPlayer } from "@/components/audio/player.ts";
import { useHydrated } from "@/lib/hydrated.ts";
import { partOf } from "@/lib/part.ts";
import type { ReplyEvent } from "./ask-demo-pet.ts";
import { type Exchange, newExchange, turnsOf, withEvent } from "./talk.ts";

/** The key of the player for the exchange. */
export const clipKey = (id: number): string => `try-out ${id}`;

export interface TryOut {
  talk: readonly Exchange[];
  isAsking: boolean;
  /** Whether a question can be asked now: neither is the page still on its way nor another question. */
  isReady: boolean;
  ask: (question: string) => void;
  /** Says a reply again. */
  replay: (exchange: Exchange) => void;
}

// The code that asks and speaks is loaded while the visitor still reads: the page itself needs none of it.
const code = partOf(async () => {
  const [{ askDemoPet }, { SpeechQueue }] = await Promise.all([
    import("./ask-demo-pet.ts"),
    import("@/components/audio/speech-queue.ts"),
  ]);
  return { askDemoPet, SpeechQueue };
});

/** A talk with the demo pet. It is kept in this page alone, and each reply is heard while it comes. */
export function useTryOut(name: string): TryOut {
  useUnlockedPlayer();
  const [talk, setTalk] = useState<readonly Exchange[]>([]);
  const running = useRef<AbortController>(undefined);
  const isAsking = talk.at(-1)?.state === "asking";
  const isReady = useHydrated() && !isAsking;
  useEffect(() => {
    void code.load().catch(() => undefined);
    return () => {
      running.current?.abort();
      stopClip();
    };
  }, []);

  const read = async (exchange: Exchange, signal: AbortSignal) => {
    const take = (event: ReplyEvent) =>
      setTalk((now) => now.map((one) => (one.id === exchange.id ? withEvent(one, event) : one)));
    try {
      const { askDemoPet, SpeechQueue } = await code.load();
      const voice = new SpeechQueue({ key: clipKey(exchange.id), title: name, onIdle: () => undefined });
      try {
        for await (const event of askDemoPet(exchange.question, turnsOf(talk), signal)) {
          if (event.type === "speech") voice.enqueue(event.clip);
          take(event);
        }
      } finally {
        voice.end();
      }
    } catch {
      take({ type: "error", error: "Please check your connection and ask again.", code: "lost" });
    }
  };
  return {
    talk,
    isAsking,
    isReady,
    ask(question) {
      const message = question.trim();
      if (message === "" || isAsking) return;
      stopClip();
      running.current = new AbortController();
      const exchange = newExchange(talk.length + 1, message);
      setTalk([...talk, exchange]);
      void read(exchange, running.current.signal);
    },
    replay({ id, clips }) {
      const loaded = code.now();
      if (loaded === null) return;
      const voice = new loaded.SpeechQueue({ key: clipKey(id), title: name, onIdle: () => undefined });
      for (const clip of clips) voice.enqueue(clip);
      voice.end();
    },
  };
}
