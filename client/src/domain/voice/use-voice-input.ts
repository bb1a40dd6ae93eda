import { useEffect, useRef, useState } from "react";
import { useConfig } from "@/domain/config.ts";
import { lazyPart } from "@/lib/part.ts";
import { firstState } from "./kept-recordings.ts";
import { LaterVoice } from "./later-voice.ts";
import type { Voice, VoiceInput, VoiceInputOptions, VoiceState, VoiceWiring } from "./voice-state.ts";

const code = lazyPart(async () => {
  const [{ RecordedVoice }, { BrowserVoice }] = await Promise.all([
    import("./recorded-voice.ts"),
    import("./browser-voice.ts"),
  ]);
  return { RecordedVoice, BrowserVoice };
});
type Code = NonNullable<ReturnType<typeof code.now>>;

/**
 * Voice input for a question or an answer. The server turns it into text if it has a recognizer, because every browser
 * can record and the result is then the same everywhere. Else the browser's own recognition does, where it has one.
 */
export function useVoiceInput(options: VoiceInputOptions): VoiceInput {
  const config = useConfig();
  const [isRefused, setRefused] = useState(false);
  const recorded = useVoice(
    { ...options, onNoRecognizer: () => setRefused(true) },
    ({ RecordedVoice }, wiring) => new RecordedVoice(wiring),
    () => firstState(options.keptAs),
  );
  const browser = useVoice(options, ({ BrowserVoice }, wiring) => new BrowserVoice(wiring));
  const hasRecognizer = config.data?.engines.transcription !== null && !isRefused;
  return hasRecognizer || recorded.state.phase !== "idle" ? recorded : browser;
}

/** Makes a `Voice`, and stops it when the screen is left. */
function useVoice<Options extends VoiceInputOptions>(
  options: Options,
  open: (code: Code, wiring: VoiceWiring<Options>) => Voice,
  begin: () => VoiceState = () => ({ phase: "idle" }),
): VoiceInput {
  const [state, setState] = useState<VoiceState>(begin);
  const [hint, setHint] = useState<string | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [voice] = useState(() => {
    const wiring = { options: () => latest.current, onState: setState, onHint: setHint };
    return new LaterVoice(code, (loaded) => open(loaded, wiring), setState);
  });
  useEffect(() => () => voice.stop(), [voice]);
  return { state, hint, tap: () => voice.tap(), cancel: () => voice.cancel() };
}
