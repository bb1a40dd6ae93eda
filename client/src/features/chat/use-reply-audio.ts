import { useCallback, useEffect, useRef } from "react";
import { playClip, stopClip } from "@/components/audio/player.ts";
import { createSpeechQueue, type SpeechQueue } from "@/components/audio/speech-queue.ts";
import { toast } from "@/lib/toast.ts";
import type { ChatEvent } from "../../../../shared/api/chat.ts";
import { readAloud } from "./voice-settings.ts";

/** The pause between the end of a reply and its voice (specification, section 9). */
const AUTO_PLAY_DELAY_MS = 500;

type Complete = Extract<ChatEvent, { type: "complete" }>;

/** A reply that is spoken while it is made: its sentences, and what the whole is called. */
interface Speaking {
  queue: SpeechQueue;
  key: string;
  /** The whole clip, once there is one. */
  wholeUrl: string | null;
}

/** The pet's voice in this chat; it falls silent when the chat is left. */
export function useReplyAudio({ name, avatarUrl }: { name: string; avatarUrl: string | null }, sessionId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const speaking = useRef<Speaking | null>(null);

  const hush = useCallback(() => {
    clearTimeout(timer.current);
    speaking.current?.queue.stop();
    speaking.current = null;
    stopClip();
  }, []);

  const play = useCallback(
    async (key: string) => {
      clearTimeout(timer.current);
      const current = speaking.current;
      if (current?.key === key && current.queue.isLive()) return current.queue.resume();
      const outcome = await playClip({ url: key, title: name, artworkUrl: avatarUrl });
      if (outcome === "unplayable") toast({ title: "Audio playback failed", description: key, variant: "destructive" });
      if (outcome === "failed") toast({ title: "Failed to play audio", variant: "destructive" });
    },
    [name, avatarUrl],
  );
  const playSoon = (url: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void play(url), AUTO_PLAY_DELAY_MS);
  };

  /** From here on the sentences of a reply are heard as they come; `key` is what its bubble is called until it is stored. */
  const begin = (key: string) => {
    hush();
    const own: Speaking = {
      key,
      wholeUrl: null,
      queue: createSpeechQueue({
        key,
        title: name,
        artworkUrl: avatarUrl,
        onIdle: (end) => {
          if (end === "unplayable" && own.wholeUrl !== null) playSoon(own.wholeUrl);
        },
      }),
    };
    speaking.current = own;
  };

  /** The reply is written: what is left of its sentences is heard, or else the whole clip. */
  const complete = ({ audioUrl, messageId, stopped }: Complete) => {
    const own = speaking.current;
    if (own?.queue.hasClips() === true) {
      own.wholeUrl = audioUrl;
      own.key = audioUrl ?? messageId ?? own.key;
      own.queue.rename(own.key);
      own.queue.end();
    } else if (audioUrl !== null && !stopped && readAloud.current()) {
      playSoon(audioUrl);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is another room
  useEffect(() => hush, [sessionId]);
  return {
    play,
    hush,
    begin,
    sentence: (url: string) => speaking.current?.queue.enqueue(url),
    complete,
    /** The reply ended without being complete: what was said of it is still heard to its end. */
    breakOff: () => speaking.current?.queue.end(),
  };
}
