import { wavOf } from "./wav.ts";

const SAMPLE_RATE = 8000;

let address: string | undefined;

/** The URL of a clip of 0.1 s of silence; a blob, because the page's content security policy forbids `data:`. */
export function silentClip(): string {
  address ??= URL.createObjectURL(wavOf([new Float32Array(SAMPLE_RATE / 10)], SAMPLE_RATE));
  return address;
}
