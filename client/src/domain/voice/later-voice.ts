import { type LazyPart, WHAT_TO_DO } from "@/lib/part.ts";
import { toast } from "@/lib/toast.ts";
import type { Voice, VoiceState } from "./voice-state.ts";

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
    this.#onState({ phase: "asking" });
    const isLoaded = await this.#code.load().then(
      () => true,
      () => false,
    );
    if (!this.#isAwaited) return;
    this.#rest();
    if (isLoaded) this.tap();
    else toast({ title: "Voice questions could not be opened", description: WHAT_TO_DO, variant: "destructive" });
  }

  #rest(): void {
    this.#isAwaited = false;
    this.#onState({ phase: "idle" });
  }
}
