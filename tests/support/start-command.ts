import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url));

/** What `npm start` gives to Node: its own options, and the program with its arguments. */
export function startArguments(): { options: string[]; program: string[] } {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const [, ...words] = String(scripts.start).split(" ");
  return {
    options: words.filter((word) => word.startsWith("-")),
    program: words.filter((word) => !word.startsWith("-")),
  };
}
