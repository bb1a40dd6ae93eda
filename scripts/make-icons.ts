import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { LogoMark } from "../client/src/components/art/logo.tsx";
import { colourOf } from "./colours.ts";

/**
 * `npx tsx scripts/make-icons.ts [folder]`: makes the icons of the installed app and of the browser's tab from the
 * product's own logo, in its own colours.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL("../client/public/", import.meta.url));
/** The side of the logo's own drawing. */
const MARK = 48;

mkdirSync(join(folder, "icons"), { recursive: true });
writeFileSync(join(folder, "favicon.svg"), favicon());
for (const side of [192, 512]) {
  await writeIcon(`icons/icon-${side}.png`, side, { share: 0.76, corner: 0.22 });
  // Whatever shape a phone cuts out, a circle of four fifths stays (W3C, Web Application Manifest, "maskable").
  await writeIcon(`icons/maskable-${side}.png`, side, { share: 0.56, corner: 0 });
}
// iPhones round the corners themselves, and paint what is transparent black.
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
    `<rect width="${side}" height="${side}" rx="${side * corner}" fill="${colourOf("--surface", "light")}"/>`,
    `<g transform="translate(${at} ${at}) scale(${mark / MARK})">${paths().replaceAll(/var\((--[\w-]+)\)/g, (_var, token) => colourOf(token, "light"))}</g>`,
    "</svg>\n",
  ].join("");
}

/** The browser's tab is light or dark as the system is. */
function favicon(): string {
  const tokens = [...new Set([...paths().matchAll(/var\((--[\w-]+)\)/g)].map(([, token = ""]) => token))];
  const values = (theme: "light" | "dark") =>
    `:root{${tokens.map((token) => `${token}:${colourOf(token, theme)}`).join(";")}}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MARK} ${MARK}" fill="none">`,
    "<title>A paw print in a collar tag</title>",
    `<style>${values("light")}@media (prefers-color-scheme:dark){${values("dark")}}</style>`,
    `${paths()}</svg>\n`,
  ].join("");
}

/** What the logo is made of, without its frame. */
function paths(): string {
  return renderToStaticMarkup(createElement(LogoMark)).replaceAll(/<\/?svg[^>]*>/g, "");
}
