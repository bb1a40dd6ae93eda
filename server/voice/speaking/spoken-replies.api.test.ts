import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { me } from "#shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, stopReply } from "#shared/api/chat.ts";
import { getConfig } from "#shared/api/config.ts";
import { deleteChat } from "#shared/api/history.ts";
import { startTestApp } from "#tests/support/app.ts";
import type { AzureServer } from "#tests/support/azure-server.ts";
import { sessionOf, startChat, startSpokenChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { type SpeechBehavior, type SpeechServer, startSpeechServer } from "#tests/support/speech-server.ts";
import { createEmbeddedSpeech } from "../speech/embedded.ts";
import { mp3Duration } from "../speech/mp3.ts";
import { createOpenAiSpeech } from "../speech/openai.ts";

const TEXT = "Woof! I went to the park this morning. There was a squirrel in the tall tree. I barked at it.";
const SENTENCES = [
  "Woof!",
  "I went to the park this morning.",
  "There was a squirrel in the tall tree.",
  "I barked at it.",
];

let azure: AzureServer;
let talk: Awaited<ReturnType<typeof startSpokenChat>>;

beforeAll(async () => {
  talk = await startSpokenChat();
  azure = talk.azure;
});
afterAll(() => talk?.stop());
beforeEach(() => {
  azure.behave({ kind: "answer" });
  azure.syntheses.length = 0;
  talk.model.behave(saying(TEXT));
});

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const spoken = { generateAudio: true, soundInStream: true };

/** The sound of each sentence, which has come to its end. */
function clipsOf(events: readonly ChatEvent[]): Buffer[] {
  const clips: Buffer[] = [];
  let pieces: Buffer[] | null = null;
  for (const event of events) {
    if (event.type === "speech") {
      expect([event.index, pieces]).toEqual([clips.length, null]);
      pieces = [];
    }
    if (event.type !== "sound") continue;
    pieces?.push(Buffer.from(event.mp3, "base64"));
    if (!event.last) continue;
    clips.push(Buffer.concat(pieces ?? []));
    pieces = null;
  }
  expect(pieces).toBeNull();
  return clips;
}

function audioUrlOf(events: readonly ChatEvent[]): string {
  const last = events.at(-1);
  if (last?.type !== "complete" || last.audioUrl === null) throw new Error("no audio");
  return last.audioUrl;
}

describe("the sentences of a spoken reply", () => {
  it("come in the stream, in order and before complete, and are together the whole clip", async () => {
    const events = await talk.ask(spoken);
    const clips = clipsOf(events);
    expect(azure.syntheses.map(({ text }) => text)).toEqual(SENTENCES);
    expect(clips.map((clip) => mp3Duration(clip) > 0.2)).toEqual([true, true, true, true]);
    const whole = await bytesOf(await talk.owner.fetch(audioUrlOf(events)));
    expect(Buffer.concat(clips).equals(whole)).toBe(true);
  });

  it("are left out where nobody asks for them: then there is the whole clip", async () => {
    const isSound = ({ type }: ChatEvent) => type === "speech" || type === "sound";
    expect((await talk.ask({ soundInStream: true })).some(isSound)).toBe(false);
    expect(azure.syntheses).toEqual([]);
    const events = await talk.ask({ generateAudio: true });
    expect(events.some(isSound)).toBe(false);
    expect((await talk.owner.fetch(audioUrlOf(events))).status).toBe(200);
    const params = { id: talk.pet };
    const { message } = await talk.owner.call(chat, { params, body: { message: "Hi", generateAudio: true } });
    expect((await talk.owner.fetch(message.audioUrl ?? "")).status).toBe(200);
  });

  it("end with Stop, and so does their making", async () => {
    azure.behave({ kind: "silence" });
    talk.model.behave({ kind: "hang", after: ["Woof! ", "I am here. ", "And so on"] });
    const sessionId = await talk.begin();
    const asking = talk.ask({ ...spoken, sessionId });
    await expect.poll(() => azure.syntheses.length, { interval: 5 }).toBeGreaterThan(0);
    const open = azure.connections[azure.syntheses[0]?.connection ?? -1];
    if (open === undefined) throw new Error("no connection");
    await talk.owner.call(stopReply, { params: { sessionId } });
    await open.closed;
    const events = await asking;
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: true, audioUrl: null });
    expect(clipsOf(events).every(({ length }) => length === 0)).toBe(true);
  });

  /** Asks, and stays in the middle of the first sentence until `goOn` is called. */
  async function paused() {
    let goOn = () => {};
    const pause = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    azure.behave({ kind: "answer", pause }, { kind: "answer" });
    talk.model.behave(saying("I went to the park early this morning. There was a squirrel in the tall tree."));
    const sessionId = await talk.begin();
    const events: ChatEvent[] = [];
    const body = { message: "Hello?", sessionId, ...spoken };
    const reading = (async () => {
      for await (const event of talk.owner.stream(chatStream, { params: { id: talk.pet }, body })) events.push(event);
    })();
    await expect.poll(() => events.map(({ type }) => type), { interval: 5 }).toContain("sound");
    return { sessionId, events, goOn, reading };
  }

  it("are heard while they are made", async () => {
    const { events, goOn, reading } = await paused();
    const [first] = events.flatMap((event) => (event.type === "sound" ? [event] : []));
    expect(first?.last).toBe(false);
    expect(mp3Duration(Buffer.from(first?.mp3 ?? "", "base64"))).toBeGreaterThan(0.2);
    goOn();
    await reading;
    expect(clipsOf(events)).toHaveLength(2);
  });

  it("end cleanly by Stop in the middle of one: what came can be played", async () => {
    const { sessionId, events, goOn, reading } = await paused();
    await talk.owner.call(stopReply, { params: { sessionId } });
    await reading;
    expect(mp3Duration(clipsOf(events)[0] ?? new Uint8Array(0))).toBeGreaterThan(0.2);
    goOn();
  });

  it("are counted once, and only where they were spoken to their end", async () => {
    const { user } = await talk.owner.call(me, {});
    const characters = async () => {
      const { rows } = await talk.app.deps.pool.query(
        "select sum(characters)::int n from usage_daily where user_id = $1",
        [user.id],
      );
      return rows[0].n;
    };
    await talk.ask(spoken);
    const before = await characters();
    await talk.ask(spoken);
    expect((await characters()) - before).toBe(SENTENCES.join("").length);
  });

  it.each([
    ["from the beginning", 0],
    ["in the middle", 1],
  ])("are spoken by the built-in voice where the engine fails %s", async (_when, good) => {
    const broken = { kind: "close", code: 1007, reason: "Bad request" } as const;
    azure.behave((text) => (SENTENCES.indexOf(text) < good ? { kind: "answer" } : broken));
    const events = await talk.ask(spoken);
    const clips = clipsOf(events);
    expect(clips.map((clip) => mp3Duration(clip) > 0.2)).toEqual([true, true, true, true]);
    const whole = await bytesOf(await talk.owner.fetch(audioUrlOf(events)));
    expect(Buffer.concat(clips).equals(whole)).toBe(true);
  });

  it("become one clip where the voice is throttled, and no word is lost", async () => {
    const throttled = { kind: "close", code: 4429, reason: "The request is throttled" } as const;
    azure.behave((text) => (SENTENCES.indexOf(text) > 0 ? throttled : { kind: "answer" }));
    const events = await talk.ask(spoken);
    const clips = clipsOf(events);
    const whole = await bytesOf(await talk.owner.fetch(audioUrlOf(events)));
    expect(Buffer.concat(clips).equals(whole)).toBe(true);
    expect(clips.filter(({ length }) => length > 0).length).toBeLessThan(SENTENCES.length);
    expect(azure.syntheses.at(-1)?.text.endsWith("I barked at it.")).toBe(true);
  });
});

describe("the sentences of a reply that a speech server speaks", () => {
  const builtIn = createEmbeddedSpeech();
  let server: SpeechServer;
  let chat: Awaited<ReturnType<typeof startChat>>;
  beforeAll(async () => {
    server = await startSpeechServer();
    const account = { baseUrl: server.url, apiKey: undefined, model: "kokoro" };
    chat = await startChat(createOpenAiSpeech({ ...account, voices: new Map(), builtIn, retryMs: 10 }));
    chat.model.behave(saying(TEXT));
  });
  afterAll(async () => {
    await chat?.stop();
    await server?.stop();
    await builtIn.close();
  });

  it.each<[string, SpeechBehavior[]]>([
    ["come one by one", [{ kind: "mp3" }]],
    ["are said once where it breaks off in the middle", [{ kind: "mp3" }, { kind: "mp3" }, { kind: "cut" }]],
    ["are said once where it is busy", [{ kind: "mp3" }, { kind: "status", status: 429, body: {} }]],
  ])("%s", async (_how, behaviors) => {
    server.behave(...behaviors);
    server.calls.length = 0;
    const events = await chat.ask(spoken);
    const clips = clipsOf(events).filter(({ length }) => length > 0);
    expect(clips.every((clip) => mp3Duration(clip) > 0.2)).toBe(true);
    const whole = await bytesOf(await chat.owner.fetch(audioUrlOf(events)));
    expect(Buffer.concat(clips).equals(whole)).toBe(true);
    const alone = await builtIn.synthesize(
      { text: TEXT, voiceName: "en-US-JennyNeural" },
      new AbortController().signal,
    );
    // None is lost, and none heard twice.
    expect(mp3Duration(whole)).toBeGreaterThan(mp3Duration(alone) * 0.6);
    expect(mp3Duration(whole)).toBeLessThan(mp3Duration(alone) * 1.6);
    const heardThere = server.calls.map(({ body }) => body.input);
    expect(heardThere.slice(0, 2)).toEqual(SENTENCES.slice(0, 2));
  });
});

describe("the whole clip of a spoken reply", () => {
  it("is for the asker alone, in parts too [T79]", async () => {
    const url = audioUrlOf(await talk.ask({ generateAudio: true }));
    const whole = await talk.owner.fetch(url);
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    const part = await talk.owner.fetch(url, { headers: { Range: "bytes=1-3" } });
    expect([part.status, await bytesOf(part)]).toEqual([206, (await bytesOf(whole)).slice(1, 4)]);
    expect((await (await talk.app.admin()).fetch(url)).status).toBe(404);
    expect((await talk.app.visitor().fetch(url)).status).toBe(401);
  });

  it("is gone with its chat [T79]", async () => {
    const events = await talk.ask({ generateAudio: true });
    const { files } = talk.app.deps;
    const last = events.at(-1);
    const key = `replies/${talk.pet}/${last?.type === "complete" ? last.messageId : ""}.mp3`;
    expect(await files.stat(key)).not.toBeNull();
    await (await talk.app.admin()).call(deleteChat, { params: { id: sessionOf(events) } });
    expect((await talk.owner.fetch(audioUrlOf(events))).status).toBe(404);
    expect(await files.stat(key)).toBeNull();
  });
});

describe("a server with Azure", () => {
  it("says so in its configuration", async () => {
    const app = await startTestApp({ env: { AZURE_SPEECH_HOST: azure.host } });
    const { engines } = await (await app.admin()).call(getConfig, {});
    expect(engines.speech).toEqual({ kind: "configured", name: "Azure neural voices" });
    await app.stop();
  });
});
