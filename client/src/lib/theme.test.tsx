import { beforeEach, describe, expect, it, vi } from "vitest";
import { setThemeChoice, startTheme } from "./theme.ts";

describe("the theme", () => {
  beforeEach(() => {
    localStorage.clear();
    document.documentElement.className = "";
  });

  it("follows the system until the person chooses", () => {
    system("dark");
    startTheme();
    // The stylesheet does: a class would have the browser find the style of the whole page anew.
    expect(document.documentElement.className).toBe("");
  });

  it("does not make the browser find the page's style at the start, where the page is as it was built", () => {
    system("light");
    const asked = vi.spyOn(window, "getComputedStyle");
    startTheme();
    expect(asked).not.toHaveBeenCalled();
    localStorage.setItem("theme", "dark");
    startTheme();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("takes back the class that the server gave to a choice that this device no longer keeps", () => {
    system("light");
    document.documentElement.className = "dark";
    startTheme();
    expect(document.documentElement.className).toBe("");
  });

  it("keeps the person's choice on this device", () => {
    system("dark");
    startTheme();
    setThemeChoice("light");
    expect(document.documentElement.className).toBe("light");
    expect(document.cookie).toContain("theme=light");
    document.documentElement.className = "";
    startTheme();
    expect(document.documentElement.className).toBe("light");
  });

  it("goes back to the system when asked to", () => {
    system("dark");
    startTheme();
    setThemeChoice("light");
    setThemeChoice("system");
    expect(document.documentElement.className).toBe("");
    expect(localStorage.length).toBe(0);
    expect(document.cookie).not.toContain("theme=");
  });

  it("takes over the choice made in another tab", () => {
    system("light");
    startTheme();
    localStorage.setItem("theme", "dark");
    window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));
    expect(document.documentElement.className).toBe("dark");
  });
});

function system(theme: "light" | "dark"): void {
  vi.stubGlobal("matchMedia", () => ({ matches: theme === "dark", addEventListener: () => undefined }));
}
