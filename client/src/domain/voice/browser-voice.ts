import {
  createSpeechRecognition,
  recognitionTrouble,
  type SpeechRecognition,
  transcriptOf,
} from "@/components/audio/speech-recognition.ts";
import { toast } from "@/lib/toast.ts";
import { microphoneHints, reportMicrophone, reportSilence, reportTranscription } from "./microphone-trouble.ts";
import type { Voice, VoiceWiring } from "./voice-state.ts";

interface Listening {
  recognition: SpeechRecognition;
  end: "by itself" | "sent" | "cancelled";
  heard: string;
  hasFailed: boolean;
}

/** Turns speech into text with the browser's own recognition. */
export class BrowserVoice implements Voice {
  readonly #wiring: VoiceWiring;
  #listening: Listening | null = null;

  constructor(wiring: VoiceWiring) {
    this.#wiring = wiring;
  }

  tap(): void {
    if (this.#listening === null) this.#start();
    else if (this.#listening.end === "by itself") this.#finish(this.#listening);
  }

  cancel(): void {
    if (this.#listening === null) return;
    this.#listening.end = "cancelled";
    this.#listening.recognition.abort();
    this.#rest();
  }

  /** Aborts the recognition, whose end then keeps what was heard so far. */
  stop(): void {
    this.#listening?.recognition.abort();
  }

  #start(): void {
    // Some browsers would listen to nothing, and say nothing.
    if (window.isSecureContext === false) {
      this.#report("insecure");
      return;
    }
    const recognition = createSpeechRecognition(this.#wiring.options().language);
    if (recognition === null) {
      tellOfNone();
      return;
    }
    this.#listening = this.#follow(recognition);
    this.#wiring.onHint(null);
    this.#wiring.onState({ phase: "listening", heard: "" });
    this.#wiring.options().onStart();
    try {
      recognition.start();
    } catch {
      this.#rest();
      this.#report("refused");
    }
  }

  #finish(own: Listening): void {
    own.end = "sent";
    this.#wiring.onState({ phase: "working", progress: null });
    own.recognition.stop();
  }

  #follow(recognition: SpeechRecognition): Listening {
    const own: Listening = { recognition, end: "by itself", heard: "", hasFailed: false };
    recognition.onresult = ({ results }) => {
      own.heard = transcriptOf(results);
      if (this.#listening === own && own.end === "by itself")
        this.#wiring.onState({ phase: "listening", heard: own.heard });
    };
    recognition.onerror = ({ error }) => {
      const trouble = recognitionTrouble(error);
      own.hasFailed = trouble !== null;
      if (trouble !== null) this.#report(trouble);
    };
    recognition.onend = () => {
      if (this.#listening !== own) return;
      this.#rest();
      this.#handOver(own);
    };
    return own;
  }

  #handOver({ end, heard, hasFailed }: Listening): void {
    const { onSaid, onKept } = this.#wiring.options();
    if (heard !== "" && end === "sent") onSaid(heard);
    else if (heard !== "") onKept(heard);
    else if (end === "sent" && !hasFailed) reportSilence();
  }

  #report(trouble: NonNullable<ReturnType<typeof recognitionTrouble>>): void {
    if (trouble === "not understood") {
      reportTranscription();
    } else {
      this.#wiring.onHint(microphoneHints[trouble]);
      reportMicrophone();
    }
  }

  #rest(): void {
    this.#listening = null;
    this.#wiring.onState({ phase: "idle" });
  }
}

function tellOfNone(): void {
  toast({
    title: "Voice questions are not set up",
    description:
      "This browser can't write down what you say. Use Chrome, Edge or Safari, or ask your administrator to set up voice questions.",
    duration: 10_000,
  });
}
