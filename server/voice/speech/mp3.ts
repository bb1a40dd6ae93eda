// ISO/IEC 11172-3 and 13818-3. At a constant bit rate two streams put together are one.

/** Drops tags and index frames, which would lie about the whole. */
export function joinMp3(clips: readonly Uint8Array[]): Uint8Array {
  return concatenate(clips.flatMap((clip) => audioFrames(clip).map(({ start, end }) => clip.subarray(start, end))));
}

export function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export function createFrameReader(): (piece: Uint8Array) => Uint8Array {
  let rest = new Uint8Array(0);
  let isBegun = false;
  return (piece) => {
    rest = concatenate([rest, piece]);
    if (!isBegun) {
      const start = afterId3(rest);
      if (rest.length < Math.max(ID3_HEADER, start)) return new Uint8Array(0);
      rest = rest.subarray(start);
      isBegun = true;
    }
    const frames: Uint8Array[] = [];
    let position = 0;
    while (position + FRAME_HEADER <= rest.length) {
      const frame = readFrame(rest, position);
      if (frame !== null && frame.end > rest.length) break;
      if (frame !== null && !isIndexFrame(rest, frame)) frames.push(rest.subarray(frame.start, frame.end));
      position = frame?.end ?? position + 1;
    }
    rest = rest.subarray(position);
    return concatenate(frames);
  };
}

/** Where the first bytes are those of an MP3. */
export const beginsMp3 = (bytes: Uint8Array): boolean =>
  fourCharacters(bytes, 0).startsWith("ID3") || readFrame(bytes, 0) !== null;

/** In seconds. */
export function mp3Duration(bytes: Uint8Array): number {
  return audioFrames(bytes).reduce((seconds, frame) => seconds + frame.samples / frame.sampleRate, 0);
}

/** Samples a second; undefined where there is no sound. */
export const mp3Rate = (bytes: Uint8Array): number | undefined => audioFrames(bytes)[0]?.sampleRate;

export interface Mp3Frame {
  readonly start: number;
  readonly end: number;
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** kbit/s */
  readonly bitRate: number;
  readonly samples: number;
}

/** Skips what lies between frames and leaves out a cut last one. */
export function audioFrames(bytes: Uint8Array): Mp3Frame[] {
  const frames: Mp3Frame[] = [];
  let position = afterId3(bytes);
  while (position + FRAME_HEADER <= bytes.length) {
    const frame = readFrame(bytes, position);
    if (!frame || frame.end > bytes.length) {
      position += 1;
      continue;
    }
    if (!isIndexFrame(bytes, frame)) frames.push(frame);
    position = frame.end;
  }
  return frames;
}

const FRAME_HEADER = 4;
const ID3_HEADER = 10;

const bitRatesMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitRatesMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const sampleRates: Record<number, readonly number[]> = {
  3: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  0: [11_025, 12_000, 8_000],
};

function readFrame(bytes: Uint8Array, start: number): Mp3Frame | null {
  const [sync = 0, kind = 0, rates = 0, mode = 0] = bytes.subarray(start, start + 4);
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || ((kind >> 1) & 3) !== 1) return null;
  const version = (kind >> 3) & 3;
  const bitRate = (version === 3 ? bitRatesMpeg1 : bitRatesMpeg2)[rates >> 4];
  const sampleRate = sampleRates[version]?.[(rates >> 2) & 3];
  if (!bitRate || !sampleRate) return null;
  const samples = version === 3 ? 1152 : 576;
  const length = Math.floor((samples / 8) * ((bitRate * 1000) / sampleRate)) + ((rates >> 1) & 1);
  const channels = mode >> 6 === 3 ? 1 : 2;
  return { start, end: start + length, sampleRate, channels, bitRate, samples };
}

/** Frames without sound that count the others: Xing and Info after the side information, VBRI at 36. */
function isIndexFrame(bytes: Uint8Array, frame: Mp3Frame): boolean {
  const sideInformation = frame.samples === 1152 ? (frame.channels === 1 ? 17 : 32) : frame.channels === 1 ? 9 : 17;
  const name = fourCharacters(bytes, frame.start + 4 + sideInformation);
  return name === "Xing" || name === "Info" || fourCharacters(bytes, frame.start + 36) === "VBRI";
}

function afterId3(bytes: Uint8Array): number {
  if (bytes.length < ID3_HEADER || !fourCharacters(bytes, 0).startsWith("ID3")) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10);
  return ID3_HEADER + (a << 21) + (b << 14) + (c << 7) + d;
}

function fourCharacters(bytes: Uint8Array, position: number): string {
  return String.fromCharCode(...bytes.subarray(position, position + 4));
}
