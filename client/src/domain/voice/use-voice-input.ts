import { useEffect, useRef, useState } from "react";
import { useConfig } from "@/domain/config.ts";
import { BrowserVoice } from "./browser-voice.ts";
import { firstState, RecordedVoice } from "./recorded-voice.ts";
import type { Voice, VoiceInput, VoiceInputOptions, VoiceState, VoiceWiring } from "./voice-state.ts";

/**
 * Voice input for a question or an answer. The server turns it into text if it has a recognizer, because every browser
 * can record and the result is then the same everywhere. Else the browser's own recognition does, where it has one.
 */
export function useVoiceInput(options: VoiceInputOptions): VoiceInput {
  const config = useConfig();
  const [isRefused, setRefused] = useState(false);
  const recorded = useVoice(
    { ...options, onNoRecognizer: () => setRefused(true) },
    (wiring) => new RecordedVoice(wiring),
    () => firstState(options.keptAs),
  );
  const browser = useVoice(options, (wiring) => new BrowserVoice(wiring));
  const hasRecognizer = config.data?.engines.transcription !== null && !isRefused;
  return hasRecognizer || recorded.state.phase !== "idle" ? recorded : browser;
}

/** Makes a `Voice`, and stops it when the screen is left. */
function useVoice<Options extends VoiceInputOptions>(
  options: Options,
  open: (wiring: VoiceWiring<Options>) => Voice,
  begin: () => VoiceState = () => ({ phase: "idle" }),
): VoiceInput {
  const [state, setState] = useState(begin);
  const [hint, setHint] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [voice] = useState(() => open({ options: () => latest.current, onState: setState, onHint: setHint }));
  useEffect(() => () => voice.stop(), [voice]);
  return { state, hint, tap: () => voice.tap(), cancel: () => voice.cancel() };
}
