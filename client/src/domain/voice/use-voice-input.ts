import { useState } from "react";
import { useConfig } from "@/domain/config.ts";
import { useBrowserVoice } from "./use-browser-voice.ts";
import { useRecordedVoice } from "./use-recorded-voice.ts";
import type { VoiceInput, VoiceInputOptions } from "./voice-state.ts";

/**
 * A spoken question or answer. The server turns it into text where it can: every browser records, and languages are
 * heard alike everywhere. Else the browser does, where it has its own recognition.
 */
export function useVoiceInput(options: VoiceInputOptions): VoiceInput {
  const config = useConfig();
  const [isRefused, setRefused] = useState(false);
  const recorded = useRecordedVoice({ ...options, onNoRecognizer: () => setRefused(true) });
  const browser = useBrowserVoice(options);
  const hasRecognizer = config.data?.engines.transcription !== null && !isRefused;
  return hasRecognizer || recorded.state.phase !== "idle" ? recorded : browser;
}
