import { useCallback, useEffect, useRef } from "react";
import { playClip, stopClip } from "@/components/audio/player.ts";
import { toast } from "@/lib/toast.ts";

/** The pause between the end of a reply and its voice (specification, section 9). */
const AUTO_PLAY_DELAY_MS = 500;

/** The pet's voice in this chat; it falls silent when the chat is left. */
export function useReplyAudio({ name, avatarUrl }: { name: string; avatarUrl: string | null }, sessionId: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const play = useCallback(
    async (url: string) => {
      clearTimeout(timer.current);
      const outcome = await playClip({ url, title: name, artworkUrl: avatarUrl });
      if (outcome === "unplayable") toast({ title: "Audio playback failed", description: url, variant: "destructive" });
      if (outcome === "failed") toast({ title: "Failed to play audio", variant: "destructive" });
    },
    [name, avatarUrl],
  );
  const playSoon = (url: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void play(url), AUTO_PLAY_DELAY_MS);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is another room
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      stopClip();
    },
    [sessionId],
  );
  return { play, playSoon };
}
