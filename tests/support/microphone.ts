import { act } from "@testing-library/react";
import { vi } from "vitest";

/** The microphone and the browser's recorder, played by a test. */
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
