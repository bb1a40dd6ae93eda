// These, or libraries of theirs, put something among the globals when they are first loaded, which must not be within a test.
import "@radix-ui/react-dialog";
import "zod";
import "@/components/ui/dialog.tsx";
import "@/components/ui/menu.tsx";
import "@/components/ui/select.tsx";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import { stopClip } from "@/components/audio/player.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { setPageAccount } from "@/lib/api.ts";
import { loadLazyParts } from "@/lib/part.ts";
import { dismissToast } from "@/lib/toast.ts";
import { clashingClasses, classLists } from "./clashing-classes.ts";
import { missingError, quickLabels, quickStyles } from "./quick-page.ts";
import { WAIT_TIMEOUT_MS } from "./timeouts.ts";

// Queries wait longer than their library's second.
configure({ asyncUtilTimeout: WAIT_TIMEOUT_MS, getElementError: missingError });

quickStyles(document);
quickLabels(document);

/** What is loaded at its first use is there, as it is in a page that has been quiet for a while. */
beforeAll(loadLazyParts);

/** What jsdom leaves out and the product, or Radix, asks for. */
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollBy = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  Element.prototype.releasePointerCapture = () => undefined;
  URL.createObjectURL = () => "blob:silence";
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockReturnValue();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

/** Each test finds a new page on a new device. */
afterEach(() => {
  const clashing = clashingClasses(classLists(document));
  vi.useRealTimers();
  cleanup();
  stopClip();
  dismissToast();
  setActivePet(null);
  setPageAccount(null);
  sessionStorage.clear();
  localStorage.clear();
  document.documentElement.className = "";
  history.replaceState(null, "", "/");
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  expect(clashing, "classes of one element that set the same (lib/cn.ts)").toEqual([]);
});
