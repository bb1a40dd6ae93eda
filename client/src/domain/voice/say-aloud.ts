import { testVoice } from "#shared/api/voice.ts";
import { limits } from "#shared/limits.ts";
import { clipState, playClip, stopClip } from "@/components/audio/player.ts";
import { call } from "@/lib/api.ts";

interface Sentence {
  text: string;
  voiceName: string;
  /** Who speaks, for the system's own player. */
  title: string;
}

/** Says what also stands on the screen, so that nothing is lost where it can't be heard. Never rejects. */
export async function sayAloud({ text, voiceName, title }: Sentence): Promise<void> {
  try {
    const spoken = text.slice(0, limits.testVoiceText).toWellFormed();
    const { audioUrl } = await call(testVoice, { body: { text: spoken, voiceName } });
    const outcome = await playClip({ url: audioUrl, title });
    if (outcome === "blocked" && clipState(audioUrl) === "blocked") stopClip();
  } catch {
    // There is no voice, or it has spoken enough for today.
  }
}
