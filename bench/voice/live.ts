import { setTimeout as sleep } from "node:timers/promises";
import { asPcm } from "#tests/e2e/support/web-audio-microphone.ts";
import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import { spread, type Table } from "../results.ts";
import { now } from "./page.ts";
import { backgroundOf, type Recording, recordAll } from "./recordings.ts";
import {
  newWalker,
  type RecognizerKind,
  startBrowser,
  startVoiceRig,
  startWalk,
  stateOf,
  usualPace,
  type VoiceRig,
  type Walker,
} from "./rig.ts";
import { type Outcome, outcomeOf, stages } from "./stages.ts";

/** A new noise is the room's to the page after 2.4 s; without noise it need not learn. */
const SETTLE_MS = { quiet: 400, street: 2600 } as const;
/** Nothing was asked where the page listens again for so long after the last word. */
const NOTHING_MS = 3500;
const LONGEST_MS = 25_000;
/** Of what is played after its first moment. */
const CLIP_SPEED = 16;

interface LiveOptions {
  set: "seen" | "unseen";
  utterances: number;
  recognizer: RecognizerKind;
}

/** From the last voiced frame of what a person says on a walk to the pet's first sound, in a browser at a phone's size. */
export async function measureLive({ set, utterances, recognizer }: LiveOptions): Promise<Table> {
  const all = await recordAll(set);
  // Spread over all of them.
  const recordings = all.filter(
    (_, index) => Math.floor((index * utterances) / all.length) < Math.floor(((index + 1) * utterances) / all.length),
  );
  const rig = await startVoiceRig(usualPace, { recognizer });
  const browser = await startBrowser();
  try {
    const walker = await newWalker(browser, rig.server.url, CLIP_SPEED);
    const outcomes: Outcome[] = [];
    let language = "";
    for (const recording of recordings) {
      if (recording.language !== language) {
        language = recording.language;
        await startWalk(walker, rig.server.url, language);
        // The first answer in a language after a start is not measured: the server reads the language with it.
        await measure(rig, walker, recording);
      }
      outcomes.push(await measure(rig, walker, recording));
      console.error(
        `${outcomes.length}/${recordings.length}: ${outcomes.at(-1)?.reached?.playing.toFixed(0) ?? "no sound"}`,
      );
    }
    return tableOf(`${set}, ${recognizer} recognizer`, outcomes, rig.speech.recognitions.length);
  } finally {
    await browser.close();
    await rig.stop();
  }
}

async function measure(rig: VoiceRig, { page }: Walker, recording: Recording): Promise<Outcome> {
  const { speech, model } = rig;
  const background = asPcm(backgroundOf(recording.sound));
  await page.evaluate(([pcm, rate]) => playedMicrophone.surround(pcm, rate), [background, SPOKEN_RATE] as const);
  await sleep(SETTLE_MS[recording.sound]);
  const spoken = [asPcm(recording.samples), SPOKEN_RATE] as const;
  const began = now();
  speech.saying = { recording, startedAt: began };
  const voicedUntil = await page.evaluate(([pcm, rate]) => playedMicrophone.say(pcm, rate), spoken);
  await untilListening(rig, page, voicedUntil);
  return outcomeOf({
    recording,
    voicedUntil,
    events: (await page.evaluate(() => voiceWatch.events)).filter(({ at }) => at >= began),
    recognitions: speech.recognitions.filter(({ beganAt }) => beganAt >= began),
    calls: model.calls.filter(({ askedAt }) => askedAt >= began),
    syntheses: speech.syntheses.filter(({ askedAt }) => askedAt >= began),
  });
}

/** Until everything that was said was answered and heard, and the page listens again. */
async function untilListening({ speech }: VoiceRig, page: Walker["page"], voicedUntil: number): Promise<void> {
  for (let since = now(); now() - voicedUntil < LONGEST_MS; await sleep(100)) {
    if ((await stateOf(page)) !== "Listening") since = now();
    // The model may be asked while the page still listens; the synthesizer is asked for the pet's turn alone.
    const isAnswered = speech.syntheses.some(({ askedAt }) => askedAt > voicedUntil && since > askedAt);
    if (isAnswered && now() - since > 300) return;
    if (now() - Math.max(since, voicedUntil) > NOTHING_MS) return;
  }
}

function tableOf(what: string, outcomes: readonly Outcome[], asks: number): Table {
  const clean = outcomes.filter(({ reached, isCutOff, isWhole }) => reached !== null && !isCutOff && isWhole);
  const cutOff = outcomes.filter(({ isCutOff }) => isCutOff);
  const rows: Table["rows"] = [
    ...stages.map((stage) => ({
      figure: stage,
      value: spread(clean.flatMap(({ reached }) => reached?.[stage] ?? [])),
    })),
    { figure: "of it neither the wait nor engines", value: spread(clean.map(({ ownMs }) => ownMs)) },
    {
      figure: "utterances, with a pause",
      value: `${outcomes.length}, ${outcomes.filter(({ pause }) => pause > 0).length}`,
    },
    {
      figure: "cut off, of these repaired",
      value: `${cutOff.length}, ${cutOff.filter(({ isWhole }) => isWhole).length}`,
    },
    { figure: "asks of the recognizer a turn", value: (asks / outcomes.length).toFixed(2) },
    { figure: "words lost", value: outcomes.filter(({ isWhole }) => !isWhole).length },
    { figure: "no answer heard", value: outcomes.filter(({ reached }) => reached === null).length },
  ];
  return { title: `Live (${what}): ms after the last voiced frame, p50 / p95`, rows };
}
