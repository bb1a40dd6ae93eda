import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { CDPSession } from "@playwright/test";
import { asPcm } from "#tests/e2e/support/web-audio-microphone.ts";
import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import { memoryOf } from "../processes.ts";
import { now } from "./clock.ts";
import { describeMachine, writeSection } from "./latest.ts";
import { recordAll } from "./recordings.ts";
import { newWalker, startBrowser, startVoiceRig, startWalk, stateOf, type VoicePace } from "./rig.ts";

/**
 * An hour's walk in short: as many turns as an hour has (one each twelve seconds), with engines that take next to no time:
 *
 *   npm run build && npm run bench:voice -- --walk [--turns 300] [--write]
 *
 * Ten times the socket is cut, three times the page is hidden and shown, and three times the microphone is taken away. It
 * prints the memory of page (after a forced collection) and server at each tenth, what was asked and answered,
 * and how often timers of less than 100 ms ran in the page while nothing was said.
 */
const { values } = parseArgs({
  options: {
    walk: { type: "boolean" },
    turns: { type: "string", default: "300" },
    write: { type: "boolean", default: false },
  },
});

const quickPace: VoicePace = {
  resultMs: 5,
  workPerSecond: 0,
  firstBytesMs: 5,
  soundSpeed: 200,
  firstTokenMs: 5,
  tokenMs: 1,
};
const PAUSE_MS = 300;
const TENTHS = 10;
const TURN_LIMIT_MS = 15_000;
/** In which nothing is said, to count timers. */
const QUIET_MS = 10_000;
/** As long as a page is hidden when somebody looks at a message. */
const HIDDEN_MS = 1500;

interface Sample {
  turns: number;
  asked: number;
  pageMb: number;
  serverMb: number;
}

const startedAt = new Date();
const turns = Number(values.turns);
const recording = (await recordAll("seen")).find(({ language, pause }) => language === "en-US" && pause === 0);
if (recording === undefined) throw new Error("There is no short recording.");
const spokenPcm = asPcm(recording.samples);
const rig = await startVoiceRig(quickPace);
rig.azure.recording = recording;
const browser = await startBrowser();
try {
  const walker = await newWalker(browser, rig.server.url, { isSocketBlocked: false, speed: 16 });
  const { page } = walker;
  await page.addInitScript((ms) => localStorage.setItem("walk-pause-ms", String(ms)), PAUSE_MS);
  await page.addInitScript(countShortTimers);
  await startWalk(walker, rig.server.url, recording.language);
  const devtools = await page.context().newCDPSession(page);
  const samples: Sample[] = [];
  let [cuts, unanswered] = [0, 0];
  for (let turn = 1; turn <= turns; turn++) {
    const tenth = Math.floor((turn * TENTHS) / turns) - Math.floor(((turn - 1) * TENTHS) / turns);
    const before = rig.model.calls.length;
    // In the middle of what is said, so that the turn has to be saved.
    const said = page.evaluate(([pcm, rate]) => playedMicrophone.say(pcm, rate), [spokenPcm, SPOKEN_RATE] as const);
    if (tenth > 0) {
      await sleep(300);
      cuts += await page.evaluate(() => voiceWatch.breakSockets());
    }
    await said;
    const isDone = await isAnswered(before);
    // What this bench itself keeps of the turn is none of the page's.
    const events = await page.evaluate(() => voiceWatch.events.splice(0));
    if (!isDone) {
      unanswered++;
      process.stderr.write(`turn ${turn} had no answer: ${JSON.stringify(events)}\n`);
    }
    if (tenth > 0) {
      samples.push(await sampleAt(devtools, turn));
      process.stderr.write(`${JSON.stringify(samples.at(-1))}\n`);
      if (samples.length % 3 === 1) await hideAndShow();
      if (samples.length % 3 === 2) await takeMicrophone();
    }
  }
  const short = await shortTimersInQuiet();
  const text = [
    describeMachine(startedAt),
    "",
    `${turns} turns, ${rig.model.calls.length} questions at the model, ${unanswered} turns without an answer; ${cuts} sockets cut. In ${QUIET_MS / 1000} s in which nothing was said, timers of less than 100 ms ran ${short.timers} times, animation frames ${short.frames} times.`,
    "",
    "| after turns | page, MB | server, MB |",
    "| --- | --- | --- |",
    ...samples.map(
      ({ turns: after, pageMb, serverMb }) => `| ${after} | ${pageMb.toFixed(1)} | ${serverMb.toFixed(0)} |`,
    ),
  ].join("\n");
  console.log(text);
  if (values.write) writeSection("walk", text);

  /** Waits until the pet has answered and the page listens again. */
  async function isAnswered(before: number): Promise<boolean> {
    const began = now();
    let since = now();
    while (now() - began < TURN_LIMIT_MS) {
      await sleep(50);
      if ((await stateOf(page)) !== "Listening") since = now();
      if (rig.model.calls.length > before && now() - since > 150) return true;
    }
    return rig.model.calls.length > before;
  }

  async function hideAndShow(): Promise<void> {
    await page.evaluate(setVisibility, "hidden" as const);
    await sleep(HIDDEN_MS);
    await page.evaluate(setVisibility, "visible" as const);
    await listensAgain();
  }

  async function takeMicrophone(): Promise<void> {
    await page.evaluate(() => playedMicrophone.take());
    await sleep(HIDDEN_MS);
    await listensAgain();
  }

  /** By itself, or by a tap where the page asks for one. */
  async function listensAgain(): Promise<void> {
    const listening = page.getByRole("heading", { name: "Listening" });
    const tap = page.getByRole("button", { name: /^(Try again|Go on|Start the walk)$/ });
    await listening.or(tap).first().waitFor();
    if (await tap.first().isVisible()) await tap.first().click();
    await listening.waitFor();
  }

  async function shortTimersInQuiet(): Promise<{ timers: number; frames: number }> {
    await sleep(1000);
    const before = await page.evaluate(() => ({ ...shortTimers }));
    await sleep(QUIET_MS);
    const after = await page.evaluate(() => ({ ...shortTimers }));
    return { timers: after.timers - before.timers, frames: after.frames - before.frames };
  }
} finally {
  await browser.close();
  await rig.stop();
}

async function sampleAt(devtools: CDPSession, after: number): Promise<Sample> {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const serverMb = memoryOf([rig.server.pid]);
  return { turns: after, asked: rig.model.calls.length, pageMb: usedSize / 2 ** 20, serverMb };
}

declare global {
  var shortTimers: { timers: number; frames: number };
}

/** Runs in the page, as does the next. */
function setVisibility(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}

function countShortTimers(): void {
  globalThis.shortTimers = { timers: 0, frames: 0 };
  const { setTimeout: timeout, setInterval: interval, requestAnimationFrame: frame } = globalThis;
  const counted = (run: TimerHandler, ms: number) =>
    typeof run !== "function" || ms >= 100
      ? run
      : (...given: unknown[]) => {
          shortTimers.timers++;
          Reflect.apply(run, globalThis, given);
        };
  Object.assign(globalThis, {
    setTimeout: (run: TimerHandler, ms = 0, ...given: unknown[]) => timeout(counted(run, ms), ms, ...given),
    setInterval: (run: TimerHandler, ms = 0, ...given: unknown[]) => interval(counted(run, ms), ms, ...given),
    requestAnimationFrame: (run: FrameRequestCallback) =>
      frame((time) => {
        shortTimers.frames++;
        run(time);
      }),
  });
}
