import { useConfig } from "@/domain/config.ts";
import { lazyPart } from "@/lib/part.ts";
import { useSpokenInput } from "./use-spoken-input.ts";
import type { VoiceInput, VoiceInputOptions } from "./voice-state.ts";

const code = lazyPart(async () => {
  const [spoken, { listenByServer }] = await Promise.all([import("./spoken-input.ts"), import("./server-ear.ts")]);
  return { ...spoken, listenByServer };
});

/**
 * Voice input for a question or an answer. The server turns it into text if it has a recognizer, because every browser
 * can record and the result is then the same everywhere. Else the browser's own recognition does, where it has one.
 */
export function useVoiceInput({ agentId, ...options }: VoiceInputOptions & { agentId: string }): VoiceInput {
  const config = useConfig();
  return useSpokenInput(code, {
    ...options,
    agentId,
    recognizer: config.data?.engines.transcription === null ? "browser" : "server",
  });
}
