import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "react";
import { type LazyPart, whatToDo } from "@/lib/part.ts";
import { toast } from "@/lib/toast.ts";
import type { Recognizer } from "./microphone.ts";
import type { ServerListening } from "./server-ear.ts";
import type { SpokenInput } from "./spoken-input.ts";
import { firstView, type Voice, type VoiceInput, type VoiceInputOptions, type VoiceState } from "./voice-state.ts";

interface Code {
  SpokenInput: typeof SpokenInput;
  listenByServer?: (agentId: string) => ServerListening;
}

/** Voice input with the code of what may listen. It stops when the screen is left. */
export function useSpokenInput(
  part: LazyPart<Code>,
  options: VoiceInputOptions & { agentId?: string; recognizer: Recognizer },
): VoiceInput {
  const [view, setView] = useState(() => firstView(options.keptAs));
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const [voice] = useState(() => {
    const open = ({ SpokenInput: Input, listenByServer }: Code) =>
      new Input({
        options: () => latest.current,
        recognizer: () => latest.current.recognizer,
        ...(listenByServer && { listenByServer: () => listenByServer(latest.current.agentId ?? "") }),
        onChange: setView,
      });
    return new LaterVoice(part, open, (state) => setView((before) => ({ ...before, state })));
  });
  useEffect(() => () => voice.stop(), [voice]);
  return { ...view, tap: () => voice.tap(), cancel: () => voice.cancel() };
}

/** A voice whose code is loaded at the first tap, where it was not loaded before. */
export class LaterVoice<Code> implements Voice {
  readonly #code: LazyPart<Code>;
  readonly #open: (code: Code) => Voice;
  readonly #onState: (state: VoiceState) => void;
  #voice: Voice | null = null;
  /** A tap waits for the code. */
  #isAwaited = false;

  constructor(code: LazyPart<Code>, open: (code: Code) => Voice, onState: (state: VoiceState) => void) {
    this.#code = code;
    this.#open = open;
    this.#onState = onState;
  }

  tap(): void {
    const voice = this.#loaded();
    if (voice !== null) voice.tap();
    else if (!this.#isAwaited) void this.#await();
  }

  cancel(): void {
    if (this.#isAwaited) this.#rest();
    else this.#loaded()?.cancel();
  }

  stop(): void {
    this.#isAwaited = false;
    this.#voice?.stop();
  }

  #loaded(): Voice | null {
    const code = this.#code.now();
    if (this.#voice === null && code !== null && !this.#isAwaited) this.#voice = this.#open(code);
    return this.#voice;
  }

  async #await(): Promise<void> {
    this.#isAwaited = true;
    this.#onState({ at: "opening" });
    const isLoaded = await this.#code.load().then(
      () => true,
      () => false,
    );
    if (!this.#isAwaited) return;
    this.#rest();
    if (isLoaded) this.tap();
    else toast({ title: t`Voice questions could not be opened`, description: whatToDo(), variant: "destructive" });
  }

  #rest(): void {
    this.#isAwaited = false;
    this.#onState({ at: "closed" });
  }
}
