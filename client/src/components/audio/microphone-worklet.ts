import { Downsampler } from "./downsampler.ts";
import { SPEECH_RATE } from "./wav.ts";

// Runs on the browser's audio thread, whose global scope TypeScript's library does not describe.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples in 20 ms. Posting the browser's own blocks would be 375 messages a second at 48 kHz. */
const BLOCK_SAMPLES = SPEECH_RATE / 50;

/** Posts what the microphone hears, as blocks of about 20 ms at 16 kHz. */
class MicrophoneProcessor extends AudioWorkletProcessor {
  readonly #down = new Downsampler(sampleRate, SPEECH_RATE);
  #blocks: Float32Array[] = [];
  #length = 0;

  process(inputs: Float32Array[][]): boolean {
    const channel = inputs[0]?.[0];
    if (channel === undefined) return true;
    const block = this.#down.push(channel);
    this.#blocks.push(block);
    this.#length += block.length;
    if (this.#length >= BLOCK_SAMPLES) this.#post();
    return true;
  }

  #post(): void {
    const joined = new Float32Array(this.#length);
    let at = 0;
    for (const block of this.#blocks) {
      joined.set(block, at);
      at += block.length;
    }
    this.port.postMessage(joined, [joined.buffer]);
    this.#blocks = [];
    this.#length = 0;
  }
}

// open-microphone.ts uses the same name.
registerProcessor("microphone", MicrophoneProcessor);
