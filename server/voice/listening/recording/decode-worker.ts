import { parentPort } from "node:worker_threads";
import type { ThreadReady } from "#server/platform/threads/threads.ts";
import { decodeRecording } from "./decode.ts";
import { secondsOfSpeech } from "./hear-speech.ts";
import type { ReadingJob, ReadingResult } from "./read-recording.ts";
import { RecordingRefusal } from "./sound.ts";

// A thread of its own, because decoding blocks. One job at a time.
parentPort?.on("message", (job: ReadingJob) => {
  void run(job).then((result) =>
    parentPort?.postMessage(result, result.kind === "sound" ? [result.samples.buffer] : []),
  );
});
parentPort?.postMessage({ kind: "ready" } satisfies ThreadReady);

async function run({ bytes }: ReadingJob): Promise<ReadingResult> {
  try {
    const decoded = await decodeRecording(bytes);
    return { kind: "sound", samples: toPcm16(decoded), secondsOfSpeech: secondsOfSpeech(decoded) };
  } catch (error) {
    // Any other error of a decoder is due to the file as well.
    const reason = error instanceof RecordingRefusal ? error.reason : "damaged_audio";
    return { kind: "refused", reason, message: error instanceof Error ? error.message : String(error) };
  }
}

function toPcm16(samples: Float32Array): Int16Array<ArrayBuffer> {
  const result = new Int16Array(samples.length);
  for (let index = 0; index < samples.length; index += 1)
    result[index] = Math.round(Math.max(-1, Math.min(1, samples[index] ?? 0)) * 0x7fff);
  return result;
}
