import { act } from "@testing-library/react";
import { vi } from "vitest";
import { closings, type ListenEvent, type ListenRequest, listenRequest } from "#shared/api/listen.ts";

/** Samples a second, as the worklet posts them. */
const RATE = 16_000;
/** As many samples as the worklet posts at a time. */
const BLOCK = RATE / 50;

/** A microphone whose samples a test gives, and the server's end of the sockets on which they are sent. */
export interface PlayedMicrophone {
  /** What `getUserMedia` throws. */
  refusal: DOMException | null;
  /** How many microphones are open. */
  open: () => number;
  /** What the browser was asked for, newest last. */
  wishes: MediaStreamConstraints[];
  hear: (...sounds: Float32Array[]) => void;
  /** As when a headset is taken off, or a call comes in. */
  lose: () => void;
  sockets: ListenSocket[];
  /** The newest socket. */
  socket: () => ListenSocket;
  /** Whether sockets are answered at once by `ready`. */
  answersAtOnce: boolean;
}

/** The server's end of a socket. */
export interface ListenSocket {
  /** What the client sent as text. */
  said: ListenRequest[];
  /** How many samples it sent since the last `start`. */
  samples: number;
  isOpen: boolean;
  ready: () => void;
  /** Tells the client something, of its newest turn unless another is given. */
  tell: (event: Unnumbered<ListenEvent>) => void;
  lose: (code?: number) => void;
}

type Unnumbered<Event> = Event extends { turn: number } ? Omit<Event, "turn"> & { turn?: number } : Event;

/** Something like speech for the voice gate: syllables of a low and a high tone. Seconds. */
export function syllables(seconds: number): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * RATE) }, (_, at) => {
    const isLoud = (at / RATE) % 0.2 < 0.13;
    return isLoud ? 0.1 * (Math.sin(at * 0.2) + Math.sin(at * 0.63)) : 0;
  });
}

export const stillness = (seconds: number) => new Float32Array(Math.round(seconds * RATE));

export function startPlayedMicrophone(): PlayedMicrophone {
  let post: ((block: Float32Array) => void) | null = null;
  let onEnded = () => {};
  let open = 0;
  const microphone: PlayedMicrophone = {
    refusal: null,
    open: () => open,
    wishes: [],
    hear(...sounds) {
      act(() => {
        for (const sound of sounds)
          for (let at = 0; at < sound.length; at += BLOCK) post?.(sound.slice(at, at + BLOCK));
      });
    },
    lose: () => act(() => onEnded()),
    sockets: [],
    socket() {
      const newest = this.sockets.at(-1);
      if (newest === undefined) throw new Error("no socket was opened");
      return newest;
    },
    answersAtOnce: true,
  };

  class FakeWorkletNode {
    readonly port = {
      onmessage: null as ((event: { data: Float32Array }) => void) | null,
      close: () => {
        post = null;
      },
    };
    constructor() {
      post = (data) => this.port.onmessage?.({ data });
    }
  }
  class FakeContext {
    // A suspended one plays no tones.
    state = "suspended";
    audioWorklet = { addModule: async () => {} };
    async resume() {}
    close = async () => {};
    createMediaStreamSource = () => ({ connect: () => {}, disconnect: () => {} });
  }
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("AudioContext", FakeContext);
  vi.stubGlobal("AudioWorkletNode", FakeWorkletNode);
  vi.stubGlobal("WebSocket", socketClass(microphone));
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: {
      async getUserMedia(wish: MediaStreamConstraints) {
        microphone.wishes.push(wish);
        if (microphone.refusal !== null) throw microphone.refusal;
        open += 1;
        let isLive = true;
        const stop = () => {
          open -= isLive ? 1 : 0;
          isLive = false;
        };
        const addEventListener = (_name: string, listener: () => void) => {
          onEnded = () => {
            stop();
            listener();
          };
        };
        return { getTracks: () => [{ stop, addEventListener }] };
      },
    },
  });
  return microphone;
}

function socketClass(microphone: PlayedMicrophone) {
  return class FakeSocket {
    binaryType = "";
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;
    readonly #end: ListenSocket;

    constructor() {
      const tell = (event: object) => act(() => this.onmessage?.({ data: JSON.stringify(event) }));
      const end: ListenSocket = {
        said: [],
        samples: 0,
        isOpen: true,
        ready: () => tell({ type: "ready" }),
        tell: (event) => tell({ turn: end.said.at(-1)?.turn, ...event }),
        lose: (code = closings.restarting.code) => {
          end.isOpen = false;
          act(() => this.onclose?.({ code }));
        },
      };
      this.#end = end;
      microphone.sockets.push(end);
      if (microphone.answersAtOnce) queueMicrotask(end.ready);
    }
    send(message: string | Int16Array): void {
      if (typeof message !== "string") {
        this.#end.samples += message.length;
        return;
      }
      const request = listenRequest.parse(JSON.parse(message));
      if (request.type === "start") this.#end.samples = 0;
      this.#end.said.push(request);
    }
    close(): void {
      this.#end.isOpen = false;
    }
  };
}
