import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root, startArguments } from "./support/start-command.ts";

const { options, program } = startArguments();

// What V8 may keep of what is no longer used grows with the size that it is allowed.
test("npm start bounds the heap", () => {
  expect(options).toContainEqual(expect.stringMatching(/^--max-old-space-size=\d+$/));
  expect(program).toEqual(["dist/server/main.js"]);
});

test.each([
  ["the container", "Dockerfile", /^CMD (.*)$/m, (command: string) => JSON.parse(command)],
  [
    "the service",
    "docs/deploy/pet-talk.service",
    /^ExecStart=\/usr\/bin\/(.*)$/m,
    (command: string) => command.split(" "),
  ],
])("%s starts the product as npm start does", (_what, file, line, words) => {
  const [, command = ""] = line.exec(readFileSync(`${root}${file}`, "utf8")) ?? [];
  expect(words(command)).toEqual(["node", ...options, ...program]);
});
