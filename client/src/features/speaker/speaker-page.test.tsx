import { cleanup, fireEvent, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { DEFAULT_SPEAKER_LINK } from "#shared/api/settings.ts";
import { showPage } from "#tests/support/page.tsx";
import { SpeakerPage } from "./speaker-page.tsx";

let value: string | null;
let failures: number;
let asked: string[];
let wantsLessMotion: boolean;

beforeEach(() => {
  value = "https://shop.example/collar-speaker";
  failures = 0;
  asked = [];
  wantsLessMotion = false;
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: wantsLessMotion && query.includes("reduce"),
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (failures-- > 0) return new Response("", { status: 503 });
    const setting = { key: "speaker_purchase_link", value, description: null, updatedAt: "2026-05-04T10:00:00.000Z" };
    return Response.json({ setting: value === null ? null : setting });
  });
});

function openPage() {
  showPage(<SpeakerPage />);
}

const film = () => screen.getByLabelText<HTMLVideoElement>(/^A dog on a walk/);
const shop = async () => await screen.findByRole<HTMLAnchorElement>("link", { name: "Buy Recommended Speaker" });

describe("the speaker page", () => {
  it("has its headline and the four good reasons", () => {
    openPage();
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Enhance Your Pet Talk Experience");
    expect(screen.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
      "Natural voice placement",
      "Hands-free interaction",
      "Durable and waterproof",
      "Enhanced connection",
    ]);
  });

  it("opens the shop of the setting in a new window that knows nothing of this one [T98]", async () => {
    openPage();
    const link = await shop();
    expect(link.href).toBe("https://shop.example/collar-speaker");
    expect(link.target).toBe("_blank");
    expect(link.rel).toContain("noopener");
  });

  it("has a shop built in for where none is set", async () => {
    value = null;
    openPage();
    expect((await shop()).href).toBe(DEFAULT_SPEAKER_LINK);
  });

  it("leads nowhere but to a web address [T98]", async () => {
    value = "javascript:alert(1)";
    openPage();
    expect((await shop()).href).toBe(DEFAULT_SPEAKER_LINK);
  });

  it("asks once more for the setting, and then no more", async () => {
    failures = 1;
    openPage();
    expect((await shop()).href).toBe("https://shop.example/collar-speaker");
    cleanup();

    failures = 5;
    asked = [];
    openPage();
    expect((await shop()).href).toBe(DEFAULT_SPEAKER_LINK);
    expect(asked).toHaveLength(2);
  });
});

describe("the film", () => {
  it("plays by itself without sound, with captions", () => {
    openPage();
    expect(film().autoplay).toBe(true);
    expect(film().muted).toBe(true);
    expect(film().controls).toBe(true);
    expect(film().src).toContain("/api/video/collar-speaker-1.mp4");
    expect(film().querySelector("track")?.kind).toBe("captions");
  });

  it("stands still at its poster for those who want less motion", () => {
    wantsLessMotion = true;
    openPage();
    expect(film().autoplay).toBe(false);
    expect(film().preload).toBe("none");
    expect(film().poster).toContain("/api/video/collar-speaker-1.jpg");
    expect(film().controls).toBe(true);
  });

  it("that does not come can be asked for again", async () => {
    openPage();
    fireEvent.error(film());
    expect(screen.getByText("The film could not be loaded")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(film()).toBeTruthy();
  });
});
