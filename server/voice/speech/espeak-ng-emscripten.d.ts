// The part of the package that is used, read from its code: it brings no types.
declare module "@echogarden/espeak-ng-emscripten" {
  interface SpeechEngine {
    readonly samplerate: number;
    set_voice(identifier: string): number;
    set_pitch(pitch: number): void;
    set_rate(rate: number): void;
    synthesize(text: string, onAudio: (samples: Int16Array | null) => boolean): void;
  }
  interface SpeechModule {
    readonly eSpeakNGWorker: new () => SpeechEngine;
  }
  export default function load(): Promise<SpeechModule>;
}
