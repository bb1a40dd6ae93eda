import {
  ADTS,
  type AudioCodec,
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MATROSKA,
  MkvOutputFormat,
  MP3,
  MP4,
  OGG,
  Output,
  QTFF,
  WAVE,
  WEBM,
} from "mediabunny";
import { OpusDecoder } from "opus-decoder";
import { decodeWithFfmpeg } from "./ffmpeg.ts";
import { decodePcm, withSizes } from "./pcm.ts";
import { MAX_SECONDS, RecordingRefusal, SAMPLE_RATE, SampleCollector, untilBroken } from "./sound.ts";

/** Names and declared types are ignored: the first bytes decide. */
const FORMATS = [WAVE, WEBM, MATROSKA, OGG, MP4, QTFF, MP3, ADTS, FLAC];

/** 16 kHz mono samples from -1 to 1, up to where an incomplete file breaks off. Throws RecordingRefusal. */
export async function decodeRecording(bytes: Uint8Array): Promise<Float32Array> {
  const samples = await decodeContainer(withSizes(bytes));
  if (samples.length === 0) throw new RecordingRefusal("damaged_audio", "no sound in it");
  return samples;
}

async function decodeContainer(bytes: Uint8Array): Promise<Float32Array> {
  using input = new Input({ source: boundedSource(bytes), formats: FORMATS });
  // canRead() throws for a file that is shorter than a signature it looks for.
  if (!(await input.canRead().catch(() => false))) throw new RecordingRefusal("not_audio", "no known container");
  const track = await firstAudioTrack(input);
  const codec = await track.getCodec();
  if (codec === "opus") return await decodeOpus(track);
  if (codec?.startsWith("pcm-")) return await decodePcm(track);
  if (codec === null) throw new RecordingRefusal("unsupported_audio", `codec ${await track.getInternalCodecId()}`);
  return decodeWithFfmpeg(await asMatroska(track, codec));
}

const FEWEST_READS = 10_000;

/** In a damaged Matroska file mediabunny 1.61 searches for ever, so its reads are bounded. */
function boundedSource(bytes: Uint8Array): BufferSource {
  const source = new BufferSource(bytes);
  const read: unknown = Reflect.get(source, "_read");
  if (typeof read !== "function") throw new Error("The source of mediabunny has no _read.");
  let left = bytes.length + FEWEST_READS;
  Reflect.set(source, "_read", (...range: unknown[]): unknown => {
    left -= 1;
    if (left < 0) throw new RecordingRefusal("damaged_audio", "its parts are not found");
    return Reflect.apply(read, source, range);
  });
  return source;
}

async function firstAudioTrack(input: Input): Promise<InputAudioTrack> {
  let track: InputAudioTrack | null;
  try {
    track = await input.getPrimaryAudioTrack();
  } catch (error) {
    const isUnsupported = error instanceof Error && error.message.startsWith("Unsupported");
    const reason = isUnsupported ? "unsupported_audio" : "damaged_audio";
    throw new RecordingRefusal(reason, "its tracks can't be read", { cause: error });
  }
  if (track !== null) return track;
  // A file that breaks off before its description has no tracks; a video without sound has others.
  const others = await input.getTracks().catch(() => []);
  throw new RecordingRefusal(others.length === 0 ? "damaged_audio" : "not_audio", "no audio track");
}

/** libopus itself mixes to mono and resamples. */
async function decodeOpus(track: InputAudioTrack): Promise<Float32Array> {
  const header = opusHeader((await track.getDecoderConfig())?.description);
  if (header.mappingFamily !== 0) throw new RecordingRefusal("unsupported_audio", "Opus with more than two channels");
  const decoder = new OpusDecoder({
    sampleRate: SAMPLE_RATE,
    channels: 1,
    streamCount: 1,
    coupledStreamCount: 0,
    channelMappingTable: [0],
  });
  await decoder.ready;
  try {
    const collected = new SampleCollector(SAMPLE_RATE);
    for await (const packet of untilBroken(new EncodedPacketSink(track).packets())) {
      const { channelData } = decoder.decodeFrame(packet.data);
      if (channelData[0] !== undefined) collected.add(channelData[0]);
    }
    return collected.all().subarray(Math.round((header.preSkip * SAMPLE_RATE) / OPUS_RATE));
  } finally {
    decoder.free();
  }
}

const OPUS_RATE = 48_000;

function opusHeader(description: AllowSharedBufferSource | undefined): { preSkip: number; mappingFamily: number } {
  if (description === undefined) return { preSkip: 0, mappingFamily: 0 };
  const view = ArrayBuffer.isView(description)
    ? new DataView(description.buffer, description.byteOffset, description.byteLength)
    : new DataView(description);
  if (view.byteLength < 19) return { preSkip: 0, mappingFamily: 0 };
  return { preSkip: view.getUint16(10, true), mappingFamily: view.getUint8(18) };
}

/** Rewritten, so that ffmpeg can read from a pipe and never parses an untrusted container. */
async function asMatroska(track: InputAudioTrack, codec: AudioCodec): Promise<Uint8Array> {
  const format = new MkvOutputFormat();
  if (!format.getSupportedCodecs().includes(codec)) throw new RecordingRefusal("unsupported_audio", `codec ${codec}`);
  const decoderConfig = await track.getDecoderConfig();
  if (decoderConfig === null) throw new RecordingRefusal("damaged_audio", `${codec} without its parameters`);
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  await output.start();
  let seconds = 0;
  for await (const packet of untilBroken(new EncodedPacketSink(track).packets())) {
    seconds += Math.max(0, packet.duration);
    if (seconds > MAX_SECONDS) throw new RecordingRefusal("too_long", `more than ${MAX_SECONDS} s`);
    await source.add(packet, { decoderConfig });
  }
  if (seconds === 0) throw new RecordingRefusal("damaged_audio", "no packets");
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer(0));
}
