import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TOAST_REMOVE_DELAY_MS, toast } from "@/lib/toast.ts";
import { Toaster } from "./toaster.tsx";

describe("a toast", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    render(<Toaster />);
  });

  afterEach(() => {
    act(() => {
      vi.advanceTimersByTime(TOAST_REMOVE_DELAY_MS);
    });
  });
  it("shows its title and description, called from anywhere", () => {
    act(() => void toast({ title: "Diary saved", description: "Tucker knows one thing more." }));
    expect(screen.getByText("Diary saved")).toBeTruthy();
    expect(screen.getByText("Tucker knows one thing more.")).toBeTruthy();
  });
  it("shows what is in it as text [T97]", () => {
    act(() => void toast({ title: "<img src=x> is gone", description: "<img src=y> too" }));
    expect(titles()).toEqual(["<img src=x> is gone"]);
    expect(screen.getByText("<img src=y> too")).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
  });
  it("takes the place of the one before", () => {
    act(() => void toast({ title: "First" }));
    act(() => void toast({ title: "Second" }));
    expect(titles()).toEqual(["Second"]);
  });
  it("leaves by itself after 5000 ms", () => {
    act(() => void toast({ title: "Saved" }));
    act(() => void vi.advanceTimersByTime(4999));
    expect(titles()).toEqual(["Saved"]);
    act(() => void vi.advanceTimersByTime(1));
    expect(titles()).toEqual([]);
  });
  it("stays as long as its own duration says", () => {
    act(() => void toast({ title: "Default password", duration: 10_000 }));
    act(() => void vi.advanceTimersByTime(9_999));
    expect(titles()).toEqual(["Default password"]);
    act(() => void vi.advanceTimersByTime(1));
    expect(titles()).toEqual([]);
  });
  it("gives the next one its full time", () => {
    act(() => void toast({ title: "First" }));
    act(() => void vi.advanceTimersByTime(4000));
    act(() => void toast({ title: "Second" }));
    act(() => void vi.advanceTimersByTime(4000));
    expect(titles()).toEqual(["Second"]);
  });
  it("leaves when the person types on, unless something failed or it is to be kept", () => {
    const type = () => act(() => void document.body.dispatchEvent(new Event("input", { bubbles: true })));
    act(() => void toast({ title: "Login Successful" }));
    type();
    expect(titles()).toEqual([]);
    act(() => void toast({ title: "Failed", variant: "destructive" }));
    type();
    expect(titles()).toEqual(["Failed"]);
    act(() => void toast({ title: "Default password", duration: 10_000 }));
    type();
    expect(titles()).toEqual(["Default password"]);
  });
  it("closes by its button", () => {
    act(() => void toast({ title: "Saved" }));
    fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(titles()).toEqual([]);
  });
  it("is read out at once when something failed, and politely otherwise", () => {
    act(() => void toast({ title: "Failed", variant: "destructive" }));
    expect(announcement()).toBe("assertive");
    act(() => void toast({ title: "Saved" }));
    expect(announcement()).toBe("polite");
  });
  it("is reached with F8", () => {
    act(() => void toast({ title: "Saved" }));
    fireEvent.keyDown(document.body, { key: "F8", code: "F8" });
    expect(document.activeElement?.closest('[role="region"]')?.getAttribute("aria-label")).toContain("F8");
  });
});

function titles(): (string | null)[] {
  return [...document.querySelectorAll("li .font-bold")].map((title) => title.textContent);
}

/** The text for screen readers, which Radix puts into a live region beside the toast one frame later. */
function announcement(): string | null | undefined {
  act(() => void vi.advanceTimersByTime(50));
  return document.querySelector('[role="status"][aria-live]')?.getAttribute("aria-live");
}
