import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { logout } from "#shared/api/auth.ts";
import { closings } from "#shared/api/listen.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { openLiveMicrophone, pcmOf, spokenSamples } from "#tests/support/live-microphone.ts";
import { sound } from "#tests/support/recordings.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let azure: AzureServer;
let app: TestApp;
let spoken: Int16Array<ArrayBuffer>;
beforeAll(async () => {
  azure = await startAzureServer();
  app = await startTestApp({ env: { AZURE_SPEECH_HOST: azure.host, AZURE_SPEECH_KEY: "a-secret-key" } });
  spoken = await spokenSamples();
});
afterAll(async () => {
  await app.stop();
  await azure.stop();
});
beforeEach(() => {
  azure.recognitions.length = 0;
  azure.connections.length = 0;
  azure.behave({ kind: "answer" });
  azure.upgrade("accept");
  azure.hear([{ text: "Do you like the park?" }]);
});

/** Somebody with a pet, who speaks to it. */
async function open() {
  const owner = await app.owner();
  const { id: agentId } = await owner.call(createAgent, { body: { name: "Biscuit" } });
  const microphone = await openLiveMicrophone(app.url, owner);
  onTestFinished(() => microphone.vanish());
  const start = (turn: number) => microphone.send({ type: "start", turn, agentId, language: "en-US" });
  return { owner, microphone, start };
}

const secondsUsed = async (by: Visitor) =>
  (await by.call(getMyUsage, {})).measures.find(({ measure }) => measure === "seconds")?.used ?? 0;
const connectionsClosed = () => Promise.all(azure.connections.map(({ closed }) => closed));

describe("a microphone whose recognizer listens while one speaks", () => {
  it("shows what was understood so far, and gives its text at the end", async () => {
    azure.hear([
      {
        text: "I saw a cat.",
        partials: [
          { at: 0.5, text: "i saw" },
          { at: 1, text: "i saw a cat" },
        ],
        at: 2,
      },
      { text: "Did you?" },
    ]);
    const { owner, microphone, start } = await open();
    expect(await microphone.next("ready")).toEqual({ type: "ready" });
    start(7);
    microphone.say(spoken);
    for (const text of ["i saw", "i saw a cat", "I saw a cat."])
      expect(await microphone.next("partial")).toEqual({ type: "partial", turn: 7, text });
    microphone.send({ type: "end", turn: 7 });
    expect(await microphone.next("heard")).toEqual({ type: "heard", turn: 7, text: "I saw a cat. Did you?" });
    expect(azure.recognitions[0]?.audio.subarray(44)).toEqual(Buffer.from(spoken.buffer));
    await expect.poll(() => secondsUsed(owner)).toBe(5);
  });

  it("sends a turn once more when the line drops in the middle of it", async () => {
    azure.behave({ kind: "cut", at: 1 }, { kind: "answer" });
    const { microphone, start } = await open();
    start(0);
    microphone.say(spoken.subarray(0, 32_000));
    await expect.poll(() => azure.connections.length).toBeGreaterThan(1);
    microphone.say(spoken.subarray(32_000));
    microphone.send({ type: "end", turn: 0 });
    expect(await microphone.next("heard")).toMatchObject({ text: "Do you like the park?" });
    expect(azure.recognitions.at(-1)?.audio.subarray(44)).toEqual(Buffer.from(spoken.buffer));
  });

  it("says so, before the end of the turn too, when the recognizer can't be had", async () => {
    azure.upgrade(401);
    const { microphone, start } = await open();
    start(0);
    microphone.say(spoken);
    expect(await microphone.next("failed")).toMatchObject({ turn: 0, code: "recogniser_failed" });
    // What is still on its way belongs to no turn.
    microphone.say(spoken);
    microphone.send({ type: "end", turn: 0 });
    azure.upgrade("accept");
    start(1);
    microphone.say(spoken);
    microphone.send({ type: "end", turn: 1 });
    expect(await microphone.next("heard")).toMatchObject({ turn: 1 });
  });

  it.each([
    ["understands nothing", [{ text: "", status: "NoMatch" }], () => spoken],
    ["understands words in silence", [{ text: "Thank you." }], () => pcmOf(sound(2, () => 0))],
  ] as const)("hears nothing where the recognizer %s", async (_what, phrases, said) => {
    azure.hear([...phrases]);
    const { microphone, start } = await open();
    start(0);
    microphone.say(said());
    microphone.send({ type: "end", turn: 0 });
    expect(await microphone.next("nothing")).toEqual({ type: "nothing", turn: 0 });
  });

  it("is slow where the recognizer is, and still gives the text", async () => {
    azure.behave({ kind: "answer", delayMs: 2_500 });
    const { microphone, start } = await open();
    start(0);
    microphone.say(spoken);
    microphone.send({ type: "end", turn: 0 });
    expect(await microphone.next("slow")).toEqual({ type: "slow", turn: 0 });
    expect(await microphone.next("heard")).toMatchObject({ turn: 0 });
  });

  it.each<[string, "open" | "ended"]>([
    ["in the middle of a turn", "open"],
    ["while its text is waited for", "ended"],
  ])("hangs up at the recognizer when the person is gone %s [T135]", async (_when, state) => {
    azure.behave({ kind: "silence" });
    const { microphone, start } = await open();
    start(0);
    microphone.say(spoken);
    if (state === "ended") {
      microphone.send({ type: "end", turn: 0 });
      const hung = () => [azure.recognitions.length, microphone.events.map(({ type }) => type)];
      await expect.poll(hung).toEqual([1, expect.arrayContaining(["ready"])]);
    } else await expect.poll(() => azure.connections.length).toBe(1);
    microphone.vanish();
    await connectionsClosed();
  });

  it("hangs up at the recognizer when the session ends [T135]", async () => {
    const { owner, microphone, start } = await open();
    start(0);
    microphone.say(spoken);
    await expect.poll(() => azure.connections.length).toBe(1);
    await owner.call(logout, {});
    expect(await microphone.closed).toEqual(closings.sessionEnded);
    await connectionsClosed();
    expect(microphone.events.map(({ type }) => type)).toEqual(["ready"]);
  });
});
