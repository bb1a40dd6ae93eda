import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, describe, expect, it, vi } from "vitest";
import { refusal } from "#tests/support/admin-screen.tsx";
import { showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";

// jsdom decodes no pictures, so the real library would never finish.
const compress = vi.hoisted(() => vi.fn<(file: File, options: object) => Promise<File>>());
vi.mock("browser-image-compression/dist/browser-image-compression.mjs", () => ({ default: compress }));
afterAll(() => vi.doUnmock("browser-image-compression/dist/browser-image-compression.mjs"));

const SAMPLE = "Hello! This is how I sound with this voice selection.";
const testVoice = async () => userEvent.click(await screen.findByRole("button", { name: "Test voice" }));
const sampleAt = { "POST /api/test-voice": () => ({ audioUrl: "/api/voice-samples/a.mp3" }) };

describe("testing a voice", () => {
  it("plays the sample sentence in the chosen voice, and can be stopped", async () => {
    const play = vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
      this: HTMLMediaElement,
    ) {
      this.dispatchEvent(new Event("playing"));
    });
    const pause = vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
    const { sent } = showSetup({ wire: sampleAt });
    await testVoice();
    const stop = await screen.findByRole("button", { name: "Stop voice sample" });
    expect(sent.find(({ call }) => call === "POST /api/test-voice")?.body).toEqual({
      text: SAMPLE,
      voiceName: "en-US-JennyNeural",
    });
    expect(play.mock.contexts.at(-1)).toMatchObject({ src: expect.stringContaining("/api/voice-samples/a.mp3") });
    await userEvent.click(stop);
    expect(pause).toHaveBeenCalled();
    expect(await screen.findByRole("button", { name: "Test voice" })).toBeTruthy();
  });

  it("says when no sample could be made", async () => {
    showSetup({ wire: { "POST /api/test-voice": () => refusal(503, "no engine") } });
    await testVoice();
    expect(await screen.findByText("Voice test failed")).toBeTruthy();
    expect(screen.getByText("Unable to generate voice sample")).toBeTruthy();
  });

  it("says when it could not be played", async () => {
    vi.spyOn(HTMLMediaElement.prototype, "play").mockRejectedValue(new Error("not allowed"));
    vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
    showSetup({ wire: sampleAt });
    await testVoice();
    expect(await screen.findByText("Playback failed")).toBeTruthy();
    expect(screen.getByText("Could not play voice sample")).toBeTruthy();
  });
});

describe("the pet's picture", () => {
  const avatarUrl = `/api/avatars/${uuid(3)}.webp`;
  const choose = async (file: File) =>
    userEvent.upload(await screen.findByLabelText("Picture of your pet"), file, { applyAccept: false });
  const picture = (bytes: number, type = "image/png") => new File([new Uint8Array(bytes)], "rex.png", { type });

  it("is uploaded and waits for the next save", async () => {
    const { calls } = showSetup({ wire: { "POST /api/avatar/upload": () => ({ avatarUrl }) } });
    await choose(picture(20));
    expect(await screen.findByText("Avatar uploaded successfully!")).toBeTruthy();
    expect(screen.getByText("Not saved yet: picture.")).toBeTruthy();
    expect(calls()).toContain("POST /api/avatar/upload");
  });

  it("is made smaller above 500 KB", async () => {
    const small = picture(300);
    compress.mockResolvedValueOnce(small);
    const { sent } = showSetup({ wire: { "POST /api/avatar/upload": () => ({ avatarUrl }) } });
    await choose(picture(500 * 1024 + 1));
    expect(await screen.findByText("Avatar uploaded successfully!")).toBeTruthy();
    expect(compress.mock.lastCall?.[1]).toMatchObject({ maxSizeMB: 1, maxWidthOrHeight: 1000, initialQuality: 0.85 });
    const form = sent.find(({ call }) => call === "POST /api/avatar/upload")?.body;
    expect(form instanceof FormData && form.get("avatar")).toHaveProperty("size", 300);
  });

  it("must be an image", async () => {
    const { calls } = showSetup({});
    await choose(picture(20, "application/pdf"));
    expect(await screen.findByText("Invalid file type")).toBeTruthy();
    expect(screen.getByText("Please select an image file")).toBeTruthy();
    expect(calls()).not.toContain("POST /api/avatar/upload");
  });

  it("goes as it is where it can't be compressed, up to 10MB", async () => {
    compress.mockRejectedValueOnce(new Error("out of memory"));
    const { calls } = showSetup({});
    await choose(picture(10 * 1024 * 1024 + 1));
    expect(await screen.findByText("Image too large")).toBeTruthy();
    expect(screen.getByText("Please select an image smaller than 10MB")).toBeTruthy();
    expect(calls()).not.toContain("POST /api/avatar/upload");
  });

  it("keeps its failure in words", async () => {
    showSetup({ wire: { "POST /api/avatar/upload": () => refusal(400, "That is not a picture we can read") } });
    await choose(picture(20));
    expect(await screen.findByText("Failed to upload avatar")).toBeTruthy();
    expect(screen.getByText("That is not a picture we can read")).toBeTruthy();
  });
});
