import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { asPcm } from "#tests/e2e/support/web-audio-microphone.ts";
import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import { type Background, backgroundOf } from "./backgrounds.ts";
import { now } from "./clock.ts";
import { describeMachine, writeSection } from "./latest.ts";
import { liveTable, type Way } from "./live-table.ts";
import { type Language, type Recording, recordAll } from "./recordings.ts";
import { newWalker, startBrowser, startVoiceRig, startWalk, stateOf, usualPace, type Walker } from "./rig.ts";
import { type Outcome, outcomeOf } from "./stages.ts";

/**
 * From the last voiced frame of what a person says to the pet's first sound, in a real browser at a phone's size, with
 * the built product and engines of usual delays:
 *
 *   npm run build && npm run bench:voice -- --live [--set unseen] [--utterances 15] [--ways live,today,later]
 *     [--roundTrip 80] [--json FILE] [--write]
 *
 * Three ways, in turns with each utterance:
 *
 * - live: the product's own, heard while it is said;
 * - today: the socket can't be opened, so that a recording is uploaded after 0.7 s of silence;
 * - later: the same after 2 s of silence, as call modes commonly do.
 *
 * `--roundTrip`: calls of the page are answered so many ms later, as on a phone; what goes over the socket is not.
 */
const { values } = parseArgs({
  options: {
    live: { type: "boolean" },
    set: { type: "string", default: "seen" },
    utterances: { type: "string", default: "15" },
    ways: { type: "string", default: "live,today,later" },
    roundTrip: { type: "string", default: "0" },
    json: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

interface WayOptions {
  pauseMs: number;
  isSocketBlocked: boolean;
}

const ways = {
  live: { pauseMs: 700, isSocketBlocked: false },
  today: { pauseMs: 700, isSocketBlocked: true },
  later: { pauseMs: 2000, isSocketBlocked: true },
} as const satisfies Record<Way, WayOptions>;
const isWay = (name: string): name is Way => name in ways;

/** A new noise is the room's to the page after 2.4 s; without noise it need not learn. */
const SETTLE_MS = { quiet: 400, others: 2600 };
/** Nothing was asked where the page listens again for so long after the last word. */
const NOTHING_MS = 3500;
const LONGEST_MS = 25_000;
/** Of what is played after its first moment. */
const CLIP_SPEED = 16;

const startedAt = new Date();
const set = values.set === "unseen" ? "unseen" : "seen";
const recordings = chosen(await recordAll(set), Number(values.utterances));
const sounds = new Map<Background, string>();
for (const { sound } of recordings) if (!sounds.has(sound)) sounds.set(sound, asPcm(await backgroundOf(sound)));
const rig = await startVoiceRig(usualPace);
const browser = await startBrowser();
try {
  const walkers = new Map<Way, Walker>();
  for (const way of values.ways.split(",").filter(isWay)) walkers.set(way, await openWalker(way));
  const outcomes = await measureAll(walkers);
  const text = `${describeMachine(startedAt)}\n\n${liveTable(outcomes)}`;
  console.log(text);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ startedAt, outcomes }, null, 1));
  if (values.write) writeSection(set === "seen" ? "live" : "unseen", text);
} finally {
  await browser.close();
  await rig.stop();
}

/** As many as wanted, spread over all, again from the first where they are more. */
function chosen(all: readonly Recording[], count: number): Recording[] {
  if (count >= all.length) return Array.from({ length: count }, (_, index) => all[index % all.length] ?? []).flat();
  return all.filter(
    (_, index) => Math.floor((index * count) / all.length) < Math.floor(((index + 1) * count) / all.length),
  );
}

async function openWalker(way: Way): Promise<Walker> {
  const { pauseMs, isSocketBlocked } = ways[way];
  const walker = await newWalker(browser, rig.server.url, { isSocketBlocked, speed: CLIP_SPEED });
  await delayCalls(walker, Number(values.roundTrip));
  await walker.page.addInitScript((pause) => localStorage.setItem("walk-pause-ms", pause), String(pauseMs));
  return walker;
}

async function delayCalls({ page }: Walker, latency: number): Promise<void> {
  if (latency === 0) return;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  const unbounded = { downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Network.emulateNetworkConditions", { offline: false, latency, ...unbounded });
}

async function measureAll(walkers: ReadonlyMap<Way, Walker>): Promise<Record<Way, Outcome[]>> {
  const outcomes: Record<Way, Outcome[]> = { live: [], today: [], later: [] };
  let language: Language | undefined;
  for (const [index, recording] of recordings.entries()) {
    if (recording.language !== language) {
      language = recording.language;
      for (const [way, walker] of walkers) {
        await startWalk(walker, rig.server.url, language);
        // The first answer in a language after a start is not measured: the server learns the language with it.
        await measure(walker, way, recording);
      }
    }
    for (const [way, walker] of walkers) {
      const outcome = await measure(walker, way, recording);
      outcomes[way].push(outcome);
      process.stderr.write(`${index + 1}/${recordings.length} ${way}: ${shortly(outcome)}\n`);
    }
  }
  return outcomes;
}

async function measure({ page }: Walker, way: Way, recording: Recording): Promise<Outcome> {
  const { azure, model } = rig;
  const { pauseMs, isSocketBlocked } = ways[way];
  await page.evaluate(([pcm, rate]) => playedMicrophone.surround(pcm, rate), [
    sounds.get(recording.sound) ?? "",
    SPOKEN_RATE,
  ] as const);
  await sleep(recording.sound === "quiet" ? SETTLE_MS.quiet : SETTLE_MS.others);
  azure.recording = recording;
  const began = now();
  const voicedUntil = await page.evaluate(([pcm, rate]) => playedMicrophone.say(pcm, rate), [
    asPcm(recording.samples),
    SPOKEN_RATE,
  ] as const);
  await untilListening(page, voicedUntil);
  const events = (await page.evaluate(() => voiceWatch.events)).filter(({ at }) => at >= began);
  return outcomeOf({
    recording,
    voicedUntil,
    pauseMs: isSocketBlocked ? pauseMs : null,
    events,
    recognitions: azure.recognitions.filter(({ beganAt }) => beganAt >= began),
    calls: model.calls.filter(({ askedAt }) => askedAt >= began),
    syntheses: azure.syntheses.filter(({ askedAt }) => askedAt >= began),
  });
}

/** Until everything that was said was answered and heard, and the page listens again. */
async function untilListening(page: Walker["page"], voicedUntil: number): Promise<void> {
  let since = now();
  for (;;) {
    await sleep(100);
    const isListening = (await stateOf(page)) === "Listening";
    if (!isListening) since = now();
    // The model may be asked while the page still listens; the synthesizer is asked for the pet's turn alone.
    const isAnswered = rig.azure.syntheses.some(({ askedAt }) => askedAt > voicedUntil && since > askedAt);
    if (isListening && isAnswered && now() - since > 300) return;
    if (isListening && now() - Math.max(since, voicedUntil) > NOTHING_MS) return;
    if (now() - voicedUntil > LONGEST_MS) return;
  }
}

function shortly({ reached, ownMs, isCutOff, isWhole, question }: Outcome): string {
  const sound = reached === null ? "no sound" : `${reached.playing.toFixed(0)} ms, own ${ownMs.toFixed(0)} ms`;
  return `${sound}${isCutOff ? ", cut off" : ""}${isWhole ? "" : `, not whole${set === "seen" ? `: ${question}` : ""}`}`;
}
