import type { Recognition, Synthesis } from "./azure-engine.ts";
import type { PageEvent } from "./page.ts";
import type { Recording } from "./recordings.ts";
import type { ModelCall } from "./talking-model.ts";

/** What was seen of one utterance, at the wires of the engines and in the page. */
export interface UtteranceTrace {
  recording: Recording;
  /** When the last voiced frame was heard. */
  voicedUntil: number;
  events: readonly PageEvent[];
  recognitions: readonly Recognition[];
  calls: readonly ModelCall[];
  syntheses: readonly Synthesis[];
}

export const stages = [
  ...(["turn's end found", "final text in the page", "model asked", "first token", "synthesizer asked"] as const),
  ...(["first byte of sound", "playing"] as const),
] as const;

export interface Outcome {
  /** The longest silence within what was said. */
  pause: number;
  /** The turn was ended although the person went on. */
  isCutOff: boolean;
  /** The question that the pet answered last has all words. */
  isWhole: boolean;
  /** Milliseconds after the last voiced frame; null where nothing was heard of the pet. */
  reached: Record<(typeof stages)[number], number> | null;
  /** What the wait for the turn's end and the engines do not account for. */
  ownMs: number;
}

/** An end that is found so much before the last voiced frame is a cut-off; less may be the end of a soft word. */
const SOFT_END_MS = 60;

export function outcomeOf(trace: UtteranceTrace): Outcome {
  const { recording, voicedUntil, calls } = trace;
  const ends = turnEnds(trace.events);
  const said = recording.words.map(({ text }) => text).join(" ");
  const about = {
    pause: recording.pause,
    isCutOff: ends.some(({ at }) => at < voicedUntil - SOFT_END_MS),
    isWhole: wordsIn(calls.at(-1)?.question ?? "") === wordsIn(said),
  };
  const end = ends.at(-1);
  const times = end === undefined ? null : timesOf(trace, end);
  if (times === null) return { ...about, reached: null, ownMs: Number.NaN };
  const reached = { ...times };
  for (const stage of stages) reached[stage] = times[stage] - voicedUntil;
  return { ...about, reached, ownMs: reached.playing - reached["turn's end found"] - enginesMs(trace, times) };
}

interface TurnEnd {
  at: number;
  textAt: number;
}

/** When the page found that a turn was over, and got its text: by the socket, or by an upload. */
function turnEnds(events: readonly PageEvent[]): TurnEnd[] {
  const turnOf = (text: string) => /"turn":\d+/.exec(text)?.[0];
  return events
    .flatMap(({ kind, text, at, endedAt = at }): TurnEnd[] => {
      if (kind === "call" && text.endsWith("/transcribe")) return [{ at, textAt: endedAt }];
      if (kind !== "sent" || !text.includes('"type":"end"')) return [];
      const heard = events.find(
        (event) =>
          event.kind === "received" && /"type":"heard"/.test(event.text) && turnOf(event.text) === turnOf(text),
      );
      // A turn of the socket that failed goes up as a recording.
      return heard === undefined ? [] : [{ at, textAt: heard.at }];
    })
    .sort((a, b) => a.at - b.at);
}

function timesOf({ events, calls, syntheses, voicedUntil }: UtteranceTrace, end: TurnEnd): Outcome["reached"] {
  const call = calls.at(-1);
  const firstToken = call?.sent[0];
  const synthesis = syntheses.find(({ askedAt }) => call !== undefined && askedAt >= call.askedAt);
  const sound = events.find(({ kind, at }) => kind === "sound" && at > (call?.askedAt ?? 0));
  const playing = events.find(({ kind, at }) => kind === "playing" && at > Math.max(voicedUntil, call?.askedAt ?? 0));
  if (call === undefined || firstToken === undefined || synthesis === undefined) return null;
  if (sound === undefined || playing === undefined) return null;
  return {
    ...{ "turn's end found": end.at, "final text in the page": end.textAt },
    ...{ "model asked": call.askedAt, "first token": firstToken.at, "synthesizer asked": synthesis.askedAt },
    ...{ "first byte of sound": sound.at, playing: playing.at },
  };
}

/** Recognition, the model up to the end of the first piece that is spoken, and the synthesizer's first bytes. */
function enginesMs(trace: UtteranceTrace, times: NonNullable<Outcome["reached"]>): number {
  // None where the page had all words in phrases before it ended the turn.
  const recognition = trace.recognitions.at(-1) ?? { endedAt: 0, finalAt: 0 };
  const call = trace.calls.at(-1);
  const synthesis = trace.syntheses.find(({ askedAt }) => askedAt === times["synthesizer asked"]);
  if (call === undefined || synthesis === undefined) return Number.NaN;
  const pieceAt = call.sent.find(({ length }) => length > synthesis.text.length)?.at ?? call.sent.at(-1)?.at;
  const modelMs = (pieceAt ?? Number.NaN) - call.askedAt;
  return recognition.finalAt - recognition.endedAt + modelMs + synthesis.firstBytesAt - synthesis.askedAt;
}

const wordsIn = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
