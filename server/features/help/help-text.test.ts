import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { helpSections } from "./help-text.ts";

/** What phones call it. */
const elsewhere = ["Add to Home Screen"];

it("names pages, buttons and fields as the screens do", () => {
  const screens = readdirSync("client/src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .map((file) => readFileSync(`client/src/${file}`, "utf8").replace(/\s+/g, " "))
    .join();
  const isShown = (name: string) => new RegExp(`["'\`>}] ?${name.replace(/[()?]/g, "\\$&")} ?["'\`<{$]`).test(screens);
  const names = helpSections.flatMap(({ text }) => [...text.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name));
  expect(names.filter((name) => !elsewhere.includes(name) && !isShown(name))).toEqual([]);
});
