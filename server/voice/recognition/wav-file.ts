import { RECORDING_RATE } from "./recognition.ts";

const HEADER_BYTES = 44;

/** The samples as a WAV file: 16 kHz, mono, 16 bits. */
export function wavFile(samples: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sound = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const file = new Uint8Array(HEADER_BYTES + sound.length);
  const view = new DataView(file.buffer);
  const write = (position: number, text: string) => file.set(new TextEncoder().encode(text), position);
  write(0, "RIFF");
  view.setUint32(4, file.length - 8, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RECORDING_RATE, true);
  view.setUint32(28, 2 * RECORDING_RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, sound.length, true);
  file.set(sound, HEADER_BYTES);
  return file;
}
