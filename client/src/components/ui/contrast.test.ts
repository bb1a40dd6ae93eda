import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../../styles.css", import.meta.url), "utf8");
const surfaces = ["surface", "surface-raised", "surface-sunken"];
const softs = ["primary-soft", "secondary-soft", "danger-soft", "success-soft", "warning-soft"];
const tones = ["primary", "secondary", "danger", "success", "warning"];

const textPairs = [
  ...pairs(["ink", "ink-muted", ...tones], surfaces),
  ...pairs(["ink", "ink-muted"], softs),
  ...tones.map((tone): [string, string] => [tone, `${tone}-soft`]),
  ...["primary", "secondary", "danger"].flatMap((tone): [string, string][] => [
    [`on-${tone}`, tone],
    [`on-${tone}`, `${tone}-hover`],
  ]),
];
// WCAG 1.4.11: the edge of a control and the focus ring need 3:1.
const edgePairs = pairs(["line-strong", "ring"], ["surface", "surface-raised", "surface-sunken"]);

describe.each(["light", "dark"] as const)("the %s theme", (theme) => {
  it.each(textPairs)("keeps %s readable on %s", (text, background) => {
    expect(contrast(token(text, theme), token(background, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(edgePairs)("keeps %s visible on %s", (edge, background) => {
    expect(contrast(token(edge, theme), token(background, theme))).toBeGreaterThanOrEqual(3);
  });
});

function pairs(texts: string[], backgrounds: string[]): [string, string][] {
  return texts.flatMap((text) => backgrounds.map((background): [string, string] => [text, background]));
}

function token(name: string, theme: "light" | "dark"): string {
  const match = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css);
  const value = match?.[theme === "light" ? 1 : 2];
  if (value === undefined) throw new Error(`styles.css has no token --${name}`);
  return value;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
