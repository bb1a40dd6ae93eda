/** The sample rate of speech recognizers, in Hz: a higher one gains nothing and takes longer to send. */
export const SPEECH_RATE = 16_000;

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** A 16-bit WAV file of one channel's samples (-1..1, louder ones are clipped). */
export function wavOf(chunks: readonly Float32Array[], sampleRate: number = SPEECH_RATE): Blob {
  const dataBytes = SAMPLE_BYTES * chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + dataBytes));
  const text = (at: number, value: string) => {
    for (const [index, letter] of [...value].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, 8 * SAMPLE_BYTES, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  let at = HEADER_BYTES;
  for (const chunk of chunks) {
    for (const sample of chunk) {
      view.setInt16(at, Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff), true);
      at += SAMPLE_BYTES;
    }
  }
  return new Blob([view.buffer], { type: "audio/wav" });
}
