import { setTimeout as sleep } from "node:timers/promises";
import type { CDPSession } from "@playwright/test";
import { asPcm } from "#tests/e2e/support/web-audio-microphone.ts";
import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import { memoryOf } from "../processes.ts";
import type { Table } from "../results.ts";
import { now } from "./page.ts";
import { recordAll } from "./recordings.ts";
import { newWalker, startBrowser, startVoiceRig, startWalk, stateOf, type VoiceRig, type Walker } from "./rig.ts";

const quickPace = { resultMs: 5, firstBytesMs: 5, soundSpeed: 200, firstTokenMs: 5, tokenMs: 1 } as const;
const TENTHS = 10;
const TURN_LIMIT_MS = 15_000;
/** As long as a page is hidden when somebody looks at a message. */
const HIDDEN_MS = 1500;

/**
 * An hour's walk in short, with engines that take next to no time. Ten times the socket is cut, three times the page is hidden and
 * shown, three times the microphone is taken away; the memory of page and server at each tenth.
 */
export async function measureWalk({ turns }: { turns: number }): Promise<Table> {
  const recording = (await recordAll("seen")).find(({ language, pause }) => language === "en-US" && pause === 0);
  if (recording === undefined) throw new Error("There is no short recording.");
  const spoken = [asPcm(recording.samples), SPOKEN_RATE] as const;
  const rig = await startVoiceRig(quickPace);
  const browser = await startBrowser();
  try {
    const walker = await newWalker(browser, rig.server.url, 16);
    const { page } = walker;
    await startWalk(walker, rig.server.url, recording.language);
    const devtools = await page.context().newCDPSession(page);
    const rows: Table["rows"] = [];
    let [cuts, unanswered] = [0, 0];
    for (let turn = 1; turn <= turns; turn++) {
      const isTenth = Math.floor((turn * TENTHS) / turns) > Math.floor(((turn - 1) * TENTHS) / turns);
      const before = rig.model.calls.length;
      rig.speech.saying = { recording, startedAt: now() };
      const said = page.evaluate(([pcm, rate]) => playedMicrophone.say(pcm, rate), spoken);
      // In the middle of what is said, so that the turn has to be saved.
      if (isTenth) await sleep(300);
      if (isTenth) cuts += await page.evaluate(() => voiceWatch.breakSockets());
      await said;
      if (!(await isAnswered(rig, page, before))) unanswered++;
      // What this bench itself keeps of the turn is none of the page's.
      await page.evaluate(() => voiceWatch.events.splice(0));
      if (!isTenth) continue;
      rows.push({ "after turns": turn, ...(await memoryNow(rig, devtools)), "sockets cut": cuts, unanswered });
      if (rows.length % 3 === 1) await hideAndShow(page);
      if (rows.length % 3 === 2) await takeMicrophone(page);
    }
    return { title: `A walk of ${turns} turns`, rows };
  } finally {
    await browser.close();
    await rig.stop();
  }
}

/** Waits until the pet has answered and the page listens again. */
async function isAnswered({ model }: VoiceRig, page: Walker["page"], before: number): Promise<boolean> {
  let since = now();
  for (const late = now() + TURN_LIMIT_MS; now() < late; await sleep(50)) {
    if ((await stateOf(page)) !== "Listening") since = now();
    if (model.calls.length > before && now() - since > 150) return true;
  }
  return model.calls.length > before;
}

async function hideAndShow(page: Walker["page"]): Promise<void> {
  await page.evaluate(setVisibility, "hidden" as const);
  await sleep(HIDDEN_MS);
  await page.evaluate(setVisibility, "visible" as const);
  await listensAgain(page);
}

async function takeMicrophone(page: Walker["page"]): Promise<void> {
  await page.evaluate(() => playedMicrophone.take());
  await sleep(HIDDEN_MS);
  await listensAgain(page);
}

/** By itself, or by a tap where the page asks for one. */
async function listensAgain(page: Walker["page"]): Promise<void> {
  const tap = page.getByRole("button", { name: /^(Try again|Go on|Start the walk)$/ }).first();
  for (const late = now() + TURN_LIMIT_MS; now() < late; await sleep(200)) {
    if ((await stateOf(page)) === "Listening") return;
    if (await tap.isVisible()) await tap.click();
  }
  throw new Error("The walk did not listen again.");
}

async function memoryNow({ server }: VoiceRig, devtools: CDPSession) {
  await devtools.send("HeapProfiler.collectGarbage");
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return { "page, MB": Math.round(usedSize / 2 ** 20), "server, MB": Math.round(memoryOf([server.pid])) };
}

/** Runs in the page. */
function setVisibility(state: "hidden" | "visible"): void {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}
