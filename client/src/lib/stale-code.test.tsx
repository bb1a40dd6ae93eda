import { beforeAll, describe, expect, it, vi } from "vitest";
import { isStaleCode, reloadForNewCode, watchForStaleCode } from "./stale-code.ts";

beforeAll(watchForStaleCode);

/** Fires the event with which Vite announces code that could not be loaded. @returns its error */
function missingCode(): Error {
  const error = new Error("The module could not be loaded.");
  dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
  return error;
}

describe("code that the server no longer has", () => {
  it("is worth one reload, and another one only after the next update", () => {
    const reload = vi.fn<() => void>();
    const error = missingCode();
    expect(isStaleCode(error)).toBe(true);
    reloadForNewCode(reload);
    expect(reload).toHaveBeenCalledOnce();
    expect(isStaleCode(error)).toBe(false);
    expect(isStaleCode(missingCode())).toBe(false);
    expect(isStaleCode(error, Date.now() + 61_000)).toBe(true);
  });

  it("is not what fails without a network, or by itself", () => {
    expect(isStaleCode(new Error("broken"))).toBe(false);
    expect(isStaleCode(undefined)).toBe(false);
    const error = missingCode();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(isStaleCode(error)).toBe(false);
  });
});
