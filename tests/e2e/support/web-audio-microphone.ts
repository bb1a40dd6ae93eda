/** In a page, once `installMicrophone` ran there. */
export interface WebAudioMicrophone {
  /** Sound that is there all the time, in a loop. */
  surround(pcm: string, rate: number): Promise<void>;
  /** Plays a recording. @returns when its last sample was heard */
  say(pcm: string, rate: number): Promise<number>;
  /** Takes the microphone away, as a call does. */
  take(): void;
}

declare global {
  var playedMicrophone: WebAudioMicrophone;
}

/** 16-bit samples, as the microphone takes them. */
export const asPcm = (samples: Float32Array): string =>
  Buffer.from(Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 0x7fff).buffer).toString(
    "base64",
  );

/**
 * Plays the microphone. It is made of Web Audio, so that it is known to the millisecond when which sample is heard, and
 * none is skipped on a busy machine, as the browser's own played microphone does. It runs in a page, before its own scripts, and
 * is alone there: the page gets its text.
 */
export function installMicrophone(): void {
  const tracks = new Set<MediaStreamTrack>();
  let made: { context: AudioContext; into: MediaStreamAudioDestinationNode } | undefined;
  let around: AudioBufferSourceNode | undefined;
  const opened = async () => {
    if (made === undefined) {
      const context = new AudioContext({ sampleRate: 48_000 });
      made = { context, into: context.createMediaStreamDestination() };
    }
    await made.context.resume();
    return made;
  };
  const sourceOf = async (pcm: string, rate: number) => {
    const { context, into } = await opened();
    const bytes = Uint8Array.from(atob(pcm), (character) => character.charCodeAt(0));
    const samples = Float32Array.from(new Int16Array(bytes.buffer), (sample) => sample / 0x8000);
    const buffer = context.createBuffer(1, Math.max(1, samples.length), rate);
    buffer.copyToChannel(samples, 0);
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(into);
    return { source, context, seconds: buffer.duration };
  };
  navigator.mediaDevices.getUserMedia = async () => {
    const { into } = await opened();
    const track = into.stream.getAudioTracks()[0]?.clone();
    if (track === undefined) throw new DOMException("There is no microphone.", "NotFoundError");
    tracks.add(track);
    return new MediaStream([track]);
  };
  globalThis.playedMicrophone = {
    async surround(pcm, rate) {
      const { source } = await sourceOf(pcm, rate);
      around?.stop();
      around = source;
      source.loop = true;
      source.start();
    },
    async say(pcm, rate) {
      const { source, context, seconds } = await sourceOf(pcm, rate);
      const begins = context.currentTime + 0.05;
      source.start(begins);
      // The context's time stands still between the blocks that it renders: the earliest sight of a time is the truest.
      const sights: { at: number; offset: number }[] = [];
      const timer = setInterval(() => {
        const at = context.currentTime;
        sights.push({ at, offset: performance.timeOrigin + performance.now() - at * 1000 });
      }, 7);
      await new Promise((resolve) => {
        source.onended = resolve;
      });
      clearInterval(timer);
      const ends = begins + seconds;
      return ends * 1000 + Math.min(...sights.filter(({ at }) => at > ends - 0.5).map(({ offset }) => offset));
    },
    take() {
      for (const track of [...tracks].filter(({ readyState }) => readyState === "live")) {
        track.stop();
        track.dispatchEvent(new Event("ended"));
      }
      tracks.clear();
    },
  };
}
