import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const client = fileURLToPath(new URL("../../", import.meta.url));
const sided =
  /(?<=["'`\s:])-?(?:(?:scroll-)?[mp][lr]-[\d[(a]|(?:left|right)-[\d[(]|(?:text|float|clear)-(?:left|right)(?![\w-])|rounded-(?:[lr]|[tb][lr])(?![\w])|border-[lr](?![\w]))[^\s"'`]*/g;

const sidedIn = (text: string): string[] => [...text.matchAll(sided)].map(([name]) => name);

it("finds a class that names the left or the right", () => {
  const classes = 'className="-ml-2 sm:pr-4 left-0 md:text-right rounded-bl-md border-l-4 right-[2px] scroll-mr-2"';
  expect(sidedIn(classes)).toHaveLength(8);
  expect(sidedIn('className="ms-2 pe-4 start-0 text-end rounded-es-md border-s-4 primary-left inset-x-0"')).toEqual([]);
});

it("has no class that names the left or the right: a screen in Arabic begins on the right", () => {
  const found = readdirSync(client, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
    .flatMap((file) => sidedIn(readFileSync(client + file, "utf8")).map((name) => `${file}: ${name}`));
  expect(found).toEqual([]);
});
