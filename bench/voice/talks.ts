import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { WebSocket } from "ws";
import { z } from "zod";
import { chatEvent } from "#shared/api/chat.ts";
import { type ListenRequest, listenEvent } from "#shared/api/listen.ts";
import { newOwner } from "#tests/e2e/support/product.ts";
import { SPOKEN_RATE, speakSamples } from "#tests/support/spoken-wav.ts";
import { cpuOf, memoryOf, processTree } from "../processes.ts";
import { now } from "./clock.ts";
import { describeMachine, spread, writeSection } from "./latest.ts";
import { PROMO_CODE, startVoiceRig, usualPace } from "./rig.ts";

/**
 * So many live talks at once on one server:
 *
 *   npm run build && npm run bench:voice -- --talks 50 [--seconds 40] [--write]
 *
 * Each talk is an account of its own, with an open microphone: three seconds of sound as they would be spoken, 350 ms of
 * silence, the question, the first clip as far as its first byte, some seconds of listening, and again. Engines have
 * usual delays. This process plays them and all who talk, on the same machine.
 */
const { values } = parseArgs({
  options: {
    talks: { type: "string", default: "50" },
    seconds: { type: "string", default: "40" },
    write: { type: "boolean", default: false },
  },
});

/** About three seconds. */
const QUESTION = "Where did you hide my left shoe this morning, before we went for a walk?";
const FRAME_MS = 100;
const HEARD_RATE = 16_000;
const END_MS = 350;
const LISTENING_MS = { min: 2000, more: 3000 };
const LONGEST_MS = 30_000;

interface Talker {
  cookie: string;
  agentId: string;
}

/** Milliseconds after the end of a turn. */
interface Answered {
  text: number;
  firstByte: number;
}

const startedAt = new Date();
const frames = framesOf(await speakSamples(QUESTION));
const rig = await startVoiceRig(usualPace);
try {
  const talkers: Talker[] = [];
  for (let index = 0; index < Number(values.talks); index++) talkers.push(await newTalker());
  const idle = memoryNow();
  await Promise.all(talkers.slice(0, 2).map((talker) => talk(talker, now() + 1)));
  const before = { cpu: cpuOf(rig.server.pid), database: databaseCpu(), at: now() };
  const until = now() + Number(values.seconds) * 1000;
  const talks = await Promise.all(talkers.map((talker) => talk(talker, until)));
  const share = (ms: number) => `${Math.round((100 * ms) / (now() - before.at))} %`;
  const answered = talks.flat().flatMap((one) => one ?? []);
  const lost = talks.flat().length - answered.length;
  const row = [
    String(talkers.length),
    String(answered.length),
    String(lost),
    spread(answered.map(({ text }) => text)),
    spread(answered.map(({ firstByte }) => firstByte)),
    share(cpuOf(rig.server.pid) - before.cpu),
    share(databaseCpu() - before.database),
    `${idle.toFixed(0)} -> ${memoryNow().toFixed(0)}`,
  ];
  const text = [
    describeMachine(startedAt),
    "",
    "| talks | answers | failed | end of turn to text, ms p50 / p95 | to the first byte of sound | CPU of the server, of one core | of PostgreSQL | memory of the server, MB |",
    `|${" --- |".repeat(row.length)}`,
    `| ${row.join(" | ")} |`,
  ].join("\n");
  console.log(text);
  if (values.write) writeSection("talks", text);
} finally {
  await rig.stop();
}

function failed(error: unknown): null {
  process.stderr.write(`${String(error)}\n`);
  return null;
}

/** As a browser sends it, with the silence at its end. */
function framesOf(samples: Float32Array): Buffer[] {
  const frameSamples = (HEARD_RATE * FRAME_MS) / 1000;
  const seconds = samples.length / SPOKEN_RATE + END_MS / 1000;
  return Array.from({ length: Math.ceil((seconds * 1000) / FRAME_MS) }, (_, frame) => {
    const pcm = Int16Array.from({ length: frameSamples }, (_unused, index) => {
      const at = Math.floor(((frame * frameSamples + index) * SPOKEN_RATE) / HEARD_RATE);
      return Math.round((samples[at] ?? 0) * 0x7fff);
    });
    return Buffer.from(pcm.buffer);
  });
}

function memoryNow(): number {
  return memoryOf([rig.server.pid]);
}

function databaseCpu(): number {
  const databases = processTree(rig.server.pid).filter(({ name }) => name === "postgres");
  return databases.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

async function newTalker(): Promise<Talker> {
  const { url } = rig.server;
  const { state } = await newOwner(url, PROMO_CODE);
  const cookie = state.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const made = await post(cookie, "/api/agents", { name: "Biscuit" });
  return { cookie, agentId: z.object({ id: z.string() }).parse(await made.json()).id };
}

function post(cookie: string, path: string, body: object): Promise<Response> {
  return fetch(`${rig.server.url}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Cookie: cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(LONGEST_MS),
  });
}

/** One turn after the other. @returns null for each that had no answer */
async function talk(talker: Talker, until: number): Promise<(Answered | null)[]> {
  const answers: (Answered | null)[] = [];
  const microphone = await openMicrophone(talker);
  // Not all at the same moment.
  await sleep(Math.random() * LISTENING_MS.more);
  for (let turn = 1; turn === 1 || now() < until; turn++) {
    answers.push(await oneTurn(talker, microphone, turn).catch(failed));
    await sleep(LISTENING_MS.min + Math.random() * LISTENING_MS.more);
  }
  microphone.socket.close();
  return answers;
}

async function oneTurn(talker: Talker, { socket, heard }: Microphone, turn: number): Promise<Answered> {
  const say = (message: ListenRequest) => socket.send(JSON.stringify(message));
  say({ type: "start", turn, language: "en-US", agentId: talker.agentId });
  const began = now();
  for (const [index, frame] of frames.entries()) {
    await sleep(Math.max(0, began + (index + 1) * FRAME_MS - now()));
    socket.send(frame);
  }
  say({ type: "end", turn });
  const endedAt = now();
  const text = await heard(turn);
  const textAt = now();
  const firstByteAt = await firstByte(talker, text);
  return { text: textAt - endedAt, firstByte: firstByteAt - endedAt };
}

interface Microphone {
  socket: WebSocket;
  /** @throws where the turn has no text */
  heard(turn: number): Promise<string>;
}

async function openMicrophone({ cookie }: Talker): Promise<Microphone> {
  const { url } = rig.server;
  const headers = { Cookie: cookie, Origin: url };
  const socket = new WebSocket(`${url.replace("http", "ws")}/api/listen`, { headers });
  const waiting = new Map<number, (text: string | null) => void>();
  const settleAll = () => {
    for (const settle of waiting.values()) settle(null);
  };
  socket.on("close", settleAll);
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (data) => {
      const event = listenEvent.parse(JSON.parse(String(data)));
      if (event.type === "ready") resolve();
      if (event.type === "heard") waiting.get(event.turn)?.(event.text);
      if (event.type === "nothing" || event.type === "failed") waiting.get(event.turn)?.(null);
    });
  });
  return {
    socket,
    async heard(turn) {
      const text = await new Promise<string | null>((resolve) => {
        waiting.set(turn, resolve);
        setTimeout(() => resolve(null), LONGEST_MS).unref();
      });
      waiting.delete(turn);
      if (text === null) throw new Error("The turn has no text.");
      return text;
    },
  };
}

/** Asks, and reads the reply to its end. @returns when the first byte of its sound came */
async function firstByte({ cookie, agentId }: Talker, message: string): Promise<number> {
  const question = { message, generateAudio: true, soundInStream: true };
  const response = await post(cookie, `/api/agents/${agentId}/chat/stream`, question);
  let heardAt: number | undefined;
  let rest = "";
  for await (const piece of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = line.startsWith("data: ") ? chatEvent.parse(JSON.parse(line.slice(6))) : null;
      if (event?.type === "sound" && event.mp3 !== "") heardAt ??= now();
    }
  }
  if (heardAt === undefined) throw new Error("The reply was not spoken.");
  return heardAt;
}
