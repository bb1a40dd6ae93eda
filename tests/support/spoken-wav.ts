import load from "@echogarden/espeak-ng-emscripten";

/** Real speech from the offline synthesizer: one channel, -1..1, at 22,050 Hz. */
export async function speakSamples(text: string, { voice = "en-us", rate = 170 } = {}): Promise<Float32Array> {
  const { eSpeakNGWorker } = await load();
  const synthesizer = new eSpeakNGWorker();
  if (synthesizer.samplerate !== SPOKEN_RATE)
    throw new Error(`The synthesiser speaks at ${synthesizer.samplerate} Hz.`);
  synthesizer.set_voice(voice);
  synthesizer.set_rate(rate);
  const pieces: Int16Array[] = [];
  synthesizer.synthesize(text, (piece) => {
    if (piece) pieces.push(piece.slice());
    return false;
  });
  return Float32Array.from(
    pieces.flatMap((piece) => [...piece]),
    (sample) => sample / 0x8000,
  );
}

export const SPOKEN_RATE = 22_050;
