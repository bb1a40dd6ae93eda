import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { LogoMark } from "../client/src/components/art/logo.tsx";
import { colorOf } from "./colors.ts";

/**
 * `npx tsx scripts/make-icons.ts [folder]`: makes the icons of the installed app and of the browser's tab from the
 * product's own logo, in its own colors.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL("../client/public/", import.meta.url));
/** The side of the logo's viewBox. */
const MARK = 48;

mkdirSync(join(folder, "icons"), { recursive: true });
writeFileSync(join(folder, "favicon.svg"), favicon());
for (const side of [192, 512]) {
  await writeIcon(`icons/icon-${side}.png`, side, { share: 0.76, corner: 0.22 });
  // A phone may crop it to any shape that keeps the middle circle of 80% (W3C, Web Application Manifest, "maskable").
  await writeIcon(`icons/maskable-${side}.png`, side, { share: 0.56, corner: 0 });
}
// iPhones round the corners themselves, and show transparent areas in black.
await writeIcon("apple-touch-icon.png", 180, { share: 0.7, corner: 0 });

async function writeIcon(name: string, side: number, tile: { share: number; corner: number }): Promise<void> {
  const svg = Buffer.from(tileOf(side, tile));
  await sharp(svg).png({ compressionLevel: 9, palette: true, quality: 100 }).toFile(join(folder, name));
}

/** The logo in the middle of a cream tile. `share` of the side is the logo, `corner` of it the radius. */
function tileOf(side: number, { share, corner }: { share: number; corner: number }): string {
  const mark = Math.round(side * share);
  const at = (side - mark) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" fill="none">`,
    `<rect width="${side}" height="${side}" rx="${side * corner}" fill="${colorOf("--surface", "light")}"/>`,
    `<g transform="translate(${at} ${at}) scale(${mark / MARK})">${paths().replaceAll(/var\((--[\w-]+)\)/g, (_var, token) => colorOf(token, "light"))}</g>`,
    "</svg>\n",
  ].join("");
}

/** The SVG icon of the browser's tab, light or dark like the system's theme. */
function favicon(): string {
  const tokens = [...new Set([...paths().matchAll(/var\((--[\w-]+)\)/g)].map(([, token = ""]) => token))];
  const values = (theme: "light" | "dark") =>
    `:root{${tokens.map((token) => `${token}:${colorOf(token, theme)}`).join(";")}}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK} ${MARK}" fill="none">`,
    "<title>A paw print in a collar tag</title>",
    `<style>${values("light")}@media (prefers-color-scheme:dark){${values("dark")}}</style>`,
    `${paths()}</svg>\n`,
  ].join("");
}

/** The logo's SVG elements without the outer `svg`. */
function paths(): string {
  return renderToStaticMarkup(createElement(LogoMark)).replaceAll(/<\/?svg[^>]*>/g, "");
}
