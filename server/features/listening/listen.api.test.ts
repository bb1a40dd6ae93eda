import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { updateUser } from "#shared/api/admin/users.ts";
import { createAgent } from "#shared/api/agents.ts";
import { changePassword, login, logout, me } from "#shared/api/auth.ts";
import { closings } from "#shared/api/listen.ts";
import { deleteMyAccount } from "#shared/api/my-data.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { ADMIN, PASSWORD } from "#tests/support/first-start.ts";
import {
  type LiveMicrophone,
  openLiveMicrophone,
  pcmOf,
  RefusedHandshake,
  spokenSamples,
} from "#tests/support/live-microphone.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { noise, sound } from "#tests/support/recordings.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let server: OpenAiServer;
let app: TestApp;
let owner: Visitor;
let agentId: string;
let spoken: Int16Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: server.url, OPENAI_TRANSCRIBE_MODEL: "whisper-1" } });
  ({ owner, agentId } = await newOwner());
  spoken = await spokenSamples();
});
afterAll(async () => {
  await app.stop();
  await server.stop();
});
beforeEach(() => {
  server.transcriptions.length = 0;
  server.hear({ kind: "text", text: "What do you like to eat?" });
});

async function newOwner() {
  const owner = await app.owner();
  const { id: agentId } = await owner.call(createAgent, { body: { name: "Biscuit" } });
  return { owner, agentId };
}

async function open(by: Visitor = owner, options: Parameters<typeof openLiveMicrophone>[2] = {}) {
  const microphone = await openLiveMicrophone(app.url, by, options);
  onTestFinished(() => microphone.vanish());
  return microphone;
}

async function refusal(attempt: Promise<unknown>): Promise<Pick<RefusedHandshake, "status" | "body">> {
  const error: unknown = await attempt.catch((caught: unknown) => caught);
  if (!(error instanceof RefusedHandshake)) throw new Error("The handshake was not refused.", { cause: error });
  return { status: error.status, body: error.body };
}

const start = (turn: number, of: { agentId?: string; language?: string } = {}) =>
  ({ type: "start", turn, agentId, language: "en-US", ...of }) as const;

function say(microphone: LiveMicrophone, turn: number, samples: Int16Array = spoken): void {
  microphone.send(start(turn));
  microphone.say(samples);
  microphone.send({ type: "end", turn });
}

const secondsUsed = async (by: Visitor) =>
  (await by.call(getMyUsage, {})).measures.find(({ measure }) => measure === "seconds")?.used ?? 0;

describe("an open microphone", () => {
  it("takes what pages of an older version say of a turn beside", async () => {
    const microphone = await open();
    microphone.sendRaw(JSON.stringify({ ...start(0), sessionId: null, asks: true, generateAudio: true }));
    microphone.say(spoken);
    microphone.send({ type: "end", turn: 0 });
    expect(await microphone.next("heard")).toMatchObject({ turn: 0, text: "What do you like to eat?" });
  });

  it("gives the text of each turn, and counts its seconds as those of a recording", async () => {
    const { owner: speaker, agentId: pet } = await newOwner();
    const microphone = await open(speaker);
    expect(await microphone.next("ready")).toEqual({ type: "ready", textInPauses: true });
    server.hear({ kind: "text", text: "Was frisst du gern?" }, { kind: "text", text: "Und du?" });
    for (const [turn, text] of [
      [0, "Was frisst du gern?"],
      [1, "Und du?"],
    ] as const) {
      microphone.send(start(turn, { language: "de-DE", agentId: pet }));
      microphone.say(spoken);
      microphone.send({ type: "end", turn });
      expect(await microphone.next("heard")).toEqual({ type: "heard", turn, text });
    }
    expect(server.transcriptions.map(({ fields }) => fields.language)).toEqual(["de", "de"]);
    const [first] = server.transcriptions;
    expect(first?.bytes).toHaveLength(44 + spoken.byteLength);
    expect(await secondsUsed(speaker)).toBe(10);
  });

  it.each([
    ["silence", () => 0],
    ["steady noise", noise()],
  ])("hears nothing in %s, and asks no recognizer", async (_what, value) => {
    const microphone = await open();
    say(microphone, 0, pcmOf(sound(2, () => 0.05 * value())));
    expect(await microphone.next("nothing")).toEqual({ type: "nothing", turn: 0 });
    microphone.send(start(1));
    microphone.send({ type: "end", turn: 1 });
    expect(await microphone.next("nothing")).toEqual({ type: "nothing", turn: 1 });
    expect(server.transcriptions).toEqual([]);
  });

  it("hears nothing where the recognizer understands nothing", async () => {
    server.hear({ kind: "text", text: " [BLANK_AUDIO] " });
    const microphone = await open();
    say(microphone, 0);
    expect(await microphone.next("nothing")).toEqual({ type: "nothing", turn: 0 });
  });

  it("says why a turn has no text, with the codes and sentences of a recording, and goes on", async () => {
    const microphone = await open();
    server.hear({ kind: "status", status: 401 });
    say(microphone, 0);
    expect(await microphone.next("failed")).toMatchObject({
      turn: 0,
      code: "recogniser_failed",
      error: "Speaking is not set up right. Please type instead, and tell an administrator.",
    });
    server.hear({ kind: "text", text: "Again." });
    say(microphone, 1);
    expect(await microphone.next("heard")).toEqual({ type: "heard", turn: 1, text: "Again." });
  });

  it("says that the text takes long, and still waits for it", async () => {
    server.hear({ kind: "hang" });
    const microphone = await open();
    say(microphone, 0);
    expect(await microphone.next("slow")).toEqual({ type: "slow", turn: 0 });
    await expect.poll(() => server.transcriptions.length).toBe(1);
    server.hear({ kind: "text", text: "Later." });
    say(microphone, 1);
    expect(await microphone.next("heard")).toEqual({ type: "heard", turn: 1, text: "Later." });
    expect(microphone.events.filter(({ type }) => type === "failed")).toEqual([]);
  });

  it("asks no further when the person is gone while the text is waited for [T135]", async () => {
    server.hear({ kind: "hang" });
    const microphone = await open();
    say(microphone, 0);
    await expect.poll(() => server.transcriptions.length).toBe(1);
    microphone.vanish();
    expect(await server.transcriptions[0]?.left).toBe(true);
  });

  it("drops a turn that is called off, or that another one begins over", async () => {
    const microphone = await open();
    microphone.send(start(0));
    microphone.say(spoken);
    microphone.send({ type: "cancel", turn: 0 });
    microphone.send(start(1));
    microphone.say(spoken);
    say(microphone, 2);
    expect(await microphone.next("heard")).toMatchObject({ turn: 2 });
    // What is said of turns that are over, or never were, is passed over.
    for (const turn of [0, 1, 2, 7])
      for (const type of ["end", "cancel", "pausing", "resumed"] as const) microphone.send({ type, turn });
    say(microphone, 3);
    expect(await microphone.next("heard")).toMatchObject({ turn: 3 });
    const types = microphone.events.map(({ type }) => type);
    // On a busy machine the text may take its time.
    expect(types.filter((type) => type !== "slow")).toEqual(["ready", "heard", "heard"]);
    expect(server.transcriptions).toHaveLength(2);
  });

  it("is one of several: two tabs speak at once, each for itself", async () => {
    const [one, two] = [await open(), await open()];
    say(one, 0);
    say(two, 0);
    expect(await one.next("heard")).toMatchObject({ turn: 0 });
    expect(await two.next("heard")).toMatchObject({ turn: 0 });
    one.vanish();
    say(two, 1);
    expect(await two.next("heard")).toMatchObject({ turn: 1 });
  });
});

describe("a microphone is opened [T135]", () => {
  it("by nobody who is not signed in", async () => {
    expect(await refusal(open(app.visitor()))).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
  });

  it.each([
    ["another site", "https://evil.example"],
    ["a page without an origin", "null"],
    ["the same host on another port", "http://127.0.0.1:1"],
  ])("by no page of %s", async (_who, origin) => {
    expect(await refusal(open(owner, { origin }))).toMatchObject({ status: 403, body: { code: "cross_site" } });
  });

  it("by no client that does not say where it comes from", async () => {
    expect(await refusal(open(owner, { origin: "" }))).toMatchObject({ status: 403, body: { code: "cross_site" } });
  });

  it("by a WebSocket alone: what else asks there is told so", async () => {
    expect(await (await owner.fetch("/api/listen")).json()).toMatchObject({ code: "upgrade_required" });
  });

  it("only for a pet that the account may talk with, which is asked for each turn", async () => {
    const { agentId: foreign } = await newOwner();
    const microphone = await open();
    for (const [turn, pet] of [foreign, randomUUID()].entries()) {
      microphone.send(start(turn, { agentId: pet }));
      expect(await microphone.next("failed")).toMatchObject({ turn, code: "not_found" });
    }
    say(microphone, 2);
    expect(await microphone.next("heard")).toMatchObject({ turn: 2 });
  });
});

describe("a microphone that is open ends at once [T135]", () => {
  it.each([
    ["sign-out", (speaker: Visitor) => speaker.call(logout, {})],
    [
      "a switch-off by an administrator",
      async (speaker: Visitor) => {
        const { user } = await speaker.call(me, {});
        await (await app.admin()).call(updateUser, { params: { userId: user.id }, body: { isActive: false } });
      },
    ],
    [
      "a new password",
      (speaker: Visitor) =>
        speaker.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: "Another-2026!x" } }),
    ],
    [
      "the end of the account",
      async (speaker: Visitor) => {
        const { user } = await speaker.call(me, {});
        await speaker.call(deleteMyAccount, { body: { currentPassword: PASSWORD, confirmation: user.username ?? "" } });
      },
    ],
    [
      "another account that signs in here",
      async (speaker: Visitor) => {
        await speaker.call(login, { body: { username: ADMIN.username, password: ADMIN.password } });
      },
    ],
  ])("with %s, in the middle of a turn", async (_how, end) => {
    const { owner: speaker, agentId: pet } = await newOwner();
    const other = await open();
    const microphone = await open(speaker);
    microphone.send(start(0, { agentId: pet }));
    microphone.say(spoken);
    await end(speaker);
    expect(await microphone.closed).toEqual(closings.sessionEnded);
    expect(microphone.events.map(({ type }) => type)).toEqual(["ready"]);
    say(other, 0);
    expect(await other.next("heard")).toMatchObject({ turn: 0 });
  });

  it("at its next turn, where no word of the end came", async () => {
    const { owner: speaker, agentId: pet } = await newOwner();
    const microphone = await open(speaker);
    const { user } = await speaker.call(me, {});
    await app.deps.pool.query("delete from auth_sessions where sess -> 'passport' ->> 'user' = $1", [user.id]);
    microphone.send(start(0, { agentId: pet }));
    expect(await microphone.closed).toEqual(closings.sessionEnded);
  });
});

describe("a microphone takes no nonsense [T135]", () => {
  it.each<[string, string | Uint8Array]>([
    ["no JSON", "{"],
    ["no object", "[]"],
    ["an unknown type", '{"type":"shout","turn":1}'],
    ["a turn that is no number", '{"type":"end","turn":"1"}'],
    ["a language that is not offered", JSON.stringify({ ...start(0), language: "xx-XX" })],
    ["a pet that is none", JSON.stringify(start(0, { agentId: "'; drop table agents" }))],
    ["deep nesting", "[".repeat(30_000)],
    ["half a sample", new Uint8Array(3)],
  ])("%s", async (_what, frame) => {
    const microphone = await open();
    microphone.sendRaw(frame);
    expect(await microphone.closed).toEqual(closings.nonsense);
  });

  it.each<[string, string | Uint8Array]>([
    ["sound", new Uint8Array(10 * 1024 * 1024)],
    ["text", "a".repeat(10 * 1024 * 1024)],
  ])("a frame with 10 MB of %s", async (_what, frame) => {
    const microphone = await open();
    microphone.sendRaw(frame);
    expect(await microphone.closed).toMatchObject({ code: 1009 });
    say(await open(), 0);
  });

  it("more than anybody says, as sound, as messages or as pongs", async () => {
    const [loud, busy, idle] = [await open(), await open(), await open()];
    for (let sent = 0; sent < 100; sent += 1) loud.sendRaw(new Uint8Array(64 * 1024));
    expect(await loud.closed).toEqual(closings.tooFast);
    for (let sent = 0; sent < 2_000; sent += 1) busy.send({ type: "end", turn: 0 });
    expect(await busy.closed).toEqual(closings.tooFast);
    for (let sent = 0; sent < 2_000; sent += 1) idle.pong();
    expect(await idle.closed).toEqual(closings.tooFast);
  });
});
