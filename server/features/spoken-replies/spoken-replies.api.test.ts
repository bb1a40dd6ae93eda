import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mp3Duration } from "#server/providers/speech/mp3.ts";
import { me } from "#shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, stopReply } from "#shared/api/chat.ts";
import { getConfig } from "#shared/api/config.ts";
import { deleteChat } from "#shared/api/history.ts";
import { startTestApp } from "#tests/support/app.ts";
import type { AzureServer } from "#tests/support/azure-server.ts";
import { sessionOf, startSpokenChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { createSentenceStore, deleteOldSentences } from "./sentence-clips.ts";

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

const spokenOf = (events: readonly ChatEvent[]) => events.flatMap((event) => (event.type === "speech" ? [event] : []));
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

function audioUrlOf(events: readonly ChatEvent[]): string {
  const last = events.at(-1);
  if (last?.type !== "complete" || last.audioUrl === null) throw new Error("no audio");
  return last.audioUrl;
}

describe("the sentences of a spoken reply", () => {
  it("are announced in order before complete, and are together the whole clip", async () => {
    const events = await talk.ask({ generateAudio: true });
    const spoken = spokenOf(events);
    expect(spoken.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
    expect(azure.syntheses.map(({ text }) => text)).toEqual(SENTENCES);
    const clips = await Promise.all(spoken.map(async ({ url }) => bytesOf(await talk.owner.fetch(url))));
    expect(clips.every((clip) => mp3Duration(clip) > 0.2)).toBe(true);
    const whole = await bytesOf(await talk.owner.fetch(audioUrlOf(events)));
    expect(Buffer.concat(clips).equals(whole)).toBe(true);
  });

  it("are heard without being fetched where that is asked for: the first comes with the reply, whole and once", async () => {
    const events = await talk.ask({ generateAudio: true, soundInStream: true });
    const [first, ...others] = spokenOf(events);
    expect([first?.inStream, ...others.map(({ inStream }) => inStream)]).toEqual([
      true,
      undefined,
      undefined,
      undefined,
    ]);
    const sounds = events.flatMap((event) => (event.type === "sound" ? [event] : []));
    expect(sounds.map(({ last }) => last)).toEqual([...sounds.slice(1).map(() => false), true]);
    const heard = Buffer.concat(sounds.map(({ mp3 }) => Buffer.from(mp3, "base64")));
    expect(heard.equals(await bytesOf(await talk.owner.fetch(first?.url ?? "")))).toBe(true);
    const kinds = events.map(({ type }) => type);
    expect(kinds.indexOf("sound")).toBeGreaterThan(kinds.indexOf("speech"));
    const unasked = await talk.ask({ generateAudio: true });
    expect(unasked.some(({ type }) => type === "sound")).toBe(false);
  });

  it("come to their end in the stream too where the voice fails: nobody waits for more of the first", async () => {
    azure.behave({ kind: "close", code: 1007, reason: "Bad request" });
    const events = await talk.ask({ generateAudio: true, soundInStream: true });
    expect(events.filter(({ type }) => type === "sound")).toEqual([{ type: "sound", mp3: "", last: true }]);
    expect(events.at(-1)).toMatchObject({ type: "complete", audioUrl: null });
  });

  it("are for the asker alone, in parts too [T79]", async () => {
    const [first] = spokenOf(await talk.ask({ generateAudio: true }));
    const url = first?.url ?? "";
    const whole = await talk.owner.fetch(url);
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    const part = await talk.owner.fetch(url, { headers: { Range: "bytes=1-3" } });
    expect([part.status, await bytesOf(part)]).toEqual([206, (await bytesOf(whole)).slice(1, 4)]);
    expect((await (await talk.app.admin()).fetch(url)).status).toBe(404);
    expect((await talk.app.visitor().fetch(url)).status).toBe(401);
    expect((await talk.owner.fetch(url.replace(/0$/, "99"))).status).toBe(404);
  });

  it("are left out where no audio is asked for, or nobody reads the stream", async () => {
    expect(spokenOf(await talk.ask())).toEqual([]);
    expect(azure.syntheses).toEqual([]);
    const params = { id: talk.pet };
    const { message } = await talk.owner.call(chat, { params, body: { message: "Hi", generateAudio: true } });
    expect((await talk.owner.fetch(message.audioUrl ?? "")).status).toBe(200);
  });

  it("are found by another server, too, until they are tidied away", async () => {
    const [first] = spokenOf(await talk.ask({ generateAudio: true }));
    const [, replyId = ""] = /replies\/([^/]+)\//.exec(first?.url ?? "") ?? [];
    const { files } = talk.app.deps;
    const elsewhere = createSentenceStore({ waitMs: 100 });
    const of = { userId: (await talk.owner.call(me, {})).user.id, replyId, index: 0 };
    // The file is written beside the reply.
    await expect.poll(async () => (await elsewhere.find(files, of))?.size).toBeGreaterThan(144);
    expect(await elsewhere.find(files, { ...of, userId: replyId })).toBeNull();
    await deleteOldSentences(files, Date.now());
    expect(await elsewhere.find(files, of)).not.toBeNull();
    await deleteOldSentences(files, Date.now() + 3 * 3_600_000);
    expect(await elsewhere.find(files, of)).toBeNull();
  });

  it("are gone with their chat [T79]", async () => {
    const events = await talk.ask({ generateAudio: true });
    const [first] = spokenOf(events);
    await (await talk.app.admin()).call(deleteChat, { params: { id: sessionOf(events) } });
    expect((await talk.owner.fetch(first?.url ?? "")).status).toBe(404);
  });

  it("end with Stop, and so does their making", async () => {
    azure.behave({ kind: "silence" });
    talk.model.behave({ kind: "hang", after: ["Woof! ", "I am here. ", "And so on"] });
    const sessionId = await talk.begin();
    const asking = talk.ask({ generateAudio: true, sessionId });
    await expect.poll(() => azure.syntheses.length, { interval: 5 }).toBeGreaterThan(0);
    const open = azure.connections[azure.syntheses[0]?.connection ?? -1];
    if (open === undefined) throw new Error("no connection");
    await talk.owner.call(stopReply, { params: { sessionId } });
    await open.closed;
    const events = await asking;
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: true, audioUrl: null });
    for (const { url } of spokenOf(events)) expect((await talk.owner.fetch(url)).status).toBe(404);
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
    const urls: string[] = [];
    const body = { message: "Hello?", sessionId, generateAudio: true };
    const reading = (async () => {
      for await (const event of talk.owner.stream(chatStream, { params: { id: talk.pet }, body }))
        if (event.type === "speech") urls.push(event.url);
    })();
    await expect.poll(() => urls.length, { interval: 5 }).toBeGreaterThan(0);
    return { sessionId, url: urls[0] ?? "", goOn, reading };
  }

  it("are announced when their synthesis begins, and heard while they are made", async () => {
    const { url, goOn, reading } = await paused();
    const early = await talk.owner.fetch(url, { headers: { Range: "bytes=0-" } });
    expect([early.status, early.headers.get("content-length")]).toEqual([200, null]);
    const reader = (early.body ?? new ReadableStream()).getReader();
    const first = (await reader.read()).value ?? new Uint8Array(0);
    expect(mp3Duration(first)).toBeGreaterThan(0.2);
    goOn();
    const rest: Uint8Array[] = [];
    for (let next = await reader.read(); !next.done; next = await reader.read()) rest.push(next.value);
    await reading;
    const whole = await talk.owner.fetch(url);
    const bytes = await bytesOf(whole);
    expect(whole.headers.get("content-length")).toBe(String(bytes.length));
    expect(Buffer.concat([first, ...rest]).equals(bytes)).toBe(true);
  });

  it("end cleanly by Stop in the middle of one: what came can be played", async () => {
    const { sessionId, url, goOn, reading } = await paused();
    const early = await talk.owner.fetch(url);
    await talk.owner.call(stopReply, { params: { sessionId } });
    expect(mp3Duration(await bytesOf(early))).toBeGreaterThan(0.2);
    await reading;
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
    const before = await characters();
    await talk.ask({ generateAudio: true });
    expect((await characters()) - before).toBe(SENTENCES.join("").length);
  });

  it("are announced and then not found where the voice fails, and the reply has its text", async () => {
    azure.behave({ kind: "close", code: 1007, reason: "Bad request" });
    const events = await talk.ask({ generateAudio: true });
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: false, audioUrl: null });
    for (const { url } of spokenOf(events)) expect((await talk.owner.fetch(url)).status).toBe(404);
  });

  it("become one clip where the voice is throttled, and no word is lost", async () => {
    const throttled = { kind: "close", code: 4429, reason: "The request is throttled" } as const;
    azure.behave({ kind: "answer" }, throttled, throttled, throttled, throttled, { kind: "answer" });
    const events = await talk.ask({ generateAudio: true });
    const spoken = spokenOf(events);
    expect(spoken.map(({ index }) => index)).toEqual(spoken.map((_event, index) => index));
    const clips = await Promise.all(spoken.map(({ url }) => talk.owner.fetch(url)));
    const heard = clips.filter(({ ok }) => ok);
    const durations = await Promise.all(heard.map(async (clip) => mp3Duration(await bytesOf(clip))));
    const whole = mp3Duration(await bytesOf(await talk.owner.fetch(audioUrlOf(events))));
    expect(durations.reduce((sum, seconds) => sum + seconds, 0)).toBeCloseTo(whole, 3);
    expect(heard.length).toBeLessThan(SENTENCES.length);
    expect(azure.syntheses.at(-1)?.text.endsWith("I barked at it.")).toBe(true);
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
