import { limits } from "#shared/limits.ts";
import { MicrophoneError } from "@/components/audio/microphone-stream.ts";
import { openRecorder, type Recorder } from "@/components/audio/recorder.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { toast } from "@/lib/toast.ts";
import { firstState, keptRecordings } from "./kept-recordings.ts";
import type { LiveWords } from "./live-words.ts";
import { microphoneHints, reportMicrophone, reportSilence, reportTranscription } from "./microphone-trouble.ts";
import { type Transcription, transcribeRecording } from "./transcription.ts";
import type { Voice, VoiceInputOptions, VoiceState, VoiceWiring } from "./voice-state.ts";

/** A little under the server's limit, because a recorder takes a moment to stop. */
const LONGEST_MS = limits.recordingSeconds * 1000 - 500;

/**
 * How long a recording waits, with its microphone open, until the server can hear it from its first word on. After that it
 * is recorded without the server, and sent at the end.
 */
export const LINE_WAIT_MS = 1000;

const reasons = {
  tooLong: "Two minutes is the longest. Send what was recorded?",
  interrupted: "The microphone was lost. Send what was recorded?",
};

type RecordedVoiceOptions = VoiceInputOptions & {
  /** Called where the server turns out to have no recognizer, but this browser has one. */
  onNoRecognizer: () => void;
};

/** A recording that is being made or sent. */
interface Run {
  recorder: Recorder | null;
  /** The words while they are said; null where they come at the end. */
  words: LiveWords | null;
  /** Drops these words, also where they are not there yet. */
  live: AbortController;
  upload: AbortController;
  limit: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Records a person. The server hears along and gives the text as soon as the person is done; where it can't, the recording is
 * sent for its text, and kept if that fails. One run at a time.
 */
export class RecordedVoice implements Voice {
  readonly #wiring: VoiceWiring<RecordedVoiceOptions>;
  #state: VoiceState;
  #run: Run | null = null;

  constructor(wiring: VoiceWiring<RecordedVoiceOptions>) {
    this.#wiring = wiring;
    this.#state = firstState(wiring.options().keptAs);
  }

  tap(): void {
    const { phase } = this.#state;
    const kept = keptRecordings.get(this.#options.keptAs);
    if (phase === "idle") void this.#start();
    else if (phase === "recording" && this.#run !== null) void this.#finish(this.#run);
    else if (phase === "kept" && kept !== undefined) void this.#send(this.#begin(), kept);
  }

  cancel(): void {
    this.stop();
    keptRecordings.delete(this.#options.keptAs);
    this.#rest();
  }

  /** Drops an unfinished recording; a finished one that is not sent yet is kept. */
  stop(): void {
    clearTimeout(this.#run?.limit);
    this.#run?.recorder?.cancel();
    this.#run?.live.abort();
    this.#run?.upload.abort();
    this.#run = null;
  }

  async #start(): Promise<void> {
    const run = this.#begin();
    this.#wiring.onHint(null);
    this.#show({ phase: "asking" });
    this.#options.onStart();
    try {
      const opening = openRecorder(() => void this.#keep(run, reasons.interrupted));
      const words = this.#follow(run, opening);
      const recorder = await opening;
      if (this.#run !== run) return recorder.cancel();
      run.recorder = recorder;
      // Words that begin after the recording would lack its first ones.
      run.words = await Promise.race([words, elapsed(LINE_WAIT_MS)]);
      if (run.words === null) run.live.abort();
      if (this.#run !== run) return;
      recorder.start();
      run.limit = setTimeout(() => void this.#keep(run, reasons.tooLong), LONGEST_MS);
      this.#show({ phase: "recording", level: recorder.level, startedAt: Date.now(), heard: "" });
    } catch (error) {
      if (this.#run !== run) return;
      this.stop();
      this.#rest();
      this.#wiring.onHint(microphoneHints[error instanceof MicrophoneError ? error.trouble : "refused"]);
      reportMicrophone();
    }
  }

  /** Lets the server hear along, where this browser and the screen can. Null where they can't. Never rejects. */
  async #follow(run: Run, opening: Promise<Recorder>): Promise<LiveWords | null> {
    const { language, agentId } = this.#options;
    if (agentId === undefined || !("AudioContext" in window)) return null;
    const stream = opening.then((recorder) => recorder.stream);
    // The rejection is reported where the recorder is awaited.
    stream.catch(() => {});
    try {
      const { openLiveWords } = await import("./live-words.ts");
      return await openLiveWords({
        stream,
        place: { language, agentId },
        signal: run.live.signal,
        onWords: (heard) => {
          if (this.#run === run && this.#state.phase === "recording") this.#show({ ...this.#state, heard });
        },
        onSlow: () => {
          if (this.#run === run) this.#show({ phase: "working", progress: null, isSlow: true });
        },
      });
    } catch {
      return null;
    }
  }

  async #finish(run: Run): Promise<void> {
    this.#show({ phase: "working", progress: null });
    const heard = run.words?.() ?? null;
    const recording = await this.#take(run);
    if (recording === null) return run.live.abort();
    const result = await heard;
    if (this.#run !== run) return;
    if (result === null) await this.#send(run, recording);
    else this.#understand(result);
  }

  async #keep(run: Run, why: string): Promise<void> {
    run.live.abort();
    if ((await this.#take(run)) !== null) this.#show({ phase: "kept", why, next: "send" });
  }

  /** Ends the recording and keeps it until it is sent. Null if nothing was recorded, or if the run is over. */
  async #take(run: Run): Promise<Blob | null> {
    clearTimeout(run.limit);
    const { recorder } = run;
    run.recorder = null;
    const recording = (await recorder?.finish()) ?? null;
    if (this.#run !== run) return null;
    if (recording !== null) keptRecordings.set(this.#options.keptAs, recording);
    else {
      this.#rest();
      reportSilence();
    }
    return recording;
  }

  async #send(run: Run, recording: Blob): Promise<void> {
    this.#show({ phase: "working", progress: 0 });
    const result = await transcribeRecording(recording, {
      language: this.#options.language,
      signal: run.upload.signal,
      onProgress: (progress) => {
        if (this.#run === run) this.#show({ phase: "working", progress });
      },
    }).catch(() => null);
    if (this.#run === run && result !== null) this.#understand(result);
  }

  #understand(result: Transcription): void {
    if (result.kind === "failed") {
      reportTranscription();
      this.#show({ phase: "kept", why: `${result.message} Your recording is kept.`, next: "retry" });
    } else if (result.kind === "no recognizer" && !hasSpeechRecognition()) {
      this.#show({ phase: "kept", why: result.message, next: "none" });
    } else {
      keptRecordings.delete(this.#options.keptAs);
      this.#rest();
      this.#handOver(result);
    }
  }

  #handOver(result: Exclude<Transcription, { kind: "failed" }>): void {
    if (result.kind === "no recognizer") {
      this.#options.onNoRecognizer();
      const description = "From now on this browser itself turns speech into text.";
      toast({ title: "Please say it once more", description });
    } else if (result.kind === "text" && result.text !== "") {
      this.#options.onSaid(result.text);
    } else {
      reportSilence();
    }
  }

  #begin(): Run {
    const [live, upload] = [new AbortController(), new AbortController()];
    this.#run = { recorder: null, words: null, live, upload, limit: undefined };
    return this.#run;
  }

  #rest(): void {
    this.#run = null;
    this.#show({ phase: "idle" });
  }

  #show(state: VoiceState): void {
    this.#state = state;
    this.#wiring.onState(state);
  }

  get #options(): RecordedVoiceOptions {
    return this.#wiring.options();
  }
}

const elapsed = (ms: number): Promise<null> => new Promise((resolve) => setTimeout(() => resolve(null), ms));
