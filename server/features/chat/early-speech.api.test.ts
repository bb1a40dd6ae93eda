import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAzureSpeech } from "#server/providers/speech/azure.ts";
import { putEarlyReplies } from "#shared/api/admin/settings/early-replies.ts";
import { me as readMe } from "#shared/api/auth.ts";
import type { ChatEvent } from "#shared/api/chat.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { type AzureServer, startAzureServer } from "#tests/support/azure-server.ts";
import { type Chat, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";

const SENTENCES = ["I like cheese.", "It smells of the kitchen in the evening."];

describe("the first sentence of a reply that is begun early", () => {
  let azure: AzureServer;
  let talk: Chat;
  let me: string;
  /** What the service was asked to say. */
  const said: string[] = [];
  beforeAll(async () => {
    azure = await startAzureServer();
    const service = createAzureSpeech({ kind: "host", host: azure.host, key: "key" });
    talk = await startChat({
      engine: service.engine,
      synthesize(utterance, signal, onPiece) {
        said.push(utterance.text);
        return service.synthesize(utterance, signal, onPiece);
      },
      close: () => service.close(),
    });
    me = (await talk.owner.call(readMe, {})).user.id;
  });
  afterAll(async () => {
    await talk?.stop();
    await azure?.stop();
  });
  beforeEach(async () => {
    said.length = 0;
    talk.model.calls.length = 0;
    talk.model.behave(saying("I like [1] cheese. It smells of the kitchen in the evening."));
    await setMode("on");
  });

  const setMode = async (mode: "auto" | "on") =>
    void (await (await talk.app.admin()).call(putEarlyReplies, { body: { mode } }));
  const begin = (text: string, generateAudio = true) =>
    talk.app.earlyReplies.begin({ userId: me, sid: "here", agentId: talk.pet, sessionId: null, text, generateAudio });
  const ask = (message: string) => talk.ask({ message, generateAudio: true });
  const charactersOf = async () =>
    (await talk.owner.call(getMyUsage, {})).measures.find(({ measure }) => measure === "characters")?.used ?? 0;
  const isAsked = () => expect.poll(() => talk.model.calls.length, { interval: 5 }).toBe(1);
  const isSpoken = () => expect.poll(() => said, { interval: 5 }).toEqual(SENTENCES.slice(0, 1));

  async function heardOf(events: readonly ChatEvent[]): Promise<Uint8Array> {
    const last = events.at(-1);
    if (last?.type !== "complete" || last.audioUrl === null) throw new Error("There is no audio.");
    return new Uint8Array(await (await talk.owner.fetch(last.audioUrl)).arrayBuffer());
  }

  it("is spoken before it is asked for, as it will be shown, and neither spoken nor counted twice", async () => {
    const before = await charactersOf();
    begin("what do you like");
    await isSpoken();
    expect(await charactersOf()).toBe(before);
    const early = await ask("What do you like?");
    expect(textOf(early)).toBe(SENTENCES.join(" "));
    expect(said).toEqual(SENTENCES);
    expect(await charactersOf()).toBe(before + SENTENCES.join("").length);
    expect(await heardOf(early)).toEqual(await heardOf(await ask("What do you like most?")));
  });

  it("is spoken early too where it is the whole reply", async () => {
    talk.model.behave(saying("I like cheese."));
    begin("what do you eat");
    await isSpoken();
    await ask("What do you eat?");
    expect(said).toEqual(SENTENCES.slice(0, 1));
  });

  it("is not counted where somebody goes on speaking, and not heard", async () => {
    const before = await charactersOf();
    begin("what do you");
    await isSpoken();
    talk.model.behave(saying("Yes!"));
    await ask("What do you like?");
    expect(said).toEqual([SENTENCES[0], "Yes!"]);
    expect(await charactersOf()).toBe(before + "Yes!".length);
  });

  it.each<[string, () => void | Promise<void>, boolean]>([
    ["nobody will hear the reply", () => undefined, false],
    ["only what costs nothing may be asked in vain, and the voice is a service", () => setMode("auto"), true],
  ])("is not spoken early where %s", async (_where, given, generateAudio) => {
    await given();
    begin("where are you", generateAudio);
    await isAsked();
    // Whoever asks now gets what was begun, but wants no sound.
    expect(textOf(await talk.ask({ message: "Where are you?" }))).toBe(SENTENCES.join(" "));
    expect(talk.model.calls).toHaveLength(1);
    expect(said).toEqual([]);
  });

  it("is not spoken early where words of help come before it", async () => {
    begin("my dog ate chocolate and is shaking");
    await isAsked();
    const events = await ask("My dog ate chocolate and is shaking");
    expect(said[0]).toBe(textOf(events).slice(0, said[0]?.length));
    expect(said[0]).not.toBe(SENTENCES[0]);
  });
});
