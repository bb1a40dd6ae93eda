import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RETRY_MS, step } from "./walk-machine.ts";
import { beforeWalk, offeredChoices, type Walk, type WalkEffect, type WalkEvent } from "./walk-state.ts";
import { microphoneTrouble, notUnderstood, offlineTrouble, replyTrouble } from "./walk-trouble.ts";
import { wordsFor } from "./walk-words.ts";

type Unnumbered<Event> = Event extends { round: number } ? Omit<Event, "round"> & { round?: number } : Event;

/** A walk with its effects; adds the number of the current round to events. */
class Outing {
  walk: Walk = beforeWalk({ isOnline: true });
  done: WalkEffect[] = [];

  tell(...events: Unnumbered<WalkEvent>[]): this {
    for (const event of events) {
      const next = step(this.walk, numbered(event, this.walk.round));
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

const devices = ["start", "pause", "pick", "hidden", "visible", "online", "offline", "talkOver"];
function numbered(event: Unnumbered<WalkEvent>, round: number): WalkEvent;
function numbered(event: Unnumbered<WalkEvent>, round: number): unknown {
  return devices.includes(event.type) ? event : { round, ...event };
}

const recording = new Blob(["sound"]);
const listening = () => new Outing().tell({ type: "start" }, { type: "opened" });
const thinking = () =>
  listening().tell(
    { type: "hearing" },
    { type: "recorded", recording },
    { type: "understood", text: "where is the ball?" },
  );
const speaking = () => thinking().tell({ type: "stored", messageId: "m1" }, { type: "sentence", sound: "/1" });

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
      expect(outing.done).toEqual([{ do: "ask", round: outing.walk.round, text, messageId: null }]);
      outing.tell(
        { type: "content", text: "Under the sofa. " },
        { type: "sentence", sound: "/1" },
        { type: "content", text: "Woof!" },
      );
      expect(outing.at).toBe("speaking");
      outing.tell({ type: "sentence", sound: "/2" }, { type: "answered", audioUrl: "/whole" });
      expect(outing.look()).toEqual(["ask", "say", "say", "sayNoMore"]);
      expect(outing.walk).toMatchObject({ said: text, reply: "Under the sofa. Woof!" });
      outing.tell({ type: "spoken", end: "ended" });
      expect(outing.look()).toEqual(["listen"]);
    }
  });

  it("says while it waits that the model is being loaded", () => {
    const outing = thinking().tell({ type: "stored", messageId: "m1" });
    expect(wordsFor(outing.walk, "Tucker").hint).toBe("Tucker is looking for an answer.");
    outing.tell({ type: "loading" });
    expect(wordsFor(outing.walk, "Tucker").hint).toMatch(/^The model is being loaded …/);
    outing.tell({ type: "sentence", sound: "/1" });
    expect(wordsFor(outing.walk, "Tucker").hint).not.toMatch(/loaded/);
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
    expect(offeredChoices(outing.walk)).toEqual([]);
    outing.tell({ type: "answered", audioUrl: null });
    expect(offeredChoices(outing.walk)).toEqual(choices);
    outing.tell({ type: "spoken", end: "ended" }, { type: "opened" });
    expect(offeredChoices(outing.walk)).toEqual(choices);
    outing.look();
    const heardThen = outing.walk.round;
    outing.tell({ type: "pick", question: "Where do I sleep?" });
    expect(outing.look()).toEqual(["silence", "closeMicrophone", "ask"]);
    expect(outing.walk).toMatchObject({ phase: { at: "thinking" }, said: "Where do I sleep?", choices: [] });
    outing.tell({ type: "understood", text: "something else", round: heardThen });
    expect(outing.walk.said).toBe("Where do I sleep?");
    outing.tell({ type: "pick", question: "Where do I sleep?" });
    expect(outing.look()).toEqual([]);
  });

  it("speaks the whole reply in one where it did not come in sentences, and goes on without sound where there is none", () => {
    const whole = thinking();
    whole.look();
    whole.tell({ type: "content", text: "Woof." }, { type: "answered", audioUrl: "/whole" });
    expect(whole.done).toEqual([{ do: "say", round: whole.walk.round, sound: "/whole" }, { do: "sayNoMore" }]);

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

  it("leaves the last question and its reply on the screen where nothing more was said", () => {
    const outing = thinking().tell(
      { type: "content", text: "Under the sofa." },
      { type: "answered", audioUrl: null },
      { type: "opened" },
      { type: "nothing" },
    );
    expect(outing.walk).toMatchObject({ said: "where is the ball?", reply: "Under the sofa." });
  });

  it("does not hear what comes in of an earlier round", () => {
    const outing = thinking();
    const { round } = outing.walk;
    outing.tell({ type: "pause" }, { type: "start" }, { type: "opened" });
    const before = outing.walk;
    outing.tell(
      { type: "sentence", round, sound: "/1" },
      { type: "answered", round, audioUrl: null },
      { type: "failed", round, trouble: offlineTrouble },
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
      expect(outing.done.at(-1)).toEqual({ do: "wait", round: outing.walk.round, ms });
      outing.look();
      outing.tell({ type: "waited" });
      expect(outing.done).toEqual([{ do: "understand", round: outing.walk.round, recording }]);
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
    expect(outing.done).toEqual([{ do: "ask", round: outing.walk.round, text: "where is the ball?", messageId: "m1" }]);
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
    outing.tell({ type: "sentence", sound: "/2" }, { type: "answered", audioUrl: null });
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
    { type: "sentence", sound: "/1" },
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
          const { phase, isVisible, isOnline } = outing.walk;
          if (phase.at === "opening" || phase.at === "listening") expect(isVisible).toBe(true);
          // What somebody is saying is heard out.
          if (phase.at === "opening" || (phase.at === "listening" && !phase.isHearing)) expect(isOnline).toBe(true);
        }
      }),
    );
  });
});

/** A walk whose microphone the server hears along. */
const live = (isLasting = false) => new Outing().tell({ type: "start" }, { type: "opened", isLasting });
const said = (outing: Outing, text: string) =>
  outing.tell({ type: "hearing" }, { type: "words", text }, { type: "ended" }, { type: "understood", text });
const liveThinking = (isLasting = false) => said(live(isLasting), "where is the");

describe("a walk on which the server hears along", () => {
  it("shows the words while they are said, and keeps the microphone open until the pet speaks", () => {
    const outing = live();
    outing.tell({ type: "hearing" }, { type: "words", text: "where is" });
    expect(outing.walk).toMatchObject({ said: "where is", phase: { at: "listening", isHearing: true } });
    expect(outing.look()).toEqual(["listen"]);
    outing.tell({ type: "ended" });
    expect(outing.at).toBe("understanding");
    outing.tell({ type: "slow" });
    expect(outing.walk.phase).toEqual({ at: "understanding", isSlow: true });
    outing.tell({ type: "understood", text: "Where is the ball?" }, { type: "stored", messageId: "m1" });
    expect(outing.look()).toEqual(["ask"]);
    outing.tell(
      { type: "content", text: "Here." },
      { type: "sentence", sound: "/1" },
      { type: "sentence", sound: "/2" },
    );
    expect(outing.look()).toEqual(["closeMicrophone", "say", "say"]);
    outing.tell({ type: "answered", audioUrl: null }, { type: "spoken", end: "ended" });
    expect(outing.look()).toEqual(["sayNoMore", "listen"]);
  });

  it("sends the sound for its text where the server could not follow it", () => {
    const outing = live().tell({ type: "hearing" }, { type: "ended" });
    outing.look();
    outing.tell({ type: "recorded", recording });
    expect(outing.look()).toEqual(["closeMicrophone", "understand"]);
    outing.tell({ type: "understood", text: "where is the ball?" });
    expect(outing.look()).toEqual(["ask"]);
  });

  it("listens on without opening the microphone anew where the reply has no sound, or nothing was understood", () => {
    const mute = liveThinking();
    mute.look();
    mute.tell({ type: "content", text: "Woof." }, { type: "answered", audioUrl: null });
    expect(mute.look()).toEqual(["listenOn"]);
    expect(mute.walk.phase).toEqual({ at: "listening", isHearing: false });
    mute.tell({ type: "hearing" }, { type: "ended" }, { type: "nothing" });
    expect(mute.look()).toEqual(["listenOn"]);
  });

  it("makes one question of what was said before and after a pause that was taken for the end", () => {
    const outing = liveThinking().tell({ type: "stored", messageId: "m1" });
    outing.look();
    outing.tell({ type: "hearing" });
    expect(outing.walk.phase).toEqual({ at: "thinking", isHearing: true });
    outing.tell({ type: "sentence", sound: "/1" });
    expect(outing.look()).toEqual([]);
    outing.tell({ type: "words", text: "red" });
    expect(outing.look()).toEqual(["silence", "stopReply", "listenOn"]);
    expect(outing.walk).toMatchObject({ said: "where is the red", reply: "", phase: { at: "listening" } });
    outing.tell({ type: "words", text: "red ball" }, { type: "ended" }, { type: "understood", text: "red ball?" });
    expect(outing.done.at(-1)).toEqual({
      do: "ask",
      round: outing.walk.round,
      text: "where is the red ball?",
      messageId: null,
      continues: "m1",
    });
  });

  it("lets the pet speak after all where the sound was noise", () => {
    const outing = liveThinking().tell({ type: "stored", messageId: "m1" });
    outing.look();
    outing.tell(
      { type: "hearing" },
      { type: "content", text: "Here." },
      { type: "sentence", sound: "/1" },
      { type: "answered", audioUrl: "/whole" },
    );
    expect(outing.look()).toEqual([]);
    outing.tell({ type: "noise" });
    expect(outing.look()).toEqual(["closeMicrophone", "say", "sayNoMore"]);
    expect(outing.walk).toMatchObject({ reply: "Here.", phase: { at: "speaking", isWhole: true } });
  });

  it("waits with the second part until the server has named the first", () => {
    const outing = liveThinking();
    outing.look();
    outing.tell({ type: "hearing" }, { type: "words", text: "ball" }, { type: "ended" });
    outing.tell({ type: "understood", text: "ball" });
    expect(outing.look()).toEqual([]);
    outing.tell({ type: "stored", messageId: "m1" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the ball", continues: "m1" });
  });

  it("loses nothing where the first part could not be asked", () => {
    const outing = liveThinking();
    outing.tell({ type: "hearing" }, { type: "ended" }, { type: "failed", trouble: notUnderstood });
    expect(outing.at).toBe("understanding");
    outing.tell({ type: "understood", text: "ball" });
    expect(outing.done.at(-1)).toEqual({
      do: "ask",
      round: outing.walk.round,
      text: "where is the ball",
      messageId: null,
    });
  });

  it("asks the first part again where the second had no words", () => {
    const outing = liveThinking().tell({ type: "stored", messageId: "m1" });
    outing.tell({ type: "hearing" }, { type: "ended" }, { type: "nothing" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the", continues: "m1" });
  });

  it("hears out what is said where the network goes, and asks it as one question when it is back", () => {
    const outing = liveThinking().tell({ type: "stored", messageId: "m1" });
    outing.tell({ type: "hearing" }, { type: "words", text: "ball" }, { type: "offline" });
    expect(outing.walk.phase).toEqual({ at: "listening", isHearing: true });
    outing.tell({ type: "ended" }, { type: "recorded", recording });
    expect(outing.walk.phase).toMatchObject({ trouble: { code: "offline" } });
    outing.look();
    outing.tell({ type: "online" });
    expect(outing.look()).toEqual(["understand"]);
    outing.tell({ type: "understood", text: "ball" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the ball", continues: "m1" });
  });

  it("tells of a lost network where the sound was noise", () => {
    const outing = live().tell({ type: "hearing" }, { type: "offline" }, { type: "noise" });
    expect(outing.walk.phase).toMatchObject({ trouble: { code: "offline" } });
  });

  it("keeps what is said while the page goes out of view, and understands it when it is seen again", () => {
    const outing = live().tell({ type: "hearing" }, { type: "words", text: "where" });
    outing.look();
    outing.tell({ type: "hidden", recording });
    expect(outing.walk.phase).toEqual({ at: "paused", why: "hidden" });
    expect(outing.look()).toEqual(["closeMicrophone", "silence"]);
    outing.tell({ type: "visible" });
    expect(outing.done).toEqual([{ do: "understand", round: outing.walk.round, recording }]);
  });

  it("keeps what goes on with a question while the page goes out of view, before the question is stored", () => {
    const outing = liveThinking().tell({ type: "hearing" }, { type: "hidden", recording });
    expect(outing.at).toBe("thinking");
    outing.tell({ type: "stored", messageId: "m1" });
    expect(outing.walk.phase).toEqual({ at: "paused", why: "hidden" });
    outing.tell({ type: "visible" }, { type: "understood", text: "ball" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the ball", continues: "m1" });
  });

  it("asks the beginning of a question where the page goes out of view before its rest is said", () => {
    const outing = liveThinking().tell({ type: "stored", messageId: "m1" });
    outing.tell({ type: "hearing" }, { type: "words", text: "b" }, { type: "hidden" });
    expect(outing.walk.phase).toEqual({ at: "paused", why: "hidden" });
    outing.tell({ type: "visible" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the", continues: "m1" });
  });

  const lost = { type: "microphoneLost", trouble: microphoneTrouble.taken } as const;
  it.each<[string, Unnumbered<WalkEvent>[]]>([
    ["noise", [{ type: "hearing" }, { type: "noise" }]],
    ["a dark screen", [{ type: "hidden" }]],
    ["a lost microphone", [lost]],
  ])("loses nothing that was said before the question was stored where %s follows", (_name, events) => {
    const outing = liveThinking();
    outing.tell({ type: "hearing" }, { type: "ended" }, { type: "understood", text: "ball" }, ...events);
    outing.tell({ type: "stored", messageId: "m1" });
    const asked = outing.done.filter((effect) => effect.do === "ask");
    expect(asked.at(-1)).toMatchObject({ text: "where is the ball", continues: "m1" });
  });

  it("waits for the words that a lost microphone had heard", () => {
    const outing = liveThinking().tell({ type: "hearing" }, { type: "ended" }, lost);
    outing.look();
    outing.tell({ type: "stored", messageId: "m1" });
    expect(outing.look()).toEqual(["silence", "stopReply", "hearOut"]);
    expect(outing.at).toBe("understanding");
    outing.tell({ type: "understood", text: "ball" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the ball", continues: "m1" });
  });

  it("joins three parts, of which two were said before the first was stored", () => {
    const outing = liveThinking();
    for (const text of ["red", "ball"])
      outing.tell({ type: "hearing" }, { type: "ended" }, { type: "understood", text });
    outing.tell({ type: "stored", messageId: "m1" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the red", continues: "m1" });
    outing.tell({ type: "stored", messageId: "m2" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the red ball", continues: "m2" });
  });

  it("goes on with the reply where the microphone is taken away, and says so where it listens", () => {
    const lost = { type: "microphoneLost", trouble: microphoneTrouble.taken } as const;
    const answering = liveThinking().tell(lost);
    expect(answering.at).toBe("thinking");
    expect(answering.walk.microphone).toBe("closed");
    expect(live().tell(lost).walk.phase).toMatchObject({ trouble: { code: "taken" }, retryMs: RETRY_MS[0] });
    const goingOn = liveThinking().tell({ type: "hearing" }, { type: "sentence", sound: "/1" });
    goingOn.look();
    expect(goingOn.tell(lost).look()).toEqual(["closeMicrophone", "say"]);
  });

  it("closes the microphone where the screen goes dark, and still answers", () => {
    const outing = liveThinking();
    outing.look();
    expect(outing.tell({ type: "hidden" }).look()).toEqual(["closeMicrophone"]);
    expect(outing.tell({ type: "sentence", sound: "/1" }).look()).toEqual(["say"]);
  });
});

describe("talking over the pet", () => {
  const talkedOver = (heard: number) =>
    liveThinking(true)
      .tell({ type: "stored", messageId: "m1" }, { type: "sentence", sound: "/1" }, { type: "sentence", sound: "/2" })
      .tell({ type: "overheard", heard });

  it("keeps the microphone open, for who is louder than the pet", () => {
    const outing = liveThinking(true);
    outing.look();
    outing.tell({ type: "sentence", sound: "/1" }, { type: "sentence", sound: "/2" });
    expect(outing.look()).toEqual(["overhear", "say", "say"]);
    outing.tell({ type: "answered", audioUrl: null }, { type: "spoken", end: "ended" });
    expect(outing.look()).toEqual(["sayNoMore", "listenOn"]);
  });

  it("holds the pet's voice, and with the first words tells how much was heard, and asks them as a question of their own", () => {
    const outing = talkedOver(1);
    expect(outing.done.at(-1)).toEqual({ do: "holdVoice" });
    outing.look();
    outing.tell({ type: "words", text: "no" });
    expect(outing.done).toEqual([
      { do: "cutReply", heard: 1, messageId: "m1" },
      { do: "listenOn", round: outing.walk.round },
    ]);
    expect(outing.walk).toMatchObject({ phase: { at: "listening", isHearing: true }, said: "no" });
    outing.tell({ type: "ended" }, { type: "understood", text: "no, the bone" });
    expect(outing.done.at(-1)).toEqual({ do: "ask", round: outing.walk.round, text: "no, the bone", messageId: null });
  });

  it.each<[string, Unnumbered<WalkEvent>, string[]]>([
    ["its text", { type: "understood", text: "no, the bone" }, ["cutReply", "listenOn", "ask"]],
    ["its sound", { type: "recorded", recording }, ["cutReply", "listenOn", "closeMicrophone", "understand"]],
  ])("asks what was said where only %s came at the end", (_name, event, effects) => {
    const outing = talkedOver(1);
    outing.look();
    outing.tell({ type: "ended" });
    expect(outing.look()).toEqual([]);
    expect(outing.tell(event).look()).toEqual(effects);
  });

  it.each<[string, Unnumbered<WalkEvent>[]]>([
    ["a bark", [{ type: "ended" }, { type: "nothing" }]],
    ["a cough", [{ type: "noise" }]],
  ])("lets the pet go on where it was after %s, and cuts nothing of its reply", (_name, events) => {
    const outing = talkedOver(1);
    outing.look();
    outing.tell({ type: "interrupted" }, { type: "sentence", sound: "/3" }, { type: "content", text: "And." });
    outing.tell({ type: "answered", audioUrl: null }, ...events);
    expect(outing.look()).toEqual(["say", "sayNoMore", "overhear", "speakOn"]);
    expect(outing.walk).toMatchObject({ phase: { at: "speaking", isWhole: true }, reply: "And." });
    outing.tell({ type: "spoken", end: "ended" });
    expect(outing.look()).toEqual(["listenOn"]);
  });

  it("listens on where the pet's voice was over just then", () => {
    const outing = talkedOver(2).tell({ type: "answered", audioUrl: null }, { type: "ended" });
    outing.tell({ type: "spoken", end: "ended" });
    expect(outing.at).toBe("understanding");
    outing.tell({ type: "understood", text: "and the bone?" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "and the bone?", messageId: null });
  });

  it("makes one question of what is said in the pet's first moments and before, as if the reply had never begun", () => {
    const outing = liveThinking(true);
    outing.tell(
      { type: "stored", messageId: "m1" },
      { type: "content", text: "On the" },
      { type: "sentence", sound: "/1" },
    );
    outing.look();
    outing.tell({ type: "overheard", heard: 1, goesOn: true });
    expect(outing.look()).toEqual(["holdVoice"]);
    outing.tell(
      { type: "sentence", sound: "/2" },
      { type: "answered", audioUrl: "/whole" },
      { type: "words", text: "red" },
    );
    expect(outing.look()).toEqual(["say", "sayNoMore", "silence", "stopReply", "listenOn"]);
    expect(outing.walk).toMatchObject({ said: "where is the red", reply: "", choices: [], phase: { at: "listening" } });
    outing.tell({ type: "ended" }, { type: "understood", text: "red ball?" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the red ball?", continues: "m1" });
  });

  it("cuts nothing of a reply that is spoken in one clip", () => {
    const outing = liveThinking(true).tell({ type: "stored", messageId: "m1" }, { type: "answered", audioUrl: "/all" });
    outing.tell({ type: "overheard", heard: 1 });
    outing.look();
    outing.tell({ type: "words", text: "no" });
    expect(outing.look()).toEqual(["silence", "listenOn"]);
  });

  it("goes on with the question where nothing of the reply was heard yet", () => {
    const outing = talkedOver(0);
    outing.tell({ type: "ended" }, { type: "understood", text: "ball" });
    expect(outing.done.at(-1)).toMatchObject({ do: "ask", text: "where is the ball", continues: "m1" });
  });

  it("is off from the next time on that the pet speaks where the owner switches it off", () => {
    const outing = liveThinking(true);
    outing.tell({ type: "talkOver", setting: "off" });
    outing.look();
    outing.tell({ type: "stored", messageId: "m1" }, { type: "sentence", sound: "/1" });
    expect(outing.look()).toEqual(["closeMicrophone", "say"]);
  });

  it("is off for the rest of the walk where noise stopped the pet twice", () => {
    const outing = talkedOver(1).tell({ type: "noise" });
    expect(outing.walk).toMatchObject({ microphone: "lasting", talkOver: "on" });
    outing.tell({ type: "overheard", heard: 1 }, { type: "words", text: "no" }, { type: "ended" });
    said(outing, "no").tell({ type: "stored", messageId: "m2" }, { type: "sentence", sound: "/1" });
    outing.tell({ type: "overheard", heard: 1 }, { type: "ended" });
    outing.look();
    outing.tell({ type: "nothing" });
    expect(outing.look()).toEqual(["closeMicrophone", "speakOn"]);
    expect(outing.walk.talkOver).toBe("noisy");
    expect(wordsFor(outing.walk, "Tucker").hint).toMatch(/Noise stopped Tucker twice/);
  });

  it("counts a stop as vain too where its sound had no words", () => {
    const outing = talkedOver(1).tell({ type: "ended" }, { type: "recorded", recording }, { type: "nothing" });
    expect(outing.walk).toMatchObject({ vainStops: 1, isUnproven: false });
  });
});

describe("whatever happens in whatever order where the server hears along", () => {
  const anyEvent = fc.constantFrom<Unnumbered<WalkEvent>>(
    { type: "start" },
    { type: "pause" },
    { type: "hidden" },
    { type: "visible" },
    { type: "online" },
    { type: "offline" },
    { type: "opened" },
    { type: "opened", isLasting: true },
    { type: "hearing" },
    { type: "noise" },
    { type: "words", text: "where" },
    { type: "ended" },
    { type: "slow" },
    { type: "recorded", recording },
    { type: "understood", text: "ball" },
    { type: "nothing" },
    { type: "overheard", heard: 0 },
    { type: "overheard", heard: 2 },
    { type: "hidden", recording },
    { type: "overheard", heard: 1, goesOn: true },
    { type: "talkOver", setting: "off" },
    { type: "talkOver", setting: "on" },
    { type: "interrupted" },
    { type: "microphoneLost", trouble: microphoneTrouble.taken },
    { type: "stored", messageId: "m1" },
    { type: "content", text: "Woof." },
    { type: "sentence", sound: "/1" },
    { type: "answered", audioUrl: "/whole" },
    { type: "answered", audioUrl: null },
    { type: "spoken", end: "ended" },
    { type: "blocked" },
    { type: "failed", trouble: notUnderstood },
    { type: "waited" },
  );

  it("knows whether the microphone is open, which beside the pet's voice hears only who is louder", () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 80 }), (events) => {
        const outing = new Outing();
        let isOpen = false;
        let isLasting = false;
        let isOverheard = false;
        for (const event of events) {
          // A microphone that is still being opened has heard nothing.
          if (event.type === "hidden" && event.recording && outing.at === "opening") continue;
          if (event.type === "opened" && outing.at === "opening") isLasting = event.isLasting === true;
          outing.tell(event);
          for (const effect of outing.done.splice(0)) {
            if (effect.do === "listen") expect(isOpen).toBe(false);
            if (effect.do === "listen") isOpen = true;
            if (effect.do === "listenOn" || effect.do === "overhear") expect(isOpen).toBe(true);
            if (effect.do === "closeMicrophone") isOpen = false;
            if (effect.do === "overhear") isOverheard = true;
            if (effect.do === "listenOn") isOverheard = false;
            if (effect.do === "overhear") expect(isLasting).toBe(true);
            if (effect.do === "say") expect(isOpen && !isOverheard).toBe(false);
            if (effect.do === "ask") expect(effect.text).toMatch(/^ball( ball)*$/);
          }
          expect(isOpen).toBe(outing.walk.microphone !== "closed");
          if (outing.at === "paused" || outing.at === "trouble" || !outing.walk.isVisible) expect(isOpen).toBe(false);
          if (outing.at === "opening" || outing.at === "listening") expect(isOpen).toBe(true);
        }
      }),
      { numRuns: 400 },
    );
  });
});
