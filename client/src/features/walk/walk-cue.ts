import type { WalkCue } from "./walk-state.ts";

/** The frequencies of each cue's notes, in Hz. Rising: the pet listens; falling: it has heard. */
const melodies: Record<WalkCue, readonly number[]> = {
  listening: [520, 780],
  heard: [620, 470],
  trouble: [330, 330, 250],
};
const NOTE_S = 0.07;
const LOUDNESS = 0.12;
/** How long a microphone hears the longest of them, with what Bluetooth delays. */
export const CUE_MS = 350;

/** Plays a few soft notes, for an owner who does not look at the screen. */
export function playCue(context: AudioContext, cue: WalkCue): void {
  if (context.state !== "running") return;
  for (const [index, frequency] of melodies[cue].entries()) {
    const start = context.currentTime + index * NOTE_S;
    const note = new OscillatorNode(context, { type: "sine", frequency });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
    loudness.gain.linearRampToValueAtTime(0, start + NOTE_S);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_S);
  }
}
