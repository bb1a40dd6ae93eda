import { describe, expect, it } from "vitest";
import { isPhone, plainPhone } from "./phone.ts";

describe("a phone number is taken", () => {
  it.each([
    // The forms that the specification names.
    ["(555) 123-4567"],
    ["(555)123-4567"],
    ["555-123-4567"],
    ["5551234567"],
    ["+15551234567"],
    ["49 171 1234567"],
    ["+44.20.7946.0958"],
    // As phones and people write them.
    ["+1 (555) 123-4567"],
    ["0171 1234567"],
    ["0171/1234567"],
    ["0171 / 123 45 67"],
    ["(0171) 1234567"],
    ["+49 (0)171 1234567"],
    ["0049 171 1234567"],
    ["(+49) 171 1234567"],
    ["1 555 123 4567"],
  ])("as it is: %s", (typed) => {
    expect(plainPhone(typed)).toBe(typed);
    expect(isPhone(typed)).toBe(true);
  });

  it.each([
    ["with marks of direction around it", "\u202A+1\u00A0(555)\u00A0123\u20114567\u202C", "+1 (555) 123-4567"],
    ["with a typographic dash", "555–123−4567", "555-123-4567"],
    ["in full-width characters", "＋８１　９０－１２３４－５６７８", "+81 90-1234-5678"],
    ["in Arabic-Indic digits", "٠١٠١٢٣٤٥٦٧٨", "01012345678"],
    ["in Persian digits", "۰۹۱۲ ۳۴۵ ۶۷۸۹", "0912 345 6789"],
    ["in Devanagari digits", "+९१ ९८७६५ ४३२१०", "+91 98765 43210"],
    ["with spaces around it", "  555-123-4567\n", "555-123-4567"],
  ])("%s, in plain characters", (_what, typed, plain) => {
    expect(plainPhone(typed)).toBe(plain);
    expect(isPhone(plain)).toBe(true);
  });

  it.each([
    "",
    "12",
    "call me",
    "555-123-456x",
    "+",
    "()",
    "(555 123-4567",
    "555)1234567",
    "+0171 1234567",
    "1-------2345678",
  ])("but not %j", (typed) => {
    expect(isPhone(plainPhone(typed))).toBe(false);
  });
});

it("knows the digits of every script", () => {
  const digits = Array.from({ length: 0x1ffff }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    /^\p{Nd}$/u.test(one),
  );
  expect(digits.length % 10).toBe(0);
  expect(digits.map(plainPhone).join("")).toBe("0123456789".repeat(digits.length / 10));
});
