/** What happened in a page; times as `now` of clock.ts has them. */
export interface PageEvent {
  /**
   * `playing`: sound was heard; `sent`, `received`: a text on the socket; `call`: a request of the voice, once it is over.
   */
  kind: "playing" | "sent" | "received" | "call";
  at: number;
  /** The socket's text, or the path of the request. */
  text: string;
  /** Of a request: its first byte and its last. */
  firstByteAt?: number;
  endedAt?: number;
}

interface PlayedMicrophone {
  /** Sound that is there all the time, in a loop. */
  surround(pcm: string, rate: number): Promise<void>;
  /** Plays a recording. @returns when its last sample was heard */
  say(pcm: string, rate: number): Promise<number>;
  /** Takes the microphone away, as a call does. */
  take(): void;
}

interface VoiceWatch {
  events: PageEvent[];
  /** Breaks the open sockets, and answers how many they were. */
  breakSockets(): number;
}

declare global {
  var playedMicrophone: PlayedMicrophone;
  var voiceWatch: VoiceWatch;
}

export interface PageOptions {
  /** The socket can't be opened. */
  isSocketBlocked: boolean;
  /** After its first moment a clip is played so many times faster. */
  speed: number;
}

// Each of these functions runs in a page, before its own scripts, and is alone there: the page gets its text.

/**
 * Plays the microphone. It is made of Web Audio, so that it is known to the millisecond when which sample is heard, and
 * none is skipped on a busy machine, as the browser's own played microphone does.
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

/** Notes when what happens: on the socket, in the calls of the voice, and at the audio element. */
export function watchVoice({ isSocketBlocked, speed }: PageOptions): void {
  const events: PageEvent[] = [];
  const sockets = new Set<WebSocket>();
  const note = (kind: PageEvent["kind"], text: string) =>
    events.push({ kind, text, at: performance.timeOrigin + performance.now() });
  globalThis.voiceWatch = {
    events,
    breakSockets() {
      const { size } = sockets;
      for (const socket of sockets) socket.close();
      return size;
    },
  };
  const Original = WebSocket;
  globalThis.WebSocket = class extends Original {
    constructor(address: string | URL, protocols: string | string[] = []) {
      const isListening = String(address).includes("/api/listen");
      // Nothing listens on this port.
      super(isListening && isSocketBlocked ? "ws://127.0.0.1:9/" : address, protocols);
      if (!isListening) return;
      sockets.add(this);
      this.addEventListener("close", () => sockets.delete(this));
      this.addEventListener("message", ({ data }) => {
        if (typeof data === "string") note("received", data);
      });
    }
    override send(data: string | Blob | BufferSource): void {
      if (typeof data === "string") note("sent", data);
      super.send(data);
    }
  };
  const onPlaying = ({ target }: Event) => {
    if (!(target instanceof HTMLAudioElement)) return;
    note("playing", target.src);
    setTimeout(() => {
      target.playbackRate = speed;
    }, 100);
  };
  document.addEventListener("playing", onPlaying, true);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceResourceTiming)) continue;
      const text = new URL(entry.name).pathname;
      if (!/\/api\/transcribe$|\/chat\/stream$|\/speech\/\d+$|\/audio$/.test(text)) continue;
      const [at, firstByteAt, endedAt] = [entry.startTime, entry.responseStart, entry.responseEnd].map(
        (time) => performance.timeOrigin + time,
      );
      events.push({ kind: "call", text, at: at ?? 0, firstByteAt: firstByteAt ?? 0, endedAt: endedAt ?? 0 });
    }
    // The browser stops to tell when it has kept some hundreds.
    performance.clearResourceTimings();
  }).observe({ type: "resource", buffered: true });
}
