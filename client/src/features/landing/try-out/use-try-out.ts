import { t } from "@lingui/core/macro";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { lazyPart } from "@/lib/part.ts";
import type { DemoPet } from "@/lib/product.ts";
import type { ReplyEvent } from "./ask-demo-pet.ts";
import type { PetsReplyProps } from "./pets-reply.tsx";
import { clipKey, type Exchange, isAnswered, newExchange, turnsOf, withEvent } from "./talk.ts";

export interface TryOut {
  talk: readonly Exchange[];
  isAsking: boolean;
  /** Neither the page's code nor another question is under way. */
  isReady: boolean;
  /** @returns whether the pet answered, if only in part */
  ask: (question: string) => Promise<boolean>;
  replay: (exchange: Exchange) => void;
  hush: () => void;
  /** Null until the code is there. */
  shown: { DemoAvatar: ComponentType<{ pet: DemoPet }>; PetsReply: ComponentType<PetsReplyProps> } | null;
}

// Loaded while the visitor still reads: the page itself needs none of this code.
const code = lazyPart(async () => {
  const [{ askDemoPet }, { DemoAvatar }, { PetsReply }, { SpeechQueue }, player] = await Promise.all([
    import("./ask-demo-pet.ts"),
    import("./pets-reply.tsx"),
    import("./pets-reply.tsx"),
    import("@/components/audio/speech-queue.ts"),
    import("@/components/audio/player.ts"),
  ]);
  const { stopClip, unlockAtTaps } = player;
  return { askDemoPet, shown: { DemoAvatar, PetsReply }, SpeechQueue, stopClip, unlockAtTaps };
});
const hush = () => code.now()?.stopClip();

/** The talk is kept in this page alone. */
export function useTryOut(name: string): TryOut {
  const [talk, setTalk] = useState<readonly Exchange[]>([]);
  const running = useRef<AbortController>(undefined);
  const isAsking = talk.at(-1)?.state === "asking";
  const isReady = useCode() && !isAsking;
  useEffect(
    () => () => {
      running.current?.abort();
      hush();
    },
    [],
  );

  const read = async (exchange: Exchange, signal: AbortSignal) => {
    let hasWords = false;
    const take = (event: ReplyEvent) => {
      hasWords ||= event.type === "content";
      setTalk((now) => now.map((one) => (one.id === exchange.id ? withEvent(one, event) : one)));
    };
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
      take({ type: "error", error: t`Please check your connection and ask again.`, code: "lost" });
    }
    return hasWords;
  };
  return {
    talk,
    isAsking,
    isReady,
    async ask(question) {
      const message = question.trim();
      if (message === "" || isAsking) return false;
      hush();
      running.current = new AbortController();
      const exchange = newExchange((talk.at(-1)?.id ?? 0) + 1, message);
      setTalk([...talk.filter(isAnswered), exchange]);
      return read(exchange, running.current.signal);
    },
    replay({ id, clips }) {
      const loaded = code.now();
      if (loaded === null) return;
      const voice = new loaded.SpeechQueue({ key: clipKey(id), title: name, onIdle: () => undefined });
      for (const clip of clips) voice.enqueue(clip);
      voice.end();
    },
    hush,
    shown: code.now()?.shown ?? null,
  };
}

/**
 * A browser plays only what a tap has unlocked, so presses wait for the code. Code that could not be loaded is tried
 * again at the question.
 */
function useCode(): boolean {
  const [isTried, setTried] = useState(false);
  useEffect(() => {
    const left = new AbortController();
    const load = async () => {
      try {
        const { unlockAtTaps } = await code.load();
        if (!left.signal.aborted) left.signal.addEventListener("abort", unlockAtTaps());
      } finally {
        if (!left.signal.aborted) setTried(true);
      }
    };
    load().catch(() => undefined);
    return () => left.abort();
  }, []);
  return isTried;
}
