/** What happens when, in seconds. The last moment joins the first: the film can run in a loop. */
export const FPS = 24;
export const DURATION = 12;
export const VOICE = "en-US-GuyNeural";

export const lines = [
  { at: 1.7, text: "Hello! My voice comes from my own collar now." },
  { at: 5.3, text: "Rain? No problem. My speaker is waterproof." },
  { at: 8.7, text: "And your hands stay free to throw the ball!" },
] as const;

export const rain = { from: 4.7, to: 8.2 };
export const ball = { from: 10.3, to: 11.7 };

/** The camera between these moments glides. `tag` is how far it has moved from the park, 0, to the collar, 1. */
const shots = [
  { at: 0, zoom: 1, tag: 0 },
  { at: 1.2, zoom: 1, tag: 0 },
  { at: 2.4, zoom: 1.9, tag: 1 },
  { at: 4.5, zoom: 1.9, tag: 1 },
  { at: 5.6, zoom: 1.3, tag: 0.55 },
  { at: 8.2, zoom: 1.3, tag: 0.55 },
  { at: 9.3, zoom: 1, tag: 0 },
  { at: DURATION, zoom: 1, tag: 0 },
];

export function cameraAt(time: number): { zoom: number; tag: number } {
  const next = shots.findIndex((shot) => shot.at > time);
  const to = shots[next] ?? shots.at(-1);
  const from = shots[next - 1] ?? to;
  if (to === undefined || from === undefined) return { zoom: 1, tag: 0 };
  const done = to.at === from.at ? 1 : ease((time - from.at) / (to.at - from.at));
  return { zoom: mix(from.zoom, to.zoom, done), tag: mix(from.tag, to.tag, done) };
}

/** 0 when dry, 1 in the middle of the shower. */
export function rainAt(time: number): number {
  const rise = Math.min(1, Math.max(0, time - rain.from));
  const fall = Math.min(1, Math.max(0, rain.to - time));
  return ease(Math.min(rise, fall));
}

export const mix = (from: number, to: number, done: number): number => from + (to - from) * done;
const ease = (x: number): number => x * x * (3 - 2 * x);
