import { useSyncExternalStore } from "react";

/** What the tag shows while a clip plays that cannot be measured: lit, not pulsing. */
const STEADY_LEVEL = 0.5;
/** Speech at an ordinary loudness has an RMS of about 0.1 to 0.2. */
const GAIN = 4;
const STEPS = 12;

declare global {
  interface HTMLMediaElement {
    /** Not in Firefox and Safari. */
    captureStream?: () => MediaStream;
  }
}

const listeners = new Set<() => void>();
let level = 0;
let context: AudioContext | null = null;
let stopMeasuring: (() => void) | null = null;

/** 0..1, how loud the player is right now. */
export const useLevel = (): number => useSyncExternalStore(subscribe, () => level);

/** To be called by a tap: only then may a context run. */
export function openMeter(): void {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
}

/**
 * Listens to a copy of what the element plays. To lead the element itself through the context would cost its sound
 * wherever the context is suspended: on a locked phone, or after a call.
 */
export function measureLevel(element: HTMLAudioElement): void {
  restLevel();
  const source = copyOf(element);
  if (source === null) {
    setLevel(STEADY_LEVEL);
    return;
  }
  const analyser = new AnalyserNode(source.context, { fftSize: 1024, smoothingTimeConstant: 0 });
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let frame = 0;
  const measure = () => {
    analyser.getFloatTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
    // Falls gently, as a needle would.
    setLevel(Math.max(Math.min(1, Math.sqrt(power) * GAIN), level - 1 / STEPS));
    frame = requestAnimationFrame(measure);
  };
  measure();
  stopMeasuring = () => {
    cancelAnimationFrame(frame);
    source.disconnect();
  };
}

export function restLevel(): void {
  stopMeasuring?.();
  stopMeasuring = null;
  setLevel(0);
}

function copyOf(element: HTMLAudioElement): MediaStreamAudioSourceNode | null {
  const wantsCalm = window.matchMedia?.("(prefers-reduced-motion: reduce)").matches;
  if (context?.state !== "running" || element.captureStream === undefined || wantsCalm) return null;
  try {
    return context.createMediaStreamSource(element.captureStream());
  } catch {
    // A stream without a track, as for a clip that has no sound.
    return null;
  }
}

/** In steps, so that what is drawn changes only when the eye can tell. */
function setLevel(next: number): void {
  const stepped = Math.round(next * STEPS) / STEPS;
  if (stepped === level) return;
  level = stepped;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
