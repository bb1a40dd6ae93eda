import { RecordingRefusal, SampleCollector } from "./sound.ts";

// Of the WAVE format (RFC 2361 and the WAVEFORMATEXTENSIBLE structure): PCM, IEEE float, and the tag that says that
// one of these follows in an extension.
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const EXTENSION_TAG_OFFSET = 24;

const RATES = { min: 8_000, max: 96_000 };
const MAX_CHANNELS = 8;

interface Form {
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytesPerFrame: number;
  readonly sample: (view: DataView, position: number) => number;
}

/** Whether these bytes begin like a WAV file, or its big brother for long ones. */
export function isWav(bytes: Uint8Array): boolean {
  const name = text(bytes, 0);
  return (name === "RIFF" || name === "RF64") && text(bytes, 8) === "WAVE";
}

/**
 * The sound of a WAV file, its channels mixed to one. Sizes in its header are not believed: recorders that write as
 * they go leave 0 or the largest number there, and a file may be cut short.
 *
 * @throws RecordingRefusal
 */
export function readWav(bytes: Uint8Array): { sampleRate: number; samples: Float32Array } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let form: Form | undefined;
  for (let position = 12; position + 8 <= bytes.length; ) {
    const name = text(bytes, position);
    const size = view.getUint32(position + 4, true);
    const start = position + 8;
    if (name === "fmt ") form = readForm(view, start, Math.min(size, bytes.length - start));
    if (name === "data") {
      if (form === undefined) throw new RecordingRefusal("damaged_audio", "sound before its form");
      const end = size === 0 ? bytes.length : Math.min(start + size, bytes.length);
      return { sampleRate: form.sampleRate, samples: mix(view, start, end, form) };
    }
    position = start + size + (size % 2);
  }
  throw new RecordingRefusal("damaged_audio", "a WAV file without sound");
}

function readForm(view: DataView, start: number, size: number): Form {
  if (size < 16) throw new RecordingRefusal("damaged_audio", "a form that is cut short");
  const tag = view.getUint16(start, true);
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const bytesPerFrame = view.getUint16(start + 12, true);
  const bits = view.getUint16(start + 14, true);
  const isExtended = tag === EXTENSIBLE && size >= EXTENSION_TAG_OFFSET + 2;
  const kind = isExtended ? view.getUint16(start + EXTENSION_TAG_OFFSET, true) : tag;
  const sample = readers[`${kind}:${bits}`];
  if (sample === undefined) throw new RecordingRefusal("unsupported_audio", `WAV form ${kind} with ${bits} bits`);
  if (sampleRate < RATES.min || sampleRate > RATES.max)
    throw new RecordingRefusal("unsupported_audio", `${sampleRate} samples per second`);
  if (channels === 0 || channels > MAX_CHANNELS || bytesPerFrame !== (channels * bits) / 8)
    throw new RecordingRefusal("damaged_audio", `${channels} channels in frames of ${bytesPerFrame} bytes`);
  return { sampleRate, channels, bytesPerFrame, sample };
}

const readers: Record<string, Form["sample"]> = {
  [`${PCM}:8`]: (view, position) => (view.getUint8(position) - 0x80) / 0x80,
  [`${PCM}:16`]: (view, position) => view.getInt16(position, true) / 0x8000,
  [`${PCM}:24`]: (view, position) => (view.getUint8(position) + view.getInt16(position + 1, true) * 0x100) / 0x80_0000,
  [`${PCM}:32`]: (view, position) => view.getInt32(position, true) / 0x8000_0000,
  [`${FLOAT}:32`]: (view, position) => tame(view.getFloat32(position, true)),
  [`${FLOAT}:64`]: (view, position) => tame(view.getFloat64(position, true)),
};

/** A float may be anything; one NaN would spread over all that is computed from it. */
const tame = (value: number) => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0);

const FRAMES_AT_ONCE = 65_536;

function mix(view: DataView, start: number, end: number, form: Form): Float32Array {
  const { channels, bytesPerFrame, sample } = form;
  const bytesPerSample = bytesPerFrame / channels;
  const frames = Math.floor((end - start) / bytesPerFrame);
  const collected = new SampleCollector(form.sampleRate);
  for (let first = 0; first < frames; first += FRAMES_AT_ONCE) {
    const piece = new Float32Array(Math.min(FRAMES_AT_ONCE, frames - first));
    for (let index = 0; index < piece.length; index += 1) {
      const position = start + (first + index) * bytesPerFrame;
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1) sum += sample(view, position + channel * bytesPerSample);
      piece[index] = sum / channels;
    }
    collected.add(piece);
  }
  return collected.all();
}

function text(bytes: Uint8Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + 4));
}
