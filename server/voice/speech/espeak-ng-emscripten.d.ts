// The package brings no types; this is the part of it that is used, read from its code.
declare module "@echogarden/espeak-ng-emscripten" {
  interface SpeechEngine {
    readonly samplerate: number;
    /** 0, or an error code where there is no such voice (the former one then stays). */
    set_voice(identifier: string): number;
    /** 0 to 99; 50 is the voice's own pitch. */
    set_pitch(pitch: number): void;
    /** Words per minute. */
    set_rate(rate: number): void;
    /** Speaks at once, piece by piece; `true` from the callback ends it. */
    synthesize(text: string, onAudio: (samples: Int16Array | null) => boolean): void;
  }
  interface SpeechModule {
    readonly eSpeakNGWorker: new () => SpeechEngine;
  }
  export default function load(): Promise<SpeechModule>;
}
