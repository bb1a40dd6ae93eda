import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { testVoice } from "../../../../shared/api/voice.ts";
import { findVoice, SAMPLE_SENTENCE } from "../../../../shared/voices.ts";

type Sample = { state: "idle" | "loading" | "playing"; play: (voiceName: string) => void; stop: () => void };

/** Lets a voice of the catalogue say the sample sentence. */
export function useVoiceSample(): Sample {
  const audio = useRef<HTMLAudioElement | null>(null);
  const isShown = useRef(false);
  const [playing, setPlaying] = useState(false);
  const stop = () => {
    audio.current?.pause();
    audio.current = null;
    setPlaying(false);
  };
  // Also when the tab is left: another screen is no place for a sample, nor for one that is still on its way.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      audio.current?.pause();
    };
  }, []);

  const sample = useMutation({
    mutationFn: (voiceName: string) => call(testVoice, { body: { text: SAMPLE_SENTENCE, voiceName } }),
    onSuccess: ({ audioUrl }) => {
      if (!isShown.current) return;
      const clip = new Audio(audioUrl);
      audio.current = clip;
      clip.onended = stop;
      clip.onpause = () => setPlaying(false);
      setPlaying(true);
      clip.play().catch(() => {
        stop();
        toast({ title: "Playback failed", description: "Could not play voice sample", variant: "destructive" });
      });
    },
    onError: () => failed("Unable to generate voice sample"),
  });
  return {
    state: sample.isPending ? "loading" : playing ? "playing" : "idle",
    play: (voiceName) => {
      stop();
      if (findVoice(voiceName) === undefined) return failed("Selected voice not found");
      sample.mutate(voiceName);
    },
    stop,
  };
}

function failed(description: string): void {
  toast({ title: "Voice test failed", description, variant: "destructive" });
}
