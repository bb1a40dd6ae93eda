/** Milliseconds since 1970 by a clock that only goes forward; pages have the same on the same machine. */
export const now = (): number => performance.timeOrigin + performance.now();

/** What happened in a page; times as `now` has them. */
export interface PageEvent {
  /**
   * `playing`: sound was heard; `sent`, `received`: a text on the socket; `call`: an upload of the voice, once it is over;
   * `sound`: bytes of a reply went to the player.
   */
  kind: "playing" | "sent" | "received" | "call" | "sound";
  at: number;
  /** The socket's text, or the path of the request. */
  text: string;
  /** Of a request: its last byte. */
  endedAt?: number;
}

interface VoiceWatch {
  events: PageEvent[];
  /** Breaks the open sockets, and answers how many they were. */
  breakSockets(): number;
}

declare global {
  var voiceWatch: VoiceWatch;
}

/**
 * Notes when what happens: on the socket, in the calls of the voice, and at the audio element. It runs in a page, before its
 * own scripts, and is alone there: the page gets its text.
 *
 * @param speed after its first moment a clip is played so many times faster
 */
export function watchVoice(speed: number): void {
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
      super(address, protocols);
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
  const append = SourceBuffer.prototype.appendBuffer;
  SourceBuffer.prototype.appendBuffer = function (bytes) {
    note("sound", "");
    append.call(this, bytes);
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
      if (!text.endsWith("/api/transcribe")) continue;
      const [at, endedAt] = [entry.startTime, entry.responseEnd].map((time) => performance.timeOrigin + time);
      events.push({ kind: "call", text, at: at ?? 0, endedAt: endedAt ?? 0 });
    }
    // The browser stops to tell when it has kept some hundreds.
    performance.clearResourceTimings();
  }).observe({ type: "resource", buffered: true });
}
