import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef } from "react";
import type { ChatEvent } from "#shared/api/chat.ts";
import type { IncomingClip } from "@/components/audio/incoming-clip.ts";
import type { Speaker } from "@/components/audio/media-session.ts";
import { playClip, stopClip } from "@/components/audio/player.ts";
import { SpeechQueue } from "@/components/audio/speech-queue.ts";
import { toast } from "@/lib/toast.ts";
import { readAloud } from "./voice-menu.tsx";

/** Specification, section 9. */
const AUTO_PLAY_DELAY_MS = 500;

type Complete = Extract<ChatEvent, { type: "complete" }>;

/** A reply that is spoken while it is made. */
interface SpokenReply {
  queue: SpeechQueue;
  key: string;
  wholeUrl: string | null;
}

export function useReplyAudio({ name, avatarUrl }: { name: string; avatarUrl: string | null }, sessionId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const speaking = useRef<SpokenReply | null>(null);

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
      if (current?.key === key && current.queue.isLive()) current.queue.resume();
      else await playWhole(key, { title: name, artworkUrl: avatarUrl });
    },
    [name, avatarUrl],
  );
  const playSoon = (url: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void play(url), AUTO_PLAY_DELAY_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is another room
  useEffect(() => hush, [sessionId]);
  return {
    play,
    hush,
    /** `key` is the bubble's key until the reply is stored. */
    begin: (key: string) => {
      hush();
      speaking.current = beginSpeaking(key, { title: name, artworkUrl: avatarUrl }, playSoon);
    },
    sentence: (sound: IncomingClip) => speaking.current?.queue.enqueue(sound),
    /** The whole clip is played where no sentences came. */
    complete: (reply: Complete) => {
      if (speaking.current?.queue.hasClips()) endWith(speaking.current, reply);
      else if (reply.audioUrl !== null && !reply.stopped && readAloud.current()) playSoon(reply.audioUrl);
    },
    /** The sentences that came are still played. */
    breakOff: () => speaking.current?.queue.end(),
  };
}

async function playWhole(url: string, speaker: Speaker): Promise<void> {
  const outcome = await playClip({ url, ...speaker });
  if (outcome === "unplayable") toast({ title: t`Audio playback failed`, description: url, variant: "destructive" });
  if (outcome === "failed") toast({ title: t`Failed to play audio`, variant: "destructive" });
}

/** If no sentence can be played, the whole clip is. */
function beginSpeaking(key: string, speaker: Speaker, playSoon: (url: string) => void): SpokenReply {
  const queue = new SpeechQueue({
    key,
    ...speaker,
    onIdle: (end) => {
      if (end === "unplayable" && own.wholeUrl !== null) playSoon(own.wholeUrl);
    },
  });
  const own: SpokenReply = { queue, key, wholeUrl: null };
  return own;
}

function endWith(speaking: SpokenReply, { audioUrl, messageId }: Complete): void {
  speaking.wholeUrl = audioUrl;
  speaking.key = audioUrl ?? messageId ?? speaking.key;
  speaking.queue.rename(speaking.key);
  speaking.queue.end();
}
