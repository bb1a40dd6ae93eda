import { describe, expect, it } from "vitest";
import { initials } from "./avatar.tsx";

describe("initials", () => {
  it("are the first letters of first and last name in capitals", () => {
    expect(initials("grace", "hopper")).toBe("GH");
  });

  it("make do with one name", () => {
    expect(initials("Cher", null)).toBe("C");
    expect(initials(undefined, " doe ")).toBe("D");
  });

  it("are 'U' for a user without a name", () => {
    expect(initials(null, undefined)).toBe("U");
    expect(initials(" ", "")).toBe("U");
  });

  it("take a letter beyond the basic plane whole", () => {
    expect(initials("𝒜da", "ñu")).toBe("𝒜Ñ");
  });
});
