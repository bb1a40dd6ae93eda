import { setMaxListeners } from "node:events";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { entry } from "#server/platform/threads/entry.ts";
import { recordingOf, sound, tone, wavOf } from "#tests/support/recordings.ts";
import { createRecordingReader, ReaderBusyError } from "./read-recording.ts";
import { RecordingRefusal } from "./sound.ts";

const calm = () => new AbortController().signal;
const beep = () => wavOf(sound(0.5, tone(440)));

/** A thread that answers every job like this. */
function thread(answer: string, resourceLimits = {}): Worker {
  const script = `const { parentPort } = require("node:worker_threads");
    parentPort.on("message", () => { ${answer} });
    parentPort.postMessage({ kind: "ready" });`;
  return new Worker(script, { eval: true, resourceLimits });
}
const answering = "parentPort.postMessage({ kind: 'sound', samples: new Int16Array(8000), secondsOfSpeech: 0 })";

describe("reading recordings in threads", () => {
  it("gives samples, their length and how much of it is speech", async () => {
    const reader = createRecordingReader();
    const heard = await reader.read(await recordingOf("opus.webm"), calm());
    expect(heard.seconds).toBeCloseTo(4.56, 1);
    expect(heard.samples).toHaveLength(heard.seconds * 16_000);
    expect(heard.secondsOfSpeech).toBeGreaterThan(2);
    await expect(reader.read(new Uint8Array(100), calm())).rejects.toMatchObject({ reason: "not_audio" });
  });

  it("reads many at once with two threads, and leaves the sender's bytes alone", async () => {
    let started = 0;
    const reader = createRecordingReader({
      startWorker: () => {
        started += 1;
        const { url, execArgv } = entry(import.meta.url, "./decode-worker");
        return new Worker(url, { execArgv });
      },
    });
    const bytes = beep();
    const sounds = await Promise.all(Array.from({ length: 8 }, () => reader.read(bytes, calm())));
    expect(sounds.map(({ seconds }) => seconds)).toEqual(Array(8).fill(0.5));
    expect(started).toBe(2);
    expect(bytes.length).toBeGreaterThan(44);
  });

  it("loads a thread before there is anything to read, once", async () => {
    let started = 0;
    const reader = createRecordingReader({
      startWorker: () => {
        started += 1;
        return thread(answering);
      },
    });
    reader.prepare();
    reader.prepare();
    await expect.poll(() => started).toBe(1);
    expect(await reader.read(beep(), calm())).toMatchObject({ seconds: 0.5 });
  });

  it("blames a file that takes too long, and starts another thread", async () => {
    const answers = ["for (;;);", answering];
    const reader = createRecordingReader({ timeoutMs: 200, startWorker: () => thread(answers.shift() ?? "") });
    await expect(reader.read(beep(), calm())).rejects.toMatchObject({ reason: "damaged_audio" });
    expect(await reader.read(beep(), calm())).toMatchObject({ seconds: 0.5 });
  });

  it("blames a file that takes too much memory", async () => {
    const hungry = "const all = []; for (;;) all.push(new Array(1000).fill({}));";
    const reader = createRecordingReader({ startWorker: () => thread(hungry, { maxOldGenerationSizeMb: 8 }) });
    await expect(reader.read(beep(), calm())).rejects.toMatchObject({ reason: "damaged_audio" });
  });

  it("replaces a thread that dies, and does not blame the file", async () => {
    const answers = ["process.exit(3)", "throw new Error('boom')", answering];
    const reader = createRecordingReader({ threads: 1, startWorker: () => thread(answers.shift() ?? "") });
    for (const cause of ["code 3", "boom"]) {
      const error: unknown = await reader.read(beep(), calm()).catch((caught: unknown) => caught);
      expect(error).not.toBeInstanceOf(RecordingRefusal);
      expect(error).toMatchObject({ message: expect.stringContaining(cause) });
    }
    expect(await reader.read(beep(), calm())).toMatchObject({ seconds: 0.5 });
  });

  it("stops waiting at once when it is called off, and takes no more than it can hold", async () => {
    const reader = createRecordingReader({ threads: 1, timeoutMs: 500, startWorker: () => thread("for (;;);") });
    const controller = new AbortController();
    setMaxListeners(20, controller.signal);
    const readings = Array.from({ length: 17 }, () => reader.read(beep(), controller.signal));
    await expect(reader.read(beep(), calm())).rejects.toBeInstanceOf(ReaderBusyError);
    controller.abort();
    for (const reading of await Promise.allSettled(readings))
      expect(reading).toMatchObject({ status: "rejected", reason: controller.signal.reason });
  });
});
