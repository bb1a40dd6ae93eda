import { wavOf } from "./wav.ts";

const SAMPLE_RATE = 8000;

let address: string | undefined;

/** The address of a tenth of a second of silence, as a blob because the page's policy admits no `data:`. */
export function silentClip(): string {
  address ??= URL.createObjectURL(wavOf([new Float32Array(SAMPLE_RATE / 10)], SAMPLE_RATE));
  return address;
}
