import { t } from "@lingui/core/macro";
import { toast } from "@/lib/toast.ts";
import { listenInBrowser } from "./browser-ear.ts";
import { Microphone, type MicrophoneEvent, type MicrophoneFailure, type Recognizer, stateAfter } from "./microphone.ts";
import { reportFailure, reportSilence } from "./microphone-trouble.ts";
import type { ServerListening } from "./server-ear.ts";
import {
  firstView,
  keptRecordings,
  type Voice,
  type VoiceInputOptions,
  type VoiceState,
  type VoiceView,
} from "./voice-state.ts";

const reasons = {
  tooLong: t`Two minutes is the longest. Send what was recorded?`,
  microphoneLost: t`The microphone was lost. Send what was recorded?`,
};

interface SpokenInputOptions {
  /** The options of the latest render. */
  options: () => VoiceInputOptions;
  recognizer: () => Recognizer;
  /** Left out where only the browser listens. */
  listenByServer?: () => ServerListening;
  onChange: (view: VoiceView) => void;
}

/** One microphone while it is used for one thing that a person says. */
interface Run {
  microphone: Microphone;
  server: ServerListening | null;
}

/**
 * What a person says to a chat or an interview: a tap opens the microphone and another ends the turn. A recording that could not
 * be understood is kept until it is sent.
 */
export class SpokenInput implements Voice {
  readonly #with: SpokenInputOptions;
  #view: VoiceView;
  #run: Run | null = null;
  /** The server has no recognizer after all. */
  #isRefused = false;

  constructor(options: SpokenInputOptions) {
    this.#with = options;
    this.#view = firstView(options.options().keptAs);
  }

  tap(): void {
    const { at } = this.#view.state;
    const kept = keptRecordings.get(this.#options.keptAs);
    if (at === "closed") this.#start();
    else if (at === "listening") this.#run?.microphone.ear?.finish();
    else if (at === "kept" && kept !== undefined) this.#send(this.#begin("server"), kept);
  }

  cancel(): void {
    this.#free();
    keptRecordings.delete(this.#options.keptAs);
    this.#rest();
  }

  /** Drops an unfinished recording; a finished one that is not sent yet is kept, and so are words. */
  stop(): void {
    const isListening = this.#view.state.at === "listening";
    const said = isListening ? this.#run?.microphone.ear?.takeSaid() : null;
    this.#free();
    if (typeof said === "string") this.#options.onKept(said);
  }

  #start(): void {
    const run = this.#begin(this.#isRefused ? "browser" : this.#with.recognizer());
    this.#show({ state: { at: "opening" }, heard: "", recording: null, hint: null });
    this.#options.onStart();
    run.microphone.listen((event) => this.#happened(run, event));
  }

  #begin(recognizer: Recognizer): Run {
    const server = recognizer === "server" ? (this.#with.listenByServer?.() ?? null) : null;
    const ears = { browser: listenInBrowser, ...(server !== null && { server: server.open }) };
    const { language } = this.#options;
    this.#run = { microphone: new Microphone({ recognizer, ears, language, turnEnd: null }), server };
    return this.#run;
  }

  #happened(run: Run, event: MicrophoneEvent): void {
    if (this.#run !== run) return;
    this.#show({ state: stateAfter(this.#view.state, event) });
    switch (event.type) {
      case "opened":
        if (run.server !== null) this.#show({ recording: { level: run.server.level, startedAt: Date.now() } });
        break;
      case "words":
        this.#show({ heard: event.text });
        break;
      case "ended":
        if (event.sound !== undefined) keptRecordings.set(this.#options.keptAs, event.sound());
        break;
      case "recorded":
        this.#send(run, event.recording);
        break;
      case "microphoneLost":
      case "tooLong":
        this.#endedByItself(event.said, reasons[event.type]);
        break;
      case "understood":
        this.#over();
        this.#options.onSaid(event.text);
        break;
      case "nothing":
        this.#over();
        reportSilence();
        break;
      case "sayAgain":
        this.#over();
        this.#isRefused = true;
        toast({
          title: t`Please say it once more`,
          description: t`From now on this browser itself turns speech into text.`,
        });
        break;
      case "failed":
        this.#failed(event.failure, event.said ?? "");
        break;
    }
  }

  #send(run: Run, recording: Blob): void {
    this.#show({ state: { at: "understanding", isSlow: false, progress: 0 } });
    void run.microphone.send(recording, (event) => this.#happened(run, event));
  }

  #endedByItself(said: string | Blob | null, why: string): void {
    if (said instanceof Blob) {
      keptRecordings.set(this.#options.keptAs, said);
      this.#keep({ at: "kept", why, next: "send" });
    } else {
      this.#over();
      if (said !== null) this.#options.onKept(said);
    }
  }

  #failed(failure: MicrophoneFailure, said: string): void {
    const kept = keptAfter(failure);
    if (kept === null) this.#over();
    else this.#keep(kept);
    this.#show({ hint: reportFailure(failure) });
    if (said !== "") this.#options.onKept(said);
  }

  /** Nothing of it is kept. */
  #over(): void {
    keptRecordings.delete(this.#options.keptAs);
    this.#free();
    this.#rest();
  }

  #keep(state: VoiceState): void {
    this.#free();
    this.#show({ state });
  }

  #rest(): void {
    this.#show({ state: { at: "closed" }, heard: "", recording: null });
  }

  #free(): void {
    this.#run?.microphone.close();
    this.#run?.server?.close();
    this.#run = null;
  }

  #show(change: Partial<VoiceView>): void {
    this.#view = { ...this.#view, ...change };
    this.#with.onChange(this.#view);
  }

  get #options(): VoiceInputOptions {
    return this.#with.options();
  }
}

/** How its recording is kept; null where there is none. */
function keptAfter(failure: MicrophoneFailure): VoiceState | null {
  if (failure.kind === "unsent")
    return { at: "kept", why: t`${{ message: failure.message }} Your recording is kept.`, next: "retry" };
  if (failure.kind !== "no recognizer" || failure.message === null) return null;
  return { at: "kept", why: failure.message, next: "none" };
}
