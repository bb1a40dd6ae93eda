import { useEffect, useRef, useState } from "react";
import { MicrophoneError } from "@/components/audio/microphone-stream.ts";
import { openRecorder, type Recorder } from "@/components/audio/recorder.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { toast } from "@/lib/toast.ts";
import { limits } from "../../../../shared/limits.ts";
import { microphoneHints, reportMicrophone, reportSilence, reportTranscription } from "./microphone-trouble.ts";
import { transcribeRecording } from "./transcription.ts";
import type { VoiceInput, VoiceInputOptions, VoiceState } from "./voice-state.ts";

/** A little under the limit, because a recorder takes a moment to stop and the server measures what it gets. */
const LONGEST_MS = limits.recordingSeconds * 1000 - 500;

const reasons = {
  tooLong: "Two minutes is the longest. Send what was recorded?",
  interrupted: "The microphone was lost. Send what was recorded?",
  left: "This recording was not sent yet.",
};

/** Recordings that could not be sent, by the name of the place they were made for. */
const keptRecordings = new Map<string, Blob>();

interface Run {
  recorder: Recorder | null;
  upload: AbortController | null;
  limit: ReturnType<typeof setTimeout> | undefined;
}

type RecordedVoiceOptions = VoiceInputOptions & {
  /** The server can't do it after all, but this browser can. */
  onNoRecognizer: () => void;
};

/** A spoken question or answer, recorded here and turned into text by the server. */
export function useRecordedVoice(options: RecordedVoiceOptions): VoiceInput {
  const { keptAs } = options;
  const [state, setState] = useState<VoiceState>(() =>
    keptRecordings.has(keptAs) ? { phase: "kept", why: reasons.left, next: "send" } : { phase: "idle" },
  );
  const [hint, setHint] = useState<string | null>(null);
  const running = useRef<Run | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(
    () => () => {
      end(running.current);
      running.current = null;
    },
    [],
  );

  async function start(): Promise<void> {
    const own: Run = { recorder: null, upload: null, limit: undefined };
    running.current = own;
    setHint(null);
    setState({ phase: "asking" });
    options.onStart();
    try {
      const recorder = await openRecorder(() => void keep(own, reasons.interrupted));
      if (running.current !== own) return recorder.cancel();
      own.recorder = recorder;
      own.limit = setTimeout(() => void keep(own, reasons.tooLong), LONGEST_MS);
      setState({ phase: "recording", level: recorder.level, startedAt: Date.now() });
    } catch (error) {
      if (running.current !== own) return;
      leave();
      setHint(microphoneHints[error instanceof MicrophoneError ? error.trouble : "refused"]);
      reportMicrophone();
    }
  }

  async function finish(own: Run): Promise<void> {
    setState({ phase: "working", progress: null });
    const recording = await take(own);
    if (running.current !== own) return;
    if (recording === null) return silence();
    keptRecordings.set(keptAs, recording);
    await send(own, recording);
  }

  async function keep(own: Run, why: string): Promise<void> {
    const recording = await take(own);
    if (running.current !== own) return;
    if (recording === null) return silence();
    keptRecordings.set(keptAs, recording);
    setState({ phase: "kept", why, next: "send" });
  }

  async function send(own: Run, recording: Blob): Promise<void> {
    const upload = new AbortController();
    own.upload = upload;
    setState({ phase: "working", progress: 0 });
    const result = await transcribeRecording(recording, {
      language: latest.current.language,
      signal: upload.signal,
      onProgress: (progress) => {
        if (running.current === own) setState({ phase: "working", progress });
      },
    }).catch(() => null);
    if (running.current !== own || result === null) return;
    if (result.kind === "failed") {
      reportTranscription();
      return setState({ phase: "kept", why: `${result.message} Your recording is kept.`, next: "retry" });
    }
    if (result.kind === "no recognizer" && !hasSpeechRecognition())
      return setState({ phase: "kept", why: result.message, next: "none" });
    keptRecordings.delete(keptAs);
    leave();
    if (result.kind === "no recognizer") return askAgain();
    if (result.kind === "text" && result.text !== "") latest.current.onSaid(result.text);
    else reportSilence();
  }

  function askAgain(): void {
    latest.current.onNoRecognizer();
    toast({ title: "Please say it once more", description: "From now on this browser itself turns speech into text." });
  }

  function silence(): void {
    leave();
    reportSilence();
  }

  function leave(): void {
    running.current = null;
    setState({ phase: "idle" });
  }

  return {
    state,
    hint,
    tap() {
      const recording = keptRecordings.get(keptAs);
      if (state.phase === "idle") void start();
      if (state.phase === "recording" && running.current !== null) void finish(running.current);
      if (state.phase === "kept" && recording !== undefined) {
        running.current = { recorder: null, upload: null, limit: undefined };
        void send(running.current, recording);
      }
    },
    cancel() {
      end(running.current);
      keptRecordings.delete(keptAs);
      leave();
    },
  };
}

async function take(own: Run): Promise<Blob | null> {
  clearTimeout(own.limit);
  const recorder = own.recorder;
  own.recorder = null;
  return recorder === null ? null : recorder.finish();
}

function end(run: Run | null): void {
  clearTimeout(run?.limit);
  run?.recorder?.cancel();
  run?.upload?.abort();
}
