import { SpeechQueue } from "@/components/audio/speech-queue.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { type Transcription, transcribeRecording } from "@/domain/voice/transcription.ts";
import { call } from "@/lib/api.ts";
import type { Agent } from "../../../../shared/api/agents.ts";
import { stopReply } from "../../../../shared/api/chat.ts";
import { askPet } from "./ask-pet.ts";
import { type Listener, listenForServer, listenInBrowser } from "./listen.ts";
import { playCue } from "./walk-cue.ts";
import {
  beforeWalk,
  type Happened,
  step,
  type Walk,
  type WalkCue,
  type WalkEffect,
  type WalkEvent,
} from "./walk-machine.ts";
import { cueTones, pauseLength } from "./walk-settings.ts";
import { nothingListens, troubleOf } from "./walk-trouble.ts";

/** Where speech becomes text. */
export type Recognizer = "server" | "browser";

interface WalkOptions {
  agent: Agent;
  sessionId: string;
  recognizer: Recognizer;
  onChange: (walk: Walk) => void;
  /** Gets the loudness of the owner's voice, 0..1. */
  onLevel: (level: number) => void;
  onSession: (sessionId: string) => void;
  /** Called when the server has stored something in this chat. */
  onStored: (sessionId: string) => void;
}

/** The key of the pet's voice in this round, for `useClip`. */
export const voiceKey = ({ turn }: Walk): string => `walk-${turn}`;

/** Carries out the effects of walk-machine.ts and feeds their outcomes back to it. */
export class WalkDriver {
  readonly #options: WalkOptions;
  #walk = beforeWalk({ isOnline: navigator.onLine });
  #recognizer: Recognizer;
  #sessionId: string;
  #context: AudioContext | null = null;
  #listener: Listener | null = null;
  #queue: SpeechQueue | null = null;
  /** Ends the call under way. */
  #calling = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #hasLeft = false;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#recognizer = options.recognizer;
    this.#sessionId = options.sessionId;
  }

  tell(event: WalkEvent): void {
    if (this.#hasLeft) return;
    const { walk, effects } = step(this.#walk, event);
    if (walk !== this.#walk) this.#options.onChange(walk);
    this.#walk = walk;
    for (const effect of effects) this.#run(effect);
  }

  /** Starts, goes on, or tries again. Call it in a tap, because browsers need one for sound and microphone. */
  start(): void {
    this.#context ??= new AudioContext();
    if (this.#context.state !== "running") this.#context.resume().catch(() => {});
    this.tell({ type: "start" });
  }

  setPause(ms: number): void {
    this.#listener?.setPause(ms);
  }

  /** Stops everything on this page. The server finishes a reply under way, and the chat then shows it. */
  leave(): void {
    this.#hasLeft = true;
    this.#calling.abort();
    clearTimeout(this.#timer);
    this.#run({ do: "closeMicrophone" });
    this.#run({ do: "silence" });
    this.#context?.close().catch(() => {});
    this.#context = null;
    this.#options.onStored(this.#sessionId);
  }

  #run(effect: WalkEffect): void {
    switch (effect.do) {
      case "listen":
        this.#listen(effect.turn);
        break;
      case "closeMicrophone":
        this.#listener?.close();
        this.#listener = null;
        break;
      case "understand":
        void this.#understand(effect.turn, effect.recording);
        break;
      case "ask":
        void this.#ask(effect);
        break;
      case "stopReply":
        void this.#stopReply();
        break;
      case "say":
        this.#queue ??= this.#voice(effect.turn);
        this.#queue.enqueue(effect.url);
        break;
      case "sayNoMore":
        this.#queue?.end();
        break;
      case "silence":
        this.#queue?.stop();
        this.#queue = null;
        break;
      case "resumeSound":
        this.#queue?.resume();
        break;
      case "wait":
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.tell({ type: "waited", turn: effect.turn }), effect.ms);
        break;
      case "cue":
        this.#cue(effect.cue);
        break;
    }
  }

  #listen(turn: number): void {
    const context = this.#context;
    if (context === null) return;
    const listen = this.#recognizer === "server" ? listenForServer : listenInBrowser;
    this.#listener = listen({
      context,
      language: this.#options.agent.language,
      pauseMs: pauseLength.current(),
      tell: (event) => this.#happened(turn, event),
      onLevel: this.#options.onLevel,
    });
  }

  async #understand(turn: number, recording: Blob): Promise<void> {
    const { signal } = this.#newCall();
    const { language } = this.#options.agent;
    const heard = await transcribeRecording(recording, { language, signal }).catch(() => null);
    if (heard !== null) this.#happened(turn, this.#understood(heard));
  }

  #understood(heard: Transcription): Happened {
    switch (heard.kind) {
      case "text":
        return { type: "understood", text: heard.text };
      case "silence":
        return { type: "nothing" };
      case "no recognizer":
        if (!hasSpeechRecognition()) return { type: "failed", trouble: nothingListens };
        // From now on the browser's own recognition is used.
        this.#recognizer = "browser";
        return { type: "nothing" };
      case "failed":
        return { type: "failed", trouble: troubleOf(heard.error, "understand") };
    }
  }

  async #ask({ turn, text, messageId }: Extract<WalkEffect, { do: "ask" }>): Promise<void> {
    const { signal } = this.#newCall();
    await askPet({
      agentId: this.#options.agent.id,
      sessionId: this.#sessionId,
      text,
      messageId,
      signal,
      tell: (event) => this.#happened(turn, event),
      onSession: (sessionId) => {
        this.#sessionId = sessionId;
        this.#options.onSession(sessionId);
      },
    });
    if (!signal.aborted) this.#options.onStored(this.#sessionId);
  }

  async #stopReply(): Promise<void> {
    this.#calling.abort();
    const sessionId = this.#sessionId;
    // If this call fails, the reply ends by itself.
    await call(stopReply, { params: { sessionId } }).catch(() => undefined);
    this.#options.onStored(sessionId);
  }

  #voice(turn: number): SpeechQueue {
    const { name, avatarUrl } = this.#options.agent;
    const queue = new SpeechQueue({
      key: voiceKey({ ...this.#walk, turn }),
      title: name,
      artworkUrl: avatarUrl,
      onIdle: (end) => {
        if (this.#queue === queue) this.#queue = null;
        this.#happened(turn, { type: "spoken", end });
      },
    });
    return queue;
  }

  #cue(cue: WalkCue): void {
    if (this.#context === null || !cueTones.current()) return;
    playCue(this.#context, cue);
  }

  #newCall(): AbortController {
    this.#calling.abort();
    this.#calling = new AbortController();
    return this.#calling;
  }

  #happened(turn: number, event: Happened): void {
    this.tell({ ...event, turn });
  }
}
