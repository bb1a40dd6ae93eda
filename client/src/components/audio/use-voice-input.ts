import { useEffect, useRef, useState } from "react";
import { toast } from "@/lib/toast.ts";
import { createSpeechRecognition, type SpeechRecognition } from "./speech-recognition.ts";

export interface VoiceInput {
  state: "idle" | "listening" | "working";
  /** What was understood so far. */
  heard: string;
  /** Starts; tapped again, ends and hands over what was said. */
  tap: () => void;
  /** Ends without sending; what was understood is kept as text. */
  cancel: () => void;
}

interface VoiceInputOptions {
  /** BCP 47, such as `en-US`. */
  language: string;
  onStart: () => void;
  /** The person ended the recording: send this. */
  onSaid: (text: string) => void;
  /** It ended otherwise: keep this for the person to look at. */
  onKept: (text: string) => void;
}

/** A spoken question or answer, understood by the browser itself. */
export function useVoiceInput(options: VoiceInputOptions): VoiceInput {
  const [state, setState] = useState<VoiceInput["state"]>("idle");
  const [heard, setHeard] = useState("");
  const running = useRef<{ recognition: SpeechRecognition; isSent: boolean } | null>(null);
  const handlers = useRef(options);
  useEffect(() => {
    handlers.current = options;
  });
  useEffect(() => () => running.current?.recognition.abort(), []);

  function start(): void {
    const recognition = createSpeechRecognition(options.language);
    if (recognition === null) {
      toast({
        title: "Voice questions need another browser",
        description: "This browser cannot turn speech into text: use Chrome, Edge or Safari, or type your question.",
      });
      return;
    }
    const own = { recognition, isSent: false };
    let text = "";
    let isReported = false;
    recognition.onresult = ({ results }) => {
      text = [...results]
        .map((result) => result[0]?.transcript ?? "")
        .join("")
        .trim();
      setHeard(text);
    };
    recognition.onerror = ({ error }) => {
      isReported = report(error);
    };
    recognition.onend = () => {
      if (running.current !== own) return;
      running.current = null;
      setState("idle");
      setHeard("");
      if (text !== "" && own.isSent) handlers.current.onSaid(text);
      else if (text !== "") handlers.current.onKept(text);
      else if (own.isSent && !isReported)
        toast({ title: "Nothing was heard", description: "Please try again, a little closer to the microphone." });
    };
    running.current = own;
    setState("listening");
    options.onStart();
    try {
      recognition.start();
    } catch {
      running.current = null;
      setState("idle");
      report("not-allowed");
    }
  }

  function finish(isSent: boolean): void {
    if (running.current === null) return;
    running.current.isSent = isSent;
    setState("working");
    running.current.recognition.stop();
  }

  return {
    state,
    heard,
    tap: () => {
      if (state === "idle") start();
      else if (state === "listening") finish(true);
    },
    cancel: () => finish(false),
  };
}

/** Tells what went wrong; false for what is no failure, such as silence. */
function report(error: string): boolean {
  if (error === "no-speech" || error === "aborted") return false;
  const isRefused = error === "not-allowed" || error === "service-not-allowed" || error === "audio-capture";
  toast({
    title: isRefused ? "Recording failed" : "Transcription failed",
    description: isRefused ? "Unable to access microphone" : "Unable to convert speech to text",
    variant: "destructive",
  });
  return true;
}
