const SAMPLE_RATE = 8000;
const SAMPLES = SAMPLE_RATE / 10;
const HEADER_BYTES = 44;

let address: string | undefined;

/** The address of a tenth of a second of silence: 16-bit mono WAV, as a blob because the page's policy admits no `data:`. */
export function silentClip(): string {
  address ??= URL.createObjectURL(new Blob([silentWav()], { type: "audio/wav" }));
  return address;
}

function silentWav(): ArrayBuffer {
  const dataBytes = SAMPLES * 2;
  const bytes = new ArrayBuffer(HEADER_BYTES + dataBytes);
  const view = new DataView(bytes);
  const text = (at: number, value: string) => {
    for (const [index, letter] of [...value].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  return bytes;
}
