import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type ChatEvent, chatEvent } from "#shared/api/chat.ts";
import { newOwner } from "#tests/e2e/support/product.ts";
import { spread, type Table } from "../results.ts";
import { now } from "./page.ts";
import { PROMO_CODE, startVoiceRig, usualPace, type VoiceRig } from "./rig.ts";

const STORIES = 20;
const SENTENCES = 4;
const STOPS = 20;
const LONGEST_MS = 5_000;

const storyOf = (question: string) => {
  const story = Number(/\d+/.exec(question)?.[0]) % STORIES;
  return `In story ${story} I went out. Then I met the cat ${story} of the house next door. We ran along the fence of garden ${story} together. And then we both had a long nap in the sun of day ${story}.`;
};
const FIRST_SENTENCE = /^.*?\.\s*\S+/;

type Client = Awaited<ReturnType<typeof newClient>>;

/**
 * What the product adds to a voice's own time, in milliseconds: from the first sentence's end at the model to its sound at the
 * client, less the synthesis; from the last synthesis to `complete` with the clip; and from Stop to the engines' hanging up.
 */
export async function measureClips({
  clients,
  seconds,
}: {
  clients: readonly number[];
  seconds: number;
}): Promise<Table[]> {
  const rig = await startVoiceRig(
    { ...usualPace, firstTokenMs: 20, tokenMs: 20, soundSpeed: 1000 },
    { replyTo: storyOf },
  );
  try {
    const client = await newClient(rig.server.url);
    let number = 0;
    for (let story = 0; story < STORIES; story += 1) await listen(rig, client, number++);
    const rows: Table["rows"] = [];
    for (const count of clients) {
      const replies = await during(seconds, count, () => listen(rig, client, number++));
      const whole = replies.flatMap((reply) => reply ?? []);
      rows.push({
        ...{ clients: count, replies: whole.length, incomplete: replies.length - whole.length },
        "first audio, ms p50 / p95": spread(whole.map(({ firstAudio }) => firstAudio)),
        "whole clip": spread(whole.map(({ wholeClip }) => wholeClip)),
      });
    }
    rig.speech.pace.firstBytesMs = LONGEST_MS;
    const stops = [];
    for (let turn = 0; turn < STOPS; turn += 1) stops.push(await stop(rig, client, number++));
    const stopped = {
      stops: STOPS,
      "the model hangs up after, ms p50 / p95": spread(stops.map(({ atModel }) => atModel)),
      "the synthesis ends after": spread(stops.map(({ atAzure }) => atAzure)),
    };
    return [
      { title: "Clips: what the product adds to the voice's own time", rows },
      { title: "Stop", rows: [stopped] },
    ];
  } finally {
    await rig.stop();
  }
}

/** One reply; undefined where it or its speech was incomplete. */
async function listen({ speech, model }: VoiceRig, { stream }: Client, number: number) {
  const question = `Tell ${number}`;
  const before = speech.syntheses.length;
  let firstAudioAt: number | undefined;
  let completeAt: number | undefined;
  let sentences = 0;
  for await (const event of stream(question)) {
    if (event.type === "speech") sentences += 1;
    if (event.type === "sound" && event.mp3 !== "") firstAudioAt ??= now();
    if (event.type === "complete" && event.audioUrl !== null) completeAt = now();
  }
  const call = model.calls.find((one) => one.question === question);
  const mine = speech.syntheses.slice(before).filter(({ text }) => storyOf(question).includes(text));
  const first = mine.find(({ text }) => storyOf(question).startsWith(text));
  if (call === undefined || first === undefined || firstAudioAt === undefined) return undefined;
  if (completeAt === undefined || sentences !== SENTENCES) return undefined;
  // A reader knows the first sentence as complete by the word after it.
  const sentence = FIRST_SENTENCE.exec(storyOf(question))?.[0].length ?? 0;
  const sentenceAt = call.sent.find(({ length }) => length >= sentence)?.at ?? Number.NaN;
  const lastAt = Math.max(call.sent.at(-1)?.at ?? 0, ...mine.map(({ endedAt = 0 }) => endedAt));
  return {
    firstAudio: firstAudioAt - sentenceAt - (first.firstBytesAt - first.askedAt),
    wholeClip: completeAt - lastAt,
  };
}

async function stop({ speech, model }: VoiceRig, { stream, post }: Client, number: number) {
  const question = `Tell ${number} on`;
  const before = speech.syntheses.length;
  let stoppedAt = Number.NaN;
  let sessionId = "";
  for await (const event of stream(question)) {
    if (event.type === "session") sessionId = event.sessionId;
    if (!Number.isNaN(stoppedAt) || speech.syntheses[before] === undefined) continue;
    stoppedAt = now();
    void post(`/api/sessions/${sessionId}/stop`, {});
  }
  const call = model.calls.find((one) => one.question === question);
  const synthesis = speech.syntheses[before];
  const isOver = () => call?.closedAt !== undefined && synthesis?.endedAt !== undefined;
  for (const late = now() + LONGEST_MS; !isOver() && now() < late; ) await sleep(5);
  return {
    atModel: (call?.closedAt ?? Number.NaN) - stoppedAt,
    atAzure: (synthesis?.endedAt ?? Number.NaN) - stoppedAt,
  };
}

async function during<Result>(seconds: number, clients: number, once: () => Promise<Result>): Promise<Result[]> {
  const end = now() + seconds * 1000;
  const results: Result[] = [];
  const client = async () => {
    // A random delay, so that the clients don't ask at the same time.
    await sleep(Math.random() * 1000);
    while (now() < end) results.push(await once());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

async function newClient(url: string) {
  const { state } = await newOwner(url, PROMO_CODE);
  const Cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const post = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie },
      body: JSON.stringify(body),
    });
  const { id } = z.object({ id: z.string() }).parse(await (await post("/api/agents", { name: "Biscuit" })).json());
  async function* stream(message: string): AsyncGenerator<ChatEvent> {
    const question = { message, generateAudio: true, soundInStream: true };
    const response = await post(`/api/agents/${id}/chat/stream`, question);
    let rest = "";
    for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) if (line.startsWith("data: ")) yield chatEvent.parse(JSON.parse(line.slice(6)));
    }
  }
  return { post, stream };
}
