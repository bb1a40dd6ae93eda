import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closings } from "#shared/api/listen.ts";
import { type PlayedMicrophone, startPlayedMicrophone, stillness } from "#tests/support/played-microphone.ts";
import { uuid } from "#tests/support/uuid.ts";
import { ANSWER_MS, ListenLine, RECONNECT_MS } from "./listen-line.ts";

const place = { language: "en-US", agentId: uuid(1) };
let server: PlayedMicrophone;
let line: ListenLine;
beforeEach(() => {
  vi.useFakeTimers();
  server = startPlayedMicrophone();
  server.answersAtOnce = false;
  line = new ListenLine();
});
afterEach(() => line.close());

const types = () => server.socket().said.map(({ type }) => type);

describe("the line to the server", () => {
  it("carries many turns, each with its words while they are said and at its end", async () => {
    line.open();
    server.socket().ready();
    for (const text of ["Where is the ball?", "And the bone?"]) {
      const onWords = vi.fn();
      const turn = line.begin(place, { onWords });
      turn.push(stillness(0.22));
      expect(server.socket().samples).toBe(3200);
      server.socket().tell({ type: "partial", text: "where" });
      expect(onWords).toHaveBeenCalledWith("where", false);
      server.socket().tell({ type: "partial", text, settled: true });
      expect(onWords).toHaveBeenCalledWith(text, true);
      turn.pausing();
      turn.resumed();
      const outcome = turn.end();
      expect(server.socket().samples).toBe(3520);
      server.socket().tell({ type: "heard", text: ` ${text} ` });
      expect(await outcome).toBe(text);
    }
    expect(server.sockets).toHaveLength(1);
    expect(types()).toEqual(["start", "pausing", "resumed", "end", "start", "pausing", "resumed", "end"]);
    expect(server.socket().said[0]).toEqual({ type: "start", turn: 1, ...place });
  });

  it("catches up where somebody speaks before it is open", async () => {
    const turn = line.begin(place);
    turn.push(stillness(1));
    expect(types()).toEqual([]);
    server.socket().ready();
    expect(types()).toEqual(["start"]);
    expect(server.socket().samples).toBe(16_000);
    const outcome = turn.end();
    server.socket().tell({ type: "nothing" });
    expect(await outcome).toBe("");
  });

  it("says the turn again from its beginning where it was lost in the middle", async () => {
    line.open();
    server.socket().ready();
    const turn = line.begin(place);
    turn.push(stillness(1));
    server.socket().lose();
    turn.push(stillness(0.5));
    vi.advanceTimersByTime(RECONNECT_MS[0]);
    expect(server.sockets).toHaveLength(2);
    server.socket().ready();
    expect(server.socket().samples).toBe(24_000);
    const outcome = turn.end();
    server.socket().tell({ type: "heard", text: "here" });
    expect(await outcome).toBe("here");
  });

  it.each([
    ["is not open yet", () => {}],
    ["is lost", () => server.socket().lose(1006)],
    ["is refused because nobody is signed in", () => server.socket().lose(closings.sessionEnded.code)],
    ["is refused because too many are open, as in other tabs", () => server.socket().lose(closings.tooMany.code)],
  ])("gives no outcome where it %s, so that the sound is sent", async (_name, happen) => {
    const turn = line.begin(place);
    turn.push(stillness(1));
    happen();
    expect(await turn.end()).toBeNull();
  });

  it("gives no outcome where it is lost after the end, or the recognizer fails", async () => {
    line.open();
    server.socket().ready();
    const failed = line.begin(place).end();
    server.socket().tell({ type: "failed", code: "recogniser_unavailable", error: "Busy." });
    expect(await failed).toBeNull();
    const lost = line.begin(place).end();
    server.socket().lose(1006);
    expect(await lost).toBeNull();
  });

  it("is taken for lost where the server says nothing more, but not while the recognizer is slow", async () => {
    line.open();
    server.socket().ready();
    const onSlow = vi.fn();
    const slow = line.begin(place, { onSlow }).end();
    server.socket().tell({ type: "slow" });
    expect(onSlow).toHaveBeenCalled();
    vi.advanceTimersByTime(2 * ANSWER_MS);
    server.socket().tell({ type: "heard", text: "late" });
    expect(await slow).toBe("late");

    const dead = line.begin(place).end();
    vi.advanceTimersByTime(ANSWER_MS);
    expect(await dead).toBeNull();
    expect(server.socket().isOpen).toBe(false);
    vi.advanceTimersByTime(RECONNECT_MS[0]);
    expect(server.sockets).toHaveLength(2);
  });

  it("takes longer and longer to open anew, then waits until somebody speaks, and begins over once it was open", () => {
    line.open();
    for (const ms of RECONNECT_MS) {
      const before = server.sockets.length;
      server.socket().lose(1006);
      vi.advanceTimersByTime(ms - 1);
      expect(server.sockets).toHaveLength(before);
      vi.advanceTimersByTime(1);
      expect(server.sockets).toHaveLength(before + 1);
    }
    const before = server.sockets.length;
    server.socket().lose(1006);
    // As where each handshake is refused, which a page can't tell from a lost line.
    expect(vi.getTimerCount()).toBe(0);
    line.begin(place);
    expect(server.sockets).toHaveLength(before + 1);
    server.socket().ready();
    server.socket().lose(1006);
    vi.advanceTimersByTime(RECONNECT_MS[0]);
    expect(server.sockets).toHaveLength(before + 2);
  });

  it("stays closed after it was idle, until somebody speaks, and for good once it is closed here", () => {
    line.open();
    server.socket().ready();
    server.socket().lose(closings.idle.code);
    expect(vi.getTimerCount()).toBe(0);
    expect(server.sockets).toHaveLength(1);
    line.begin(place);
    expect(server.sockets).toHaveLength(2);
    line.close();
    expect(server.socket().isOpen).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("needs no timer while nobody speaks", () => {
    line.open();
    server.socket().ready();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("drops what is cancelled, and the turn before where another begins", async () => {
    line.open();
    server.socket().ready();
    const cancelled = line.begin(place);
    cancelled.cancel();
    const outcome = line.begin(place);
    line.begin(place);
    expect(await outcome.end()).toBeNull();
    expect(types()).toEqual(["start", "cancel", "start", "start"]);
  });
});
