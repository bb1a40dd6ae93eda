import { useEffect, useRef, useState } from "react";
import { createSpeechRecognition, type SpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { toast } from "@/lib/toast.ts";
import { microphoneHints, reportMicrophone, reportSilence, reportTranscription } from "./microphone-trouble.ts";
import type { VoiceInput, VoiceInputOptions, VoiceState } from "./voice-state.ts";

interface Listening {
  recognition: SpeechRecognition;
  end: "by itself" | "sent" | "cancelled";
}

/** A spoken question or answer, understood by the browser itself. */
export function useBrowserVoice(options: VoiceInputOptions): VoiceInput {
  const [state, setState] = useState<VoiceState>({ phase: "idle" });
  const [hint, setHint] = useState<string | null>(null);
  const running = useRef<Listening | null>(null);
  const handlers = useRef(options);
  useEffect(() => {
    handlers.current = options;
  });
  useEffect(() => () => running.current?.recognition.abort(), []);

  function start(): void {
    const recognition = createSpeechRecognition(options.language);
    if (recognition === null) {
      tellOfNone();
      return;
    }
    const own: Listening = { recognition, end: "by itself" };
    let text = "";
    let isReported = false;
    recognition.onresult = ({ results }) => {
      text = [...results]
        .map((result) => result[0]?.transcript ?? "")
        .join("")
        .trim();
      if (running.current === own && own.end === "by itself") setState({ phase: "listening", heard: text });
    };
    recognition.onerror = ({ error }) => {
      isReported = report(error);
    };
    recognition.onend = () => {
      if (running.current !== own) return;
      leave();
      if (own.end === "cancelled") return;
      if (text !== "" && own.end === "sent") handlers.current.onSaid(text);
      else if (text !== "") handlers.current.onKept(text);
      else if (own.end === "sent" && !isReported) reportSilence();
    };
    running.current = own;
    setHint(null);
    setState({ phase: "listening", heard: "" });
    options.onStart();
    try {
      recognition.start();
    } catch {
      leave();
      report("not-allowed");
    }
  }

  function leave(): void {
    running.current = null;
    setState({ phase: "idle" });
  }

  function report(error: string): boolean {
    // No failure: silence, and an end that was asked for.
    if (error === "no-speech" || error === "aborted") return false;
    if (error === "not-allowed" || error === "service-not-allowed" || error === "audio-capture") {
      setHint(microphoneHints[error === "audio-capture" ? "missing" : "refused"]);
      reportMicrophone();
    } else {
      reportTranscription();
    }
    return true;
  }

  return {
    state,
    hint,
    tap() {
      if (state.phase === "idle") return start();
      if (state.phase !== "listening" || running.current === null) return;
      running.current.end = "sent";
      setState({ phase: "working", progress: null });
      running.current.recognition.stop();
    },
    cancel() {
      if (running.current === null) return;
      running.current.end = "cancelled";
      running.current.recognition.abort();
      leave();
    },
  };
}

function tellOfNone(): void {
  toast({
    title: "Voice questions are not set up",
    description:
      "This browser cannot turn speech into text. Use Chrome, Edge or Safari, or ask your administrator to configure Azure Speech or an OpenAI-compatible server.",
    duration: 10_000,
  });
}
