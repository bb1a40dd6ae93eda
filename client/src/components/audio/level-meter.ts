import { useSyncExternalStore } from "react";

/** The level while a clip plays that can't be measured: the tag is lit and does not pulse. */
const STEADY_LEVEL = 0.5;
/** Speech of ordinary loudness has an RMS of 0.1 to 0.2, which this scales for the tag. */
const GAIN = 4;
const STEPS = 12;

declare global {
  interface HTMLMediaElement {
    /** Missing in Firefox and Safari. */
    captureStream?: () => MediaStream;
  }
}

const listeners = new Set<() => void>();
let level = 0;
let context: AudioContext | null = null;
let stopMeasuring: (() => void) | null = null;

/** How loud the player is right now, 0..1. */
export const useLevel = (): number => useSyncExternalStore(subscribe, () => level);

/** Makes the audio context. Call it in a tap, because browsers let a context run only after one. */
export function openMeter(): void {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  if (context.state !== "running") context.resume().catch(() => {});
}

/**
 * Measures a copy of the element's sound. The sound itself does not go through the context: it would be silent whenever
 * the context is suspended, as on a locked phone or after a call.
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
    // Falls slowly, like the needle of a meter.
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
    // The stream has no track where the clip has no sound.
    return null;
  }
}

/** Rounds to steps, so that components render only for a visible change. */
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
