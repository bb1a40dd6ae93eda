import { act } from "@testing-library/react";
import { vi } from "vitest";

/** The microphone, the browser's recorder and the wire of an upload, played by a test. */

export interface Microphone {
  /** What `getUserMedia` throws. */
  refusal: DOMException | null;
  isOpen: () => boolean;
  /** What the browser was asked for, newest last. */
  wishes: MediaStreamConstraints[];
  /** As when a headset is taken off. */
  lose: () => void;
  recordsWebm: boolean;
}

export function startMicrophone(): Microphone {
  let isOpen = false;
  let recorder: FakeRecorder | undefined;
  const microphone: Microphone = {
    refusal: null,
    isOpen: () => isOpen,
    wishes: [],
    lose: () => act(() => recorder?.stop()),
    recordsWebm: true,
  };
  const stop = () => {
    isOpen = false;
  };

  class FakeRecorder {
    static isTypeSupported = () => microphone.recordsWebm;
    mimeType: string;
    state: RecordingState = "inactive";
    ondataavailable: ((event: { data: Blob }) => void) | null = null;
    onstop: (() => void) | null = null;
    constructor(_stream: unknown, { mimeType = "audio/mp4" }: { mimeType?: string }) {
      this.mimeType = mimeType;
      recorder = this;
    }
    start(): void {
      this.state = "recording";
    }
    stop(): void {
      this.state = "inactive";
      this.ondataavailable?.({ data: new Blob(["woof"]) });
      this.onstop?.();
    }
  }

  vi.stubGlobal("isSecureContext", true);
  // jsdom says that it is Apple's.
  vi.spyOn(navigator, "vendor", "get").mockReturnValue("Google Inc.");
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  Object.defineProperty(navigator, "mediaDevices", {
    configurable: true,
    value: {
      async getUserMedia(wish: MediaStreamConstraints) {
        microphone.wishes.push(wish);
        if (microphone.refusal !== null) throw microphone.refusal;
        isOpen = true;
        return { getTracks: () => [{ stop }] };
      },
    },
  });
  return microphone;
}

interface Upload {
  url: string;
  form: FormData;
  isAborted: boolean;
}

export interface UploadWire {
  uploads: Upload[];
  /** The answers to the next uploads, the last one stays; null: the server can't be reached; "waits": no answer. */
  answer: (...answers: (UploadAnswer | null | "waits")[]) => void;
}

interface UploadAnswer {
  status: number;
  body: unknown;
}

export function startUploads(): UploadWire {
  let answers: (UploadAnswer | null | "waits")[] = [];
  const uploads: Upload[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      status = 0;
      statusText = "";
      responseText = "";
      upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      onabort: (() => void) | null = null;
      #url = "";
      #sent: Upload | undefined;
      open(_method: string, url: string): void {
        this.#url = url;
      }
      abort(): void {
        if (this.#sent !== undefined) this.#sent.isAborted = true;
        this.onabort?.();
      }
      send(form: FormData): void {
        this.#sent = { url: this.#url, form, isAborted: false };
        uploads.push(this.#sent);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        this.upload.onprogress?.({ loaded: 100, total: 100 });
        if (answer === undefined || answer === "waits") return;
        queueMicrotask(() => {
          if (answer === null) return this.onerror?.();
          this.status = answer.status;
          this.responseText = JSON.stringify(answer.body);
          return this.onload?.();
        });
      }
    },
  );
  return {
    uploads,
    answer(...next) {
      answers = next;
    },
  };
}

export const refused = (status: number, code: string, error: string): UploadAnswer => ({
  status,
  body: { error, code },
});
