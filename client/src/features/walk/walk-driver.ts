import type { Agent } from "#shared/api/agents.ts";
import { stopReply } from "#shared/api/chat.ts";
import { clipState } from "@/components/audio/player.ts";
import { SpeechQueue } from "@/components/audio/speech-queue.ts";
import { TalkOverGate } from "@/components/audio/talk-over-gate.ts";
import { listenInBrowser } from "@/domain/voice/browser-ear.ts";
import { ListenLine } from "@/domain/voice/listen-line.ts";
import { Microphone, type MicrophoneEvent, type Recognizer } from "@/domain/voice/microphone.ts";
import { ServerEar } from "@/domain/voice/server-ear.ts";
import { call } from "@/lib/api.ts";
import { askPet } from "./ask-pet.ts";
import { PauseHabit, turnEndBy } from "./turn-end/pause-habit.ts";
import { CUE_MS, playCue } from "./walk-cue.ts";
import { step } from "./walk-machine.ts";
import { cueTones, pauseLength, talkOver } from "./walk-settings.ts";
import {
  beforeWalk,
  type EffectOutcome,
  type Walk,
  type WalkCue,
  type WalkEffect,
  type WalkEvent,
} from "./walk-state.ts";
import { microphoneFailed, microphoneTrouble } from "./walk-trouble.ts";

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

/** For so long the next question waits until the server has stopped the reply before it. */
export const STOP_LIMIT_MS = 5000;
/** A reply that begins within this needs no tone before it. */
const LATE_CUE_MS = 1000;

/** The key of the pet's voice in this round, for `useClip`. */
export const voiceKey = ({ round }: Walk): string => `walk-${round}`;

/** Carries out the effects of walk-machine.ts and feeds their outcomes back to it. */
export class WalkDriver {
  readonly #options: WalkOptions;
  #walk = beforeWalk({ isOnline: navigator.onLine });
  #sessionId: string;
  #context: AudioContext | null = null;
  readonly #microphone: Microphone;
  /** That of what the microphone hears. A closed one may still have words to tell. */
  #heard = { round: 0 };
  readonly #line = new ListenLine();
  #queue: SpeechQueue | null = null;
  /** Ends the call under way. */
  #calling = new AbortController();
  /** The server is told to stop a reply; the next question waits for that. */
  #stopping: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lateCue: ReturnType<typeof setTimeout> | undefined;
  #hasLeft = false;

  constructor(options: WalkOptions) {
    this.#options = options;
    this.#sessionId = options.sessionId;
    this.#microphone = this.#microphoneFor(options);
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
    const context = this.#openContext();
    if (context.state !== "running") context.resume().catch(() => {});
    if (this.#options.recognizer === "server") this.#line.open();
    this.tell({ type: "start" });
  }

  /** The page is out of view. */
  hide(): void {
    const said = this.#microphone.ear?.takeSaid();
    this.tell({ type: "hidden", recording: said instanceof Blob ? said : null });
  }

  /** Stops everything on this page. The server finishes a reply under way, and the chat then shows it. */
  leave(): void {
    this.#hasLeft = true;
    this.#calling.abort();
    clearTimeout(this.#timer);
    clearTimeout(this.#lateCue);
    this.#run({ do: "closeMicrophone" });
    this.#run({ do: "silence" });
    this.#line.close();
    this.#context?.close().catch(() => {});
    this.#context = null;
    this.#options.onStored(this.#sessionId);
  }

  #run(effect: WalkEffect): void {
    switch (effect.do) {
      case "listen":
        this.#listen(effect.round);
        break;
      case "listenOn":
        this.#heard.round = effect.round;
        this.#microphone.ear?.attendOwner();
        break;
      case "hearOut":
        this.#heard.round = effect.round;
        break;
      case "overhear":
        this.#microphone.ear?.attendPet();
        break;
      case "closeMicrophone":
        this.#microphone.close();
        break;
      case "understand": {
        const { round } = effect;
        void this.#microphone.send(effect.recording, (event) => this.#hear(round, event));
        break;
      }
      case "ask":
        void this.#ask(effect);
        break;
      case "stopReply":
        this.#stopping = this.#stopReply();
        break;
      case "cutReply":
        this.#hush();
        this.#stopping = this.#stopReply({ heard: effect.heard, messageId: effect.messageId });
        break;
      case "say":
        this.#queue ??= this.#voice(effect.round);
        this.#queue.enqueue(effect.sound);
        break;
      case "sayNoMore":
        this.#queue?.end();
        break;
      case "silence":
        this.#hush();
        break;
      case "holdVoice":
        this.#queue?.pause();
        break;
      case "speakOn":
      case "resumeSound":
        this.#queue?.resume();
        break;
      case "wait":
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.tell({ type: "waited", round: effect.round }), effect.ms);
        break;
      case "cue":
        this.#cue(effect.cue);
        break;
    }
  }

  #microphoneFor({ agent, recognizer, onLevel }: WalkOptions): Microphone {
    const gate = new TalkOverGate();
    const petVoice = () => ({
      isPlaying: clipState(voiceKey(this.#walk)) === "playing",
      sentences: this.#queue?.heard() ?? 0,
    });
    return new Microphone({
      recognizer,
      ears: {
        server: (options) =>
          new ServerEar({
            ...options,
            context: () => this.#openContext(),
            agentId: agent.id,
            line: this.#line,
            onLevel,
            talkOver: { gate, isWanted: () => talkOver.current() === "on", petVoice },
          }),
        browser: listenInBrowser,
      },
      language: agent.language,
      turnEnd: turnEndBy(new PauseHabit(), agent.language, () => pauseLength.current()),
    });
  }

  #openContext(): AudioContext {
    this.#context ??= new AudioContext();
    return this.#context;
  }

  #listen(round: number): void {
    const own = { round };
    this.#heard = own;
    this.#microphone.listen((event) => this.#hear(own.round, event));
  }

  #hear(round: number, event: MicrophoneEvent): void {
    const outcome = outcomeOf(event);
    if (outcome !== null) this.#happened(round, outcome);
  }

  async #ask({ round, text, messageId, continues }: Extract<WalkEffect, { do: "ask" }>): Promise<void> {
    const { signal } = this.#newCall();
    await this.#stopping;
    if (signal.aborted) return;
    await askPet({
      agentId: this.#options.agent.id,
      sessionId: this.#sessionId,
      text,
      messageId,
      continues,
      signal,
      tell: (event) => this.#happened(round, event),
      onSession: (sessionId) => {
        this.#sessionId = sessionId;
        this.#options.onSession(sessionId);
      },
    });
    if (!signal.aborted) this.#options.onStored(this.#sessionId);
  }

  /** `heard`: how many sentences of the reply to this question were heard; where it is not given, all that was said is kept. */
  async #stopReply(body: { heard?: number; messageId?: string } = {}): Promise<void> {
    this.#calling.abort();
    const sessionId = this.#sessionId;
    // If this call fails, or stalls where there is no signal, the reply ends by itself.
    const stalled = new AbortController();
    const limit = setTimeout(() => stalled.abort(), STOP_LIMIT_MS);
    await call(stopReply, { params: { sessionId }, body }, { signal: stalled.signal }).catch(() => undefined);
    clearTimeout(limit);
    this.#options.onStored(sessionId);
  }

  #hush(): void {
    this.#queue?.stop();
    this.#queue = null;
  }

  #voice(round: number): SpeechQueue {
    const { name, avatarUrl } = this.#options.agent;
    const queue = new SpeechQueue({
      key: voiceKey({ ...this.#walk, round }),
      title: name,
      artworkUrl: avatarUrl,
      onIdle: (end) => {
        if (this.#queue === queue) this.#queue = null;
        this.#happened(round, { type: "spoken", end });
      },
    });
    return queue;
  }

  /**
   * While the microphone stays open the tone that something was heard waits for a slow reply: a quick one needs none, and
   * an owner who goes on would not be noticed through it.
   */
  #cue(cue: WalkCue): void {
    clearTimeout(this.#lateCue);
    if (cue === "heard" && this.#walk.microphone !== "closed")
      this.#lateCue = setTimeout(() => {
        const { phase } = this.#walk;
        if (phase.at === "understanding" || (phase.at === "thinking" && !phase.isHearing)) this.#sound(cue);
      }, LATE_CUE_MS);
    else this.#sound(cue);
  }

  #sound(cue: WalkCue): void {
    if (this.#context === null || !cueTones.current()) return;
    this.#microphone.ear?.disregard(CUE_MS);
    playCue(this.#context, cue);
  }

  #newCall(): AbortController {
    this.#calling.abort();
    this.#calling = new AbortController();
    return this.#calling;
  }

  #happened(round: number, event: EffectOutcome): void {
    this.tell({ ...event, round });
  }
}

/** What the microphone tells, in the walk's words. */
function outcomeOf(event: MicrophoneEvent): EffectOutcome | null {
  switch (event.type) {
    case "failed":
      return { type: "failed", trouble: microphoneFailed(event.failure) };
    case "microphoneLost":
      return { type: "microphoneLost", trouble: microphoneTrouble.taken };
    case "sayAgain":
      return { type: "nothing" };
    case "tooLong":
    case "progress":
      return null;
    default:
      return event;
  }
}
