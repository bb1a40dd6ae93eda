import { describe, expect, it } from "vitest";
import { echoOf } from "./measure-echo.ts";
import { TalkOverGate } from "./talk-over-gate.ts";
import { FRAME_MS } from "./voice-gate.ts";

const QUIET = 0.001;

/** The milliseconds of this loudness after which somebody was found to talk over the player; null where nobody was. */
function feed(gate: TalkOverGate, level: (frame: number) => number, ms: number, isPlaying = true): number | null {
  for (let frame = 0; frame < ms / FRAME_MS; frame++)
    if (gate.push(level(frame), isPlaying)) return (frame + 1) * FRAME_MS;
  return null;
}
/** Loud syllables with gaps, as speech has them. */
const speech = (loudness: number) => (frame: number) => (frame % 10 < 8 ? loudness : QUIET);

describe("talking over the player", () => {
  it("is found after 300 ms of speech where the player is not heard, as with headphones", () => {
    const gate = new TalkOverGate();
    expect(feed(gate, () => QUIET, 2000)).toBeNull();
    expect(feed(gate, speech(0.05), 1000)).toBeLessThanOrEqual(400);
  });

  it("is not the player's own voice, however long it speaks", () => {
    expect(feed(new TalkOverGate(), speech(0.05), 20_000)).toBeNull();
  });

  it("is not a loud word of the player among softer ones", () => {
    const gate = new TalkOverGate();
    expect(feed(gate, speech(0.02), 3000)).toBeNull();
    expect(feed(gate, () => 0.06, 200)).toBeNull();
    expect(feed(gate, speech(0.02), 3000)).toBeNull();
  });

  it("is found where it is clearly louder than the player, and not where it is about as loud", () => {
    const softer = new TalkOverGate();
    feed(softer, speech(0.03), 3000);
    expect(feed(softer, speech(0.05), 3000)).toBeNull();
    const louder = new TalkOverGate();
    feed(louder, speech(0.03), 3000);
    expect(feed(louder, speech(0.15), 1000)).toBeLessThanOrEqual(400);
  });

  it("is found in a short answer that began just before the player", () => {
    const answer = (frame: number) => (frame < 11 ? 0.05 : QUIET);
    const settled = () => {
      const gate = new TalkOverGate();
      feed(gate, () => QUIET, 2000);
      return gate;
    };
    const late = settled();
    late.begin();
    expect(feed(late, answer, 1000)).toBeNull();
    const early = settled();
    early.begin([QUIET, QUIET, 0.05, 0.05, 0.05, 0.05, 0.05]);
    expect(feed(early, answer, 1000)).toBe(200);
  });

  it("is not a knock or a bark", () => {
    const gate = new TalkOverGate();
    feed(gate, () => QUIET, 2000);
    expect(feed(gate, (frame) => (frame < 10 ? 0.2 : QUIET), 2000)).toBeNull();
  });

  it("is not the player that goes on as before after it was silent for long", () => {
    const gate = new TalkOverGate();
    feed(gate, speech(0.05), 3000);
    expect(feed(gate, () => QUIET, 10_000)).toBeNull();
    expect(feed(gate, speech(0.05), 3000)).toBeNull();
    expect(feed(gate, speech(0.2), 1000)).toBeLessThanOrEqual(400);
  });

  it("is found where the player has become softer than it was", () => {
    const gate = new TalkOverGate();
    feed(gate, speech(0.06), 3000);
    feed(gate, speech(0.02), 8000);
    expect(feed(gate, speech(0.1), 1000)).toBeLessThanOrEqual(400);
  });

  it("is found before the player is heard, when there is no echo to learn yet", () => {
    expect(feed(new TalkOverGate(), speech(0.05), 1000, false)).toBeLessThanOrEqual(400);
  });
});

describe("the echo of the player", () => {
  const room = Array.from({ length: 25 }, () => QUIET);
  it("is heard where the microphone is louder than before, and cancelled where it is not", () => {
    expect(
      echoOf(
        room,
        Array.from({ length: 100 }, (_, frame) => speech(0.02)(frame)),
      ),
    ).toBe("heard");
    expect(
      echoOf(
        room,
        Array.from({ length: 100 }, () => 0.0015),
      ),
    ).toBe("cancelled");
  });

  it("is not a single loud moment, and can't be told in the wind, which may hide it", () => {
    expect(
      echoOf(
        room,
        Array.from({ length: 100 }, (_, frame) => (frame < 5 ? 0.2 : QUIET)),
      ),
    ).toBe("cancelled");
    expect(
      echoOf(
        room.map(() => 0.02),
        Array.from({ length: 100 }, () => 0.03),
      ),
    ).toBe("too loud");
  });
});
