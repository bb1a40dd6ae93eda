import { expect, it } from "vitest";
import { cn } from "./cn.ts";

it("lets the later of two classes win, also of those that only this product has", () => {
  expect(cn("p-4 rounded-card", false, "px-2 rounded-control")).toBe("p-4 px-2 rounded-control");
  expect(cn("font-display shadow-card text-ink-muted", "font-sans shadow-none text-sm text-danger")).toBe(
    "font-sans shadow-none text-sm text-danger",
  );
  expect(cn("bg-surface sm:bg-surface-raised", "bg-primary-soft")).toBe("sm:bg-surface-raised bg-primary-soft");
});
