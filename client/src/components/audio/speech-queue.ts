import type { Speaker } from "./media-session.ts";
import { type ClipOutcome, resumeClip, type Turn, takeTurn } from "./player.ts";

/** One that plays and one that is ready behind it. */
const READY = 2;

/**
 * How it ended: `ended` when everything that could be played was heard; `stopped` by a person, or by another clip;
 * `unplayable` when none of it could be heard.
 */
export type QueueEnd = "ended" | "stopped" | "unplayable";

interface QueueOptions extends Speaker {
  /** What `useClip` knows it by: `loading` before the first sound, `playing` until the end, with its pauses. */
  key: string;
  /** Once, when it is over. Not called for a queue that ends without ever having had a clip. */
  onIdle: (end: QueueEnd) => void;
}

export interface SpeechQueue {
  enqueue: (url: string) => void;
  /** Nothing more comes; what is waiting is still played. */
  end: () => void;
  /** At once; what is waiting is dropped. */
  stop: () => void;
  /** Goes on where the browser wanted a tap, or where it was paused; to be called in a tap. */
  resume: () => void;
  rename: (key: string) => void;
  /** Whether it ever had something to play. */
  hasClips: () => boolean;
  /** Whether it holds the player. */
  isLive: () => boolean;
}

interface Waiting {
  /** A blob's address; null where the clip could not be fetched. */
  clip: Promise<string | null> | null;
  url: string;
}

/**
 * Plays clips one after the other on the page's one player, while more of them come. The next is fetched while one is
 * heard. A clip that can't be fetched or decoded is passed over. It takes the player with its first clip.
 */
export function createSpeechQueue({ key, onIdle, ...speaker }: QueueOptions): SpeechQueue {
  const fetching = new AbortController();
  const waiting: Waiting[] = [];
  let name = key;
  let turn: Turn | null = null;
  let hasEnded = false;
  let isOver = false;
  let isRunning = false;
  let hasBeenHeard = false;
  let goOn: (() => void) | null = null;

  async function run(held: Turn): Promise<void> {
    isRunning = true;
    for (let next = waiting[0]; next !== undefined && !isOver; next = waiting[0]) {
      prepare();
      const clip = await next.clip;
      if (isOver) break;
      if (clip !== null) note(await playOrWait(held, clip));
      waiting.shift();
      release(next);
    }
    isRunning = false;
    if (hasEnded && waiting.length === 0) finish(hasBeenHeard ? "ended" : "unplayable");
  }

  async function playOrWait(held: Turn, clip: string): Promise<ClipOutcome> {
    for (;;) {
      const outcome = await held.play(clip);
      if (outcome !== "blocked") return outcome;
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      goOn = null;
      if (isOver) return "stopped";
    }
  }

  function note(outcome: ClipOutcome): void {
    if (outcome === "ended") hasBeenHeard = true;
    if (outcome === "stopped") finish("stopped");
  }

  function prepare(): void {
    for (const one of waiting.slice(0, READY)) one.clip ??= fetchClip(one.url, fetching.signal);
  }

  function finish(end: QueueEnd): void {
    if (isOver) return;
    isOver = true;
    fetching.abort();
    for (const one of waiting.splice(0)) release(one);
    goOn?.();
    turn?.leave();
    if (turn !== null) onIdle(end);
  }

  return {
    enqueue(url) {
      if (isOver || hasEnded) return;
      waiting.push({ url, clip: null });
      turn ??= takeTurn(name, speaker, () => finish("stopped"));
      prepare();
      if (!isRunning) void run(turn);
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      if (!isRunning) finish(hasBeenHeard ? "ended" : "unplayable");
    },
    stop() {
      finish("stopped");
    },
    resume() {
      if (goOn === null) resumeClip();
      else goOn();
    },
    rename(next) {
      name = next;
      turn?.rename(next);
    },
    hasClips: () => turn !== null,
    isLive: () => turn !== null && !isOver,
  };
}

async function fetchClip(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { credentials: "include", signal });
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  } catch {
    return null;
  }
}

function release({ clip }: Waiting): void {
  void clip?.then((address) => address !== null && URL.revokeObjectURL(address));
}
