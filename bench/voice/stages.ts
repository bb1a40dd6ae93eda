import type { Recognition, Synthesis } from "./azure-engine.ts";
import type { PageEvent } from "./page.ts";
import type { Recording } from "./recordings.ts";
import type { ModelCall } from "./talking-model.ts";

/** What was seen of one utterance, at the wires of the engines and in the page. */
export interface UtteranceTrace {
  recording: Recording;
  /** When the last voiced frame was heard. */
  voicedUntil: number;
  /** The silence after which a recording is uploaded; null where the page decides by what was said. */
  pauseMs: number | null;
  events: readonly PageEvent[];
  recognitions: readonly Recognition[];
  calls: readonly ModelCall[];
  syntheses: readonly Synthesis[];
}

export const stages = [
  "turn's end found",
  "final text in the page",
  "question sent",
  "model asked",
  "first token",
  "synthesizer asked",
  "first clip announced",
  "first byte of it",
  "playing",
] as const;
export type Stage = (typeof stages)[number];

export interface Outcome {
  language: string;
  sound: string;
  pause: number;
  /** The turn was ended although the person went on. */
  isCutOff: boolean;
  /** The question that the pet answered last has all words. */
  isWhole: boolean;
  question: string;
  /** Milliseconds after the last voiced frame; null where nothing was heard of the pet. */
  reached: Record<Stage, number> | null;
  /** The silence that the end of the turn was waited for. */
  waitMs: number;
  /** What the wait and the engines do not account for. */
  ownMs: number;
}

/** An end that is found so much before the last voiced frame is a cut-off; less may be the end of a soft word. */
const SOFT_END_MS = 60;
const LATE_MS = 150;
/** The page says so after this much silence (`pausing`). */
const PAUSING_MS = 250;

export function outcomeOf(seen: UtteranceTrace): Outcome {
  const { recording, voicedUntil } = seen;
  const ends = turnEnds(seen);
  const question = seen.calls.at(-1)?.question ?? "";
  const isCutOff = ends.some(({ at }) => at < voicedUntil - SOFT_END_MS);
  const isWhole = wordsIn(question).join(" ") === wordsIn(recording.words.map(({ text }) => text).join(" ")).join(" ");
  const { language, sound, pause } = recording;
  const about = { language, sound, pause, isCutOff, isWhole, question };
  const end = ends.at(-1);
  const times = end === undefined ? null : timesOf(seen, end);
  if (times === null || end === undefined) return { ...about, reached: null, waitMs: 0, ownMs: 0 };
  const reached = { ...times };
  for (const stage of stages) reached[stage] = times[stage] - voicedUntil;
  const waitMs = end.waitMs ?? waitOf(reached["turn's end found"], seen.pauseMs);
  return { ...about, reached, waitMs, ownMs: reached.playing - waitAndEngines(seen, times, waitMs) };
}

/** The page may have learned to wait for longer than the setting says; what is found late is none of the wait. */
function waitOf(foundMs: number, pauseMs: number | null): number {
  return pauseMs !== null && foundMs < pauseMs + LATE_MS ? pauseMs : foundMs;
}

interface TurnEnd {
  at: number;
  textAt: number;
  waitMs: number | null;
}

/** When the page found that a turn was over, and got its text: by the socket, or by an upload. */
function turnEnds({ events, recording }: Pick<UtteranceTrace, "events" | "recording">): TurnEnd[] {
  const uploads = events.flatMap(({ kind, text, at, endedAt = at }) =>
    kind === "call" && text.endsWith("/transcribe") ? [{ at, textAt: endedAt, waitMs: null }] : [],
  );
  const live = events.flatMap(({ kind, text, at }) => {
    if (kind !== "sent" || !text.includes('"type":"end"')) return [];
    const turn = /"turn":\d+/.exec(text)?.[0] ?? "";
    const isOfTurn = (event: PageEvent, type: string) =>
      event.text.includes(`"type":"${type}"`) && /"turn":\d+/.exec(event.text)?.[0] === turn;
    const heard = events.find((event) => event.kind === "received" && isOfTurn(event, "heard"));
    const pausing = events.findLast((event) => event.at <= at && event.kind === "sent" && isOfTurn(event, "pausing"));
    const waitMs = pausing === undefined ? null : PAUSING_MS + at - pausing.at;
    return [{ at, textAt: heard?.at ?? Number.NaN, waitMs }];
  });
  // A turn of the socket that failed goes up as a recording.
  const heard = live.filter(({ textAt }) => !Number.isNaN(textAt));
  return [...heard, ...uploads].filter(({ at }) => at > 0 && recording.words.length > 0).sort((a, b) => a.at - b.at);
}

function timesOf(
  { events, calls, syntheses, voicedUntil }: UtteranceTrace,
  end: TurnEnd,
): Record<Stage, number> | null {
  const call = calls.at(-1);
  const synthesis = syntheses.find(({ askedAt }) => call !== undefined && askedAt >= call.askedAt);
  const asked = events.findLast(({ kind, text }) => kind === "call" && text.endsWith("/chat/stream"));
  const next = (wanted: PageEvent["kind"]) => events.find(({ kind, at }) => kind === wanted && at > (asked?.at ?? 0));
  const [announced, sound] = [next("announced"), next("sound")];
  const playing = events.find(({ kind, at }) => kind === "playing" && at > Math.max(voicedUntil, asked?.at ?? 0));
  if (call?.firstAt === undefined || synthesis === undefined || asked === undefined) return null;
  if (announced === undefined || sound === undefined || playing === undefined) return null;
  return {
    "turn's end found": end.at,
    "final text in the page": end.textAt,
    "question sent": asked.at,
    "model asked": call.askedAt,
    "first token": call.firstAt,
    "synthesizer asked": synthesis.askedAt,
    "first clip announced": announced.at,
    "first byte of it": sound.at,
    playing: playing.at,
  };
}

/**
 * When the first sound could be heard if everything but the engines took no time, in ms after the last voiced frame: the
 * wait for the turn's end, recognition, the model up to the end of the first piece that is spoken, and the synthesizer's
 * first bytes.
 */
function waitAndEngines(seen: UtteranceTrace, times: Record<Stage, number>, waitMs: number): number {
  const recognition = seen.recognitions.at(-1);
  const call = seen.calls.at(-1);
  const synthesis = seen.syntheses.find(({ askedAt }) => askedAt === times["synthesizer asked"]);
  if (recognition === undefined || call === undefined || synthesis === undefined) return Number.NaN;
  const textMs = waitMs + recognition.finalAt - recognition.endedAt;
  const pieceAt = call.sent.find(({ length }) => length > synthesis.text.length)?.at ?? call.sent.at(-1)?.at;
  const modelMs = (pieceAt ?? Number.NaN) - call.askedAt;
  return textMs + modelMs + synthesis.firstBytesAt - synthesis.askedAt;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
