import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { testVoice } from "#shared/api/voice.ts";
import { findVoice, SAMPLE_SENTENCE, type Voice } from "#shared/voices.ts";
import { clipState, playClip, resumeClip, stopClip, useClip, useUnlockedPlayer } from "@/components/audio/player.ts";
import { call, limitMessage } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";

interface Spoken {
  voice: Voice;
  text: string;
}

type Sample = {
  state: "idle" | "loading" | "playing";
  play: (voiceName: string, text?: string) => void;
  stop: () => void;
};

/** Plays the sample sentence, or another text, in a voice of shared/voices.ts. */
export function useVoiceSample(): Sample {
  useUnlockedPlayer();
  const [url, setUrl] = useState<string | null>(null);
  const clip = useClip(url);
  const shown = useRef<string | null>(null);
  const isShown = useRef(false);
  const stop = () => silence(shown.current);
  // Leaving the tab stops the sample, and drops one that is still being fetched.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      silence(shown.current);
    };
  }, []);

  const sample = useMutation({
    mutationFn: ({ voice, text }: Spoken) => call(testVoice, { body: { text, voiceName: voice.name } }),
    onSuccess: ({ audioUrl }, { voice }) => {
      if (!isShown.current) return;
      shown.current = audioUrl;
      setUrl(audioUrl);
      void hear(audioUrl, voice.displayName);
    },
    onError: (error) => failed(limitMessage(error) ?? "Unable to generate voice sample"),
  });
  return {
    state: sample.isPending || clip === "loading" ? "loading" : clip === "playing" ? "playing" : "idle",
    play: (voiceName, text = SAMPLE_SENTENCE) => {
      if (clip === "paused") return resumeClip();
      stop();
      const voice = findVoice(voiceName);
      if (voice === undefined) return failed("Selected voice not found");
      sample.mutate({ voice, text });
    },
    stop,
  };
}

async function hear(url: string, title: string): Promise<void> {
  const outcome = await playClip({ url, title });
  if (outcome === "ended" || outcome === "stopped") return;
  silence(url);
  toast({ title: "Playback failed", description: "Could not play voice sample", variant: "destructive" });
}

/** Stops the player only if it plays this sample. */
function silence(url: string | null): void {
  if (clipState(url) !== "idle") stopClip();
}

function failed(description: string): void {
  toast({ title: "Voice test failed", description, variant: "destructive" });
}
