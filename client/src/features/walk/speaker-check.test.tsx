import { act, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openChatScreen, startWire } from "#tests/support/chat-screen.tsx";
import {
  type PlayedMicrophone,
  startPlayedMicrophone,
  stillness,
  syllables,
} from "#tests/support/played-microphone.ts";
import { talkOver } from "./walk-settings.ts";

/** The check of the speaker before a walk, and of what the microphone hears of it. */

let microphone: PlayedMicrophone;
/** How often the pet's voice was played; the first tap plays a moment of silence. */
let played: number;
beforeEach(() => {
  played = 0;
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (this: HTMLMediaElement) {
    if (this.src.endsWith("/clip.mp3")) played += 1;
  });
  vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockReturnValue(true);
  startWire().hasRecognizer = true;
  microphone = startPlayedMicrophone();
  const answer = globalThis.fetch;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) =>
    address.endsWith("/api/test-voice") ? Response.json({ audioUrl: "/clip.mp3" }) : answer(address, init),
  );
});

const tap = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
/** Once the pet has spoken so many times. */
async function spoken(times: number): Promise<void> {
  await waitFor(() => expect(played).toBe(times));
  act(() => void document.querySelector("audio")?.dispatchEvent(new Event("ended")));
}

async function checkSpeaker(answer: string): Promise<void> {
  openChatScreen();
  await tap("Walk mode");
  await tap("Check the speaker");
  await spoken(1);
  await tap(answer);
}

/** What the microphone hears in the quiet room, and while the pet speaks. */
async function checkEcho(room: Float32Array, echo: Float32Array): Promise<void> {
  await waitFor(() => expect(microphone.open()).toBe(1));
  // The microphone is read a moment after it is open.
  await waitFor(() => {
    microphone.hear(room);
    expect(played).toBe(2);
  });
  microphone.hear(echo);
  await spoken(2);
}

describe("the check of the speaker", () => {
  it.each(["Yes", "From my headphones"])(
    "measures after '%s' by itself what the microphone hears, and lets one talk over the pet where that is nothing of it",
    async (answer) => {
      const shown = vi.spyOn(Element.prototype, "scrollIntoView");
      await checkSpeaker(answer);
      await checkEcho(stillness(0.7), stillness(1));
      expect(await screen.findByText(/The microphone does not hear .* Talking over is switched on\./)).toBeTruthy();
      expect(talkOver.current()).toBe("on");
      await waitFor(() => expect(shown).toHaveBeenCalled());
      await tap("More settings");
      expect(screen.getByRole("switch", { name: "Talk over your pet" }).getAttribute("aria-checked")).toBe("true");
      expect(microphone.wishes[0]).toMatchObject({ audio: { echoCancellation: true } });
      expect(microphone.open()).toBe(0);
    },
  );

  it("switches talking over off where the microphone hears the pet", async () => {
    talkOver.choose("on");
    await checkSpeaker("From my headphones");
    await checkEcho(stillness(0.7), syllables(1));
    expect(await screen.findByText(/Talking over is switched off; headphones would help\./)).toBeTruthy();
    expect(talkOver.current()).toBe("off");
  });

  it("changes nothing where it is too loud to tell, and says so", async () => {
    talkOver.choose("on");
    await checkSpeaker("Yes");
    await waitFor(() => expect(microphone.open()).toBe(1));
    await waitFor(() => {
      microphone.hear(syllables(0.7).map((_, at) => 0.1 * Math.sin(at * 0.5)));
      expect(screen.getByText(/^It is too loud here to tell\./)).toBeTruthy();
    });
    expect(played).toBe(1);
    expect(talkOver.current()).toBe("on");
  });

  it("listens no longer where the speaker is checked again", async () => {
    await checkSpeaker("Yes");
    await waitFor(() => expect(microphone.open()).toBe(1));
    await tap("Check the speaker");
    await waitFor(() => expect(microphone.open()).toBe(0));
    expect(screen.queryByText(/^Be quiet for a moment/)).toBeNull();
  });

  it("ends where the walk begins: a voice that comes late does not talk into it", async () => {
    let answer = () => {};
    let isAborted = false;
    const others = globalThis.fetch;
    vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) => {
      if (!address.endsWith("/api/test-voice")) return others(address, init);
      init.signal?.addEventListener("abort", () => {
        isAborted = true;
      });
      return new Promise((resolve) => {
        answer = () => resolve(Response.json({ audioUrl: "/clip.mp3" }));
      });
    });
    openChatScreen();
    await tap("Walk mode");
    await tap("Check the speaker");
    await tap("Start the walk");
    await screen.findByRole("heading", { name: "Listening" });
    expect(isAborted).toBe(true);
    answer();
    await act(async () => {});
    expect(played).toBe(0);
  });

  it("falls silent where the walk begins while it speaks", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "ended", "get").mockReturnValue(false);
    const pause = vi.spyOn(HTMLMediaElement.prototype, "pause");
    openChatScreen();
    await tap("Walk mode");
    await tap("Check the speaker");
    await waitFor(() => expect(played).toBe(1));
    pause.mockClear();
    await tap("Start the walk");
    await screen.findByRole("heading", { name: "Listening" });
    expect(pause).toHaveBeenCalled();
  });

  it("says what to do where the sound came from elsewhere, and measures nothing", async () => {
    await checkSpeaker("No");
    expect(await screen.findByText("Connect it in this device's Bluetooth settings.")).toBeTruthy();
    expect(screen.getByText(/^A page can't choose the speaker/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Measure again" })).toBeNull();
    expect(microphone.wishes).toEqual([]);
  });
});
