import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { cn } from "./cn.ts";

const client = fileURLToPath(new URL("../", import.meta.url));
const mergeAll = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      radius: ["control", "card", "bubble"],
      shadow: ["card"],
      font: ["display"],
    },
  },
});

/** Every class in the client that Tailwind knows, without what it depends on: `p-2` of `sm:hover:p-2`. */
function classesOfClient(): string[] {
  const words = readdirSync(client, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|class-groups/.test(path))
    .flatMap((path) => [...readFileSync(join(client, path), "utf8").matchAll(/["'`]([^"'`\n]*)["'`]/g)])
    .flatMap(([, text = ""]) => text.split(/\s+/))
    .map((word) => word.replace(/^(?:(?:\[[^\]]*\]|[^:[\]()]|\([^)]*\))+:)+(?=[^:])/, ""))
    .filter((word) => /^[-a-z[][^\s{}$]*$/.test(word));
  return [...new Set(words)].filter((word) => mergeAll(`${word} ${word}`) === word);
}

/** Of a family in which only the value differs, two stand for all; what begins with one of these can be many things. */
const many = new Set(["text", "border", "flex", "font", "break", "list", "rounded", "transition"]);

function examples(classes: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return classes.filter((name) => {
    const family = name.replace(/^-/, "").replace(/-(?:\[.*|\(.*|[^-]*)$/, "");
    const count = (seen.get(family) ?? 0) + 1;
    seen.set(family, count);
    return count <= 2 || many.has(family);
  });
}

it("lets the same class win of every two in the client as the list of all of Tailwind does", () => {
  const classes = examples(classesOfClient());
  expect(classes.length).toBeGreaterThan(200);
  const different: string[] = [];
  for (const first of classes)
    for (const second of classes) {
      const both = `${first} ${second}`;
      if (first !== second && cn(both) !== mergeAll(both)) different.push(`${both}: ${cn(both)}`);
    }
  expect(different).toEqual([]);
});
