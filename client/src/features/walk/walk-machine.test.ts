import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { beforeWalk, offered, RETRY_MS, step, type Walk, type WalkEffect, type WalkEvent } from "./walk-machine.ts";
import { microphoneTrouble, notUnderstood, offline, replyTrouble } from "./walk-trouble.ts";

type Unnumbered<Event> = Event extends { turn: number } ? Omit<Event, "turn"> & { turn?: number } : Event;

/** A walk with its effects; adds the number of the current round to events. */
class Outing {
  walk: Walk = beforeWalk({ isOnline: true });
  done: WalkEffect[] = [];

  tell(...events: Unnumbered<WalkEvent>[]): this {
    for (const event of events) {
      const next = step(this.walk, numbered(event, this.walk.turn));
      this.walk = next.walk;
      this.done.push(...next.effects);
    }
    return this;
  }
  /** The names of the effects since the last call, without cues. */
  look(): string[] {
    return this.done.splice(0).flatMap((effect) => (effect.do === "cue" ? [] : [effect.do]));
  }
  get at() {
    return this.walk.phase.at;
  }
}

const devices = ["start", "pause", "pick", "hidden", "visible", "online", "offline"];
function numbered(event: Unnumbered<WalkEvent>, turn: number): WalkEvent;
function numbered(event: Unnumbered<WalkEvent>, turn: number): unknown {
  return devices.includes(event.type) ? event : { turn, ...event };
}

const recording = new Blob(["sound"]);
const listening = () => new Outing().tell({ type: "start" }, { type: "opened" });
const thinking = () =>
  listening().tell(
    { type: "hearing" },
    { type: "recorded", recording },
    { type: "understood", text: "where is the ball?" },
  );
const speaking = () => thinking().tell({ type: "stored", messageId: "m1" }, { type: "sentence", url: "/1" });

describe("a walk", () => {
  it("goes two rounds after one tap", () => {
    const outing = new Outing().tell({ type: "start" });
    expect(outing.look()).toEqual(["listen"]);
    for (const text of ["where is the ball?", "and the bone?"]) {
      outing.tell({ type: "opened" }, { type: "hearing" });
      expect(outing.walk.phase).toEqual({ at: "listening", isHearing: true });
      outing.tell({ type: "recorded", recording });
      expect(outing.look()).toEqual(["closeMicrophone", "understand"]);
      outing.tell({ type: "understood", text }, { type: "stored", messageId: "m1" });
      expect(outing.done).toEqual([{ do: "ask", turn: outing.walk.turn, text, messageId: null }]);
      outing.tell(
        { type: "content", text: "Under the sofa. " },
        { type: "sentence", url: "/1" },
        { type: "content", text: "Woof!" },
      );
      expect(outing.at).toBe("speaking");
      outing.tell({ type: "sentence", url: "/2" }, { type: "answered", audioUrl: "/whole" });
      expect(outing.look()).toEqual(["ask", "say", "say", "sayNoMore"]);
      expect(outing.walk).toMatchObject({ said: text, reply: "Under the sofa. Woof!" });
      outing.tell({ type: "spoken", end: "ended" });
      expect(outing.look()).toEqual(["listen"]);
    }
  });

  it("sends nothing of silence and noise", () => {
    const outing = listening();
    outing.look();
    outing.tell({ type: "hearing" }, { type: "noise" }, { type: "hearing" }, { type: "noise" });
    expect(outing.look()).toEqual([]);
    expect(outing.walk.phase).toEqual({ at: "listening", isHearing: false });
  });

  it("asks nothing where no words were understood, and rests after the third time in a row", () => {
    const outing = listening();
    for (const event of [{ type: "nothing" }, { type: "understood", text: "  " }] as const) {
      outing.tell({ type: "recorded", recording });
      outing.look();
      outing.tell(event);
      expect(outing.look()).toEqual(["listen"]);
      outing.tell({ type: "opened" });
    }
    outing.tell({ type: "recorded", recording }, { type: "nothing" });
    expect(outing.walk.phase).toMatchObject({ at: "trouble", trouble: { code: "noise" }, retryMs: 10_000 });
    outing.look();
    outing.tell({ type: "waited" });
    expect(outing.look()).toEqual(["listen"]);
  });

  it("asks what is picked of the choices, in place of what the microphone hears, and then offers them no more", () => {
    const choices = [{ label: "my bed", question: "Where do I sleep?" }];
    const outing = speaking().tell({ type: "offered", choices });
    expect(offered(outing.walk)).toEqual([]);
    outing.tell({ type: "answered", audioUrl: null });
    expect(offered(outing.walk)).toEqual(choices);
    outing.tell({ type: "spoken", end: "ended" }, { type: "opened" });
    expect(offered(outing.walk)).toEqual(choices);
    outing.look();
    const heardThen = outing.walk.turn;
    outing.tell({ type: "pick", question: "Where do I sleep?" });
    expect(outing.look()).toEqual(["silence", "closeMicrophone", "ask"]);
    expect(outing.walk).toMatchObject({ phase: { at: "thinking" }, said: "Where do I sleep?", choices: [] });
    outing.tell({ type: "understood", text: "something else", turn: heardThen });
    expect(outing.walk.said).toBe("Where do I sleep?");
    outing.tell({ type: "pick", question: "Where do I sleep?" });
    expect(outing.look()).toEqual([]);
  });

  it("speaks the whole reply in one where it did not come in sentences, and goes on without sound where there is none", () => {
    const whole = thinking();
    whole.look();
    whole.tell({ type: "content", text: "Woof." }, { type: "answered", audioUrl: "/whole" });
    expect(whole.done).toEqual([{ do: "say", turn: whole.walk.turn, url: "/whole" }, { do: "sayNoMore" }]);

    const mute = thinking();
    mute.look();
    mute.tell({ type: "content", text: "Woof." }, { type: "answered", audioUrl: null });
    expect(mute.look()).toEqual(["listen"]);
    expect(mute.walk.reply).toBe("Woof.");
    expect(speaking().tell({ type: "answered", audioUrl: null }, { type: "spoken", end: "unplayable" }).at).toBe(
      "opening",
    );
  });

  it("takes the words of the browser's own recognition as they come", () => {
    const outing = listening().tell({ type: "words", text: "where is" });
    expect(outing.walk).toMatchObject({ said: "where is", phase: { at: "listening", isHearing: true } });
    outing.look();
    outing.tell({ type: "understood", text: "where is the ball?" });
    expect(outing.look()).toEqual(["closeMicrophone", "ask"]);
  });

  it("does not hear what comes in of an earlier round", () => {
    const outing = thinking();
    const { turn } = outing.walk;
    outing.tell({ type: "pause" }, { type: "start" }, { type: "opened" });
    const before = outing.walk;
    outing.tell(
      { type: "sentence", turn, url: "/1" },
      { type: "answered", turn, audioUrl: null },
      { type: "failed", turn, trouble: offline },
    );
    expect(outing.walk).toBe(before);
  });
});

describe("pausing", () => {
  it("ends the reply and its sound at once, and goes on at the next tap", () => {
    const outing = speaking();
    outing.look();
    outing.tell({ type: "pause" });
    expect(outing.look()).toEqual(["silence", "stopReply"]);
    expect(outing.walk.phase).toEqual({ at: "paused", why: "asked" });
    outing.tell({ type: "start" });
    expect(outing.look()).toEqual(["listen"]);
  });

  it("only silences a reply that is whole", () => {
    const outing = speaking().tell({ type: "answered", audioUrl: "/whole" });
    outing.look();
    expect(outing.tell({ type: "pause" }).look()).toEqual(["silence"]);
  });

  it.each([
    ["a call or a lost speaker", { type: "interrupted" }],
    ["a key on the headset", { type: "spoken", end: "stopped" }],
  ] as const)("stands still after %s", (_name, event) => {
    expect(speaking().tell(event).walk.phase).toEqual({ at: "paused", why: "interrupted" });
  });

  it("closes the microphone where the screen goes dark, and listens again with the screen", () => {
    const outing = listening();
    outing.look();
    outing.tell({ type: "hidden" });
    expect(outing.look()).toEqual(["closeMicrophone", "silence"]);
    expect(outing.walk.phase).toEqual({ at: "paused", why: "hidden" });
    expect(outing.tell({ type: "visible" }).look()).toEqual(["listen"]);
  });

  it("lets the pet finish in the dark, and then waits for the screen", () => {
    const outing = speaking().tell({ type: "hidden" }, { type: "answered", audioUrl: "/whole" });
    expect(outing.at).toBe("speaking");
    outing.tell({ type: "spoken", end: "ended" });
    expect(outing.walk.phase).toEqual({ at: "paused", why: "hidden" });
  });

  it("stays paused where a person has paused, whatever the screen does", () => {
    expect(listening().tell({ type: "pause" }, { type: "hidden" }, { type: "visible" }).at).toBe("paused");
  });
});

describe("trouble", () => {
  it("tells of a refused microphone, and opens it again at a tap only", () => {
    const outing = new Outing().tell({ type: "start" });
    outing.tell({ type: "failed", trouble: microphoneTrouble.refused });
    expect(outing.walk.phase).toMatchObject({ trouble: { title: "The microphone is not allowed" }, retryMs: null });
    expect(outing.look()).not.toContain("wait");
    expect(outing.tell({ type: "start" }).look()).toEqual(["listen"]);
  });

  it("tries the same recording again, later and later, and then waits for a tap", () => {
    const outing = listening().tell({ type: "recorded", recording });
    for (const ms of RETRY_MS) {
      outing.look();
      outing.tell({ type: "failed", trouble: notUnderstood });
      expect(outing.done.at(-1)).toEqual({ do: "wait", turn: outing.walk.turn, ms });
      outing.look();
      outing.tell({ type: "waited" });
      expect(outing.done).toEqual([{ do: "understand", turn: outing.walk.turn, recording }]);
    }
    outing.look();
    outing.tell({ type: "failed", trouble: notUnderstood });
    expect(outing.look()).toEqual(["silence"]);
    expect(outing.walk.phase).toMatchObject({ at: "trouble", retryMs: null });
    expect(outing.tell({ type: "start" }).look()).toEqual(["understand"]);
  });

  it("asks a stored question again under its own name", () => {
    const outing = thinking().tell(
      { type: "stored", messageId: "m1" },
      { type: "failed", trouble: replyTrouble("", "x") },
    );
    outing.look();
    outing.tell({ type: "waited" });
    expect(outing.done).toEqual([{ do: "ask", turn: outing.walk.turn, text: "where is the ball?", messageId: "m1" }]);
  });

  it("tells of a lost connection and goes on with it by itself", () => {
    const outing = listening().tell({ type: "offline" });
    expect(outing.walk.phase).toMatchObject({ at: "trouble", trouble: { code: "offline" }, retryMs: null });
    outing.look();
    expect(outing.tell({ type: "online" }).look()).toEqual(["listen"]);
    expect(
      speaking().tell({ type: "offline" }, { type: "answered", audioUrl: null }, { type: "spoken", end: "ended" }).walk
        .phase,
    ).toMatchObject({ trouble: { code: "offline" } });
  });

  it("keeps every sentence where the browser wants a tap first", () => {
    const outing = speaking().tell({ type: "blocked" });
    outing.look();
    outing.tell({ type: "sentence", url: "/2" }, { type: "answered", audioUrl: null });
    expect(outing.look()).toEqual(["say", "sayNoMore"]);
    outing.tell({ type: "start" });
    expect(outing.look()).toEqual(["resumeSound"]);
    expect(outing.walk.phase).toEqual({ at: "speaking", isWhole: true });
  });
});

describe("whatever happens in whatever order", () => {
  const anyEvent = fc.constantFrom<Unnumbered<WalkEvent>>(
    { type: "start" },
    { type: "pause" },
    { type: "hidden" },
    { type: "visible" },
    { type: "online" },
    { type: "offline" },
    { type: "opened" },
    { type: "hearing" },
    { type: "recorded", recording },
    { type: "words", text: "where" },
    { type: "understood", text: "where is the ball?" },
    { type: "nothing" },
    { type: "stored", messageId: "m1" },
    { type: "sentence", url: "/1" },
    { type: "answered", audioUrl: "/whole" },
    { type: "answered", audioUrl: null },
    { type: "spoken", end: "ended" },
    { type: "spoken", end: "stopped" },
    { type: "blocked" },
    { type: "interrupted" },
    { type: "failed", trouble: notUnderstood },
    { type: "waited" },
  );

  it("the microphone is closed while the pet speaks, and nothing is asked that was not said", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        const outing = new Outing();
        let isOpen = false;
        for (const event of events) {
          outing.tell(event);
          for (const effect of outing.done.splice(0)) {
            if (effect.do === "listen") expect(isOpen).toBe(false);
            if (effect.do === "listen") isOpen = true;
            if (effect.do === "closeMicrophone") isOpen = false;
            if (["say", "ask", "understand", "resumeSound"].includes(effect.do)) expect(isOpen).toBe(false);
            if (effect.do === "ask") expect(effect.text).toBe("where is the ball?");
          }
          expect(isOpen).toBe(outing.at === "opening" || outing.at === "listening");
          if (outing.at === "opening" || outing.at === "listening")
            expect(outing.walk).toMatchObject({ isVisible: true, isOnline: true });
        }
      }),
    );
  });
});
