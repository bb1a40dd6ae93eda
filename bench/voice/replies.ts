/**
 * What the product adds to a voice's own time, and how fast Stop is.
 *
 *   npx tsx bench/voice.ts [--clients 1,5,10] [--seconds 15] [--delay 150] [--every 20]
 *
 * This process plays the OpenAI API (a word every so many milliseconds), Azure Speech (each synthesis takes `delay`)
 * and the clients, in a closed loop; the product, with its embedded Postgres (DATABASE_URL for another) and the real
 * Speech SDK, is a process of its own. Milliseconds, p50 / p95:
 *
 * - first audio: from the first sentence's end at the model to its sound at the client, less the synthesis itself;
 * - whole clip: from the last synthesis, or the text's end where that is later, to `complete` with the clip's address;
 * - stop: from the call to the model's hanging up, and to Azure's.
 *
 * All shares the machine: its load shows in every figure, and in the loop's delay first (of the product, p99 /
 * longest).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type ChatEvent, chatEvent } from "#shared/api/chat.ts";
import { startAzureServer } from "#tests/support/azure-server.ts";
import { startTalkingModel } from "./talking-model.ts";

const { values } = parseArgs({
  options: {
    clients: { type: "string", default: "1,5,10" },
    seconds: { type: "string", default: "15" },
    delay: { type: "string", default: "150" },
    every: { type: "string", default: "20" },
  },
});
const delayMs = Number(values.delay);
const STORIES = 20;
const STOPS = 40;

const storyOf = (number: string) => {
  const story = Number(number) % STORIES;
  return `In story ${story} I went out. Then I met the cat ${story} of the house next door. We ran along the fence of garden ${story} together. And then we both had a long nap in the sun of day ${story}.`;
};

const folder = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
const azure = await startAzureServer();
const model = await startTalkingModel(Number(values.every), storyOf);
const app = fork(fileURLToPath(new URL("../chat/app.ts", import.meta.url)), [], {
  execArgv: ["--import", "tsx"],
  env: {
    PATH: process.env.PATH ?? "",
    DATA_DIR: folder,
    OPENAI_BASE_URL: model.url,
    AZURE_SPEECH_HOST: azure.host,
    ADMIN_PASSWORD: "Bench-Dog-2026!",
    RATE_LIMIT_SCALE: "1000000",
    ...(process.env.DATABASE_URL !== undefined && { DATABASE_URL: process.env.DATABASE_URL }),
  },
});
let count = 0;
try {
  const [url] = await once(app, "message");
  await measureAll(z.string().parse(url));
} finally {
  app.send("stop");
  await once(app, "exit");
  model.stop();
  await azure.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(base: string): Promise<void> {
  const ask = await signedIn(base);
  azure.behave({ kind: "answer", delayMs });
  for (let story = 0; story < STORIES; story += 1) await listen(ask);
  await usage(app);
  console.log(`a word every ${values.every} ms, a synthesis takes ${delayMs} ms; load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log("clients | replies | first audio   | whole clip    | loop p99 / max | incomplete | RSS MB");
  for (const clients of values.clients.split(",").map(Number)) {
    await usage(app);
    const heard = await during(clients, () => listen(ask));
    const { loopLateMs, rssMb } = await usage(app);
    const whole = heard.flatMap((reply) => reply ?? []);
    const cells = [
      String(clients).padStart(7),
      String(whole.length).padStart(7),
      spread(whole.map(({ firstAudio }) => firstAudio)).padEnd(13),
      spread(whole.map(({ wholeClip }) => wholeClip)).padEnd(13),
      `${loopLateMs.p99.toFixed(1)} / ${loopLateMs.max.toFixed(1)}`.padEnd(14),
      String(heard.length - whole.length).padStart(10),
      rssMb.toFixed(0),
    ];
    console.log(cells.join(" | "));
  }
  azure.behave({ kind: "answer", delayMs: 5000 });
  const stops = [];
  for (let turn = 0; turn < STOPS; turn += 1) stops.push((await stop(ask)) ?? []);
  const stopped = stops.flat();
  console.log(`\nstop, ${stopped.length} of ${STOPS} times:`);
  console.log(`  the model hangs up after ${spread(stopped.map(({ atModel }) => atModel))}`);
  console.log(`  the synthesis ends after ${spread(stopped.map(({ atAzure }) => atAzure))}`);
}

type Ask = Awaited<ReturnType<typeof signedIn>>;

/** One measured reply; undefined where the reply or its speech was incomplete. */
async function listen({ stream }: Ask) {
  const number = String(count++);
  const before = azure.syntheses.length;
  let firstAudioAt: number | undefined;
  let completeAt = 0;
  let sentences = 0;
  for await (const event of stream(`Tell ${number}`)) {
    if (event.type === "speech") sentences += 1;
    if (event.type === "sound" && event.mp3 !== "") firstAudioAt ??= performance.now();
    if (event.type === "complete" && event.audioUrl !== null) completeAt = performance.now();
  }
  const told = model.told.get(number);
  const story = `story ${Number(number) % STORIES} `;
  const mine = azure.syntheses.slice(before);
  const first = mine.find(({ text }) => text.includes(story));
  const last = Math.max(...mine.filter(({ text }) => storyOf(number).includes(text)).map((one) => one.answeredAt ?? 0));
  if (told === undefined || first?.answeredAt === undefined || firstAudioAt === undefined) return undefined;
  if (completeAt === 0 || sentences !== 4) return undefined;
  return {
    firstAudio: firstAudioAt - told.firstSentenceAt - (first.answeredAt - first.at),
    wholeClip: completeAt - Math.max(last, told.endedAt),
  };
}

/** One measured Stop; undefined where the reply ended without it. */
async function stop({ stream, post }: Ask) {
  const number = String(count++);
  const before = azure.syntheses.length;
  let stoppedAt = 0;
  let azureLeftAt: Promise<number> | undefined;
  let sessionId = "";
  for await (const event of stream(`Tell ${number} on`)) {
    if (event.type === "session") sessionId = event.sessionId;
    const under = azure.syntheses[before];
    if (stoppedAt > 0 || under === undefined) continue;
    stoppedAt = performance.now();
    azureLeftAt = azure.connections[under.connection]?.closed.then(() => performance.now());
    void post(`/api/sessions/${sessionId}/stop`);
  }
  const told = model.told.get(number);
  if (azureLeftAt === undefined || told === undefined) return undefined;
  // The reply may have ended before the two learned of it.
  return { atModel: (await told.closedAt) - stoppedAt, atAzure: (await azureLeftAt) - stoppedAt };
}

async function during<Result>(clients: number, once: () => Promise<Result>): Promise<Result[]> {
  const end = performance.now() + Number(values.seconds) * 1000;
  const results: Result[] = [];
  const client = async () => {
    // A random delay, so that the clients don't ask at the same time.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1000));
    while (performance.now() < end) results.push(await once());
  };
  await Promise.all(Array.from({ length: clients }, client));
  return results;
}

async function signedIn(base: string) {
  const send = (method: string, path: string, cookie: string, body?: object) =>
    fetch(`${base}${path}`, {
      method,
      headers: { "Content-Type": "application/json", Cookie: cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const account = { username: "administrator", password: "Bench-Dog-2026!" };
  const cookie = (await send("POST", "/api/auth/login", "", account)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { agents } = z
    .object({ agents: z.array(z.object({ id: z.string() })) })
    .parse(await (await send("GET", "/api/agents", cookie)).json());

  async function* stream(message: string): AsyncGenerator<ChatEvent> {
    const path = `/api/agents/${agents[0]?.id}/chat/stream`;
    const response = await send("POST", path, cookie, { message, generateAudio: true, soundInStream: true });
    let rest = "";
    for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data: ")) yield chatEvent.parse(JSON.parse(line.slice(6)));
      }
    }
  }
  return {
    stream,
    post: (path: string) => send("POST", path, cookie, {}),
  };
}

async function usage(server: ChildProcess) {
  server.send("usage");
  const [answer] = await once(server, "message");
  const late = z.object({ p99: z.number(), max: z.number() });
  return z.object({ rssMb: z.number(), loopLateMs: late }).parse(answer);
}

function spread(figures: number[]): string {
  const sorted = figures.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? Number.NaN).toFixed(1);
  return `${at(0.5)} / ${at(0.95)}`;
}
