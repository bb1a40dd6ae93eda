import { AudioSampleSink, type InputAudioTrack } from "mediabunny";
import { resample } from "./resample.ts";
import { RecordingRefusal, SampleCollector, untilBroken } from "./sound.ts";

const RATES = { min: 8_000, max: 96_000 };
const MAX_CHANNELS = 8;

/** Decodes a track of uncompressed samples to mono samples. */
export async function decodePcm(track: InputAudioTrack): Promise<Float32Array> {
  const sampleRate = await track.getSampleRate();
  const channels = await track.getNumberOfChannels();
  if (sampleRate < RATES.min || sampleRate > RATES.max)
    throw new RecordingRefusal("unsupported_audio", `${sampleRate} samples per second`);
  if (channels > MAX_CHANNELS) throw new RecordingRefusal("damaged_audio", `${channels} channels`);
  const collected = new SampleCollector(sampleRate);
  for await (const piece of untilBroken(new AudioSampleSink(track).samples())) {
    const mono = new Float32Array(piece.numberOfFrames);
    const channel = new Float32Array(piece.numberOfFrames);
    for (let planeIndex = 0; planeIndex < channels; planeIndex += 1) {
      piece.copyTo(channel, { planeIndex, format: "f32-planar" });
      for (let index = 0; index < mono.length; index += 1)
        mono[index] = (mono[index] ?? 0) + clampSample(channel[index] ?? 0) / channels;
    }
    piece.close();
    collected.add(mono);
  }
  return resample(collected.all(), sampleRate);
}

/** Float samples may hold anything, and one NaN would spread to everything that is computed from it. */
const clampSample = (value: number) => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0);

const TO_THE_END = 0xffff_ffff;

/**
 * Recorders that write a WAV file while they record leave sizes in it at 0, which would mean no sound; this fills them in.
 */
export function withSizes(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (position: number) => file.toString("latin1", position, position + 4);
  if (name(0) !== "RIFF" || name(8) !== "WAVE") return bytes;
  if (file.readUInt32LE(4) === 0) file.writeUInt32LE(TO_THE_END, 4);
  for (let position = 12; position + 8 <= file.length; ) {
    const size = file.readUInt32LE(position + 4);
    if (size === 0 && name(position) === "data") file.writeUInt32LE(TO_THE_END, position + 4);
    position += 8 + size + (size % 2);
  }
  return bytes;
}
