import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = execFileSync("git", ["ls-files", "shared", "server", "client/src", "tests", "scripts", "bench"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => /\.tsx?$/.test(path));

interface Export {
  path: string;
  name: string;
}

const exported: Export[] = sources.flatMap((path) =>
  [
    ...readFileSync(path, "utf8").matchAll(/^export (?:async )?(?:function\*?|const|interface|type|class|let) (\w+)/gm),
  ].map(([, name = ""]) => ({ path, name })),
);

const irregular =
  "bought brought built caught done drawn driven fallen felt found given gone heard held hidden kept known laid led left lent lost made meant met paid said seen sent shown slept sold spent spoken stolen taken taught thought told understood unsent untold won worn written";
const participles = new RegExp(`^(?:\\w+(?:[^e]ed|ied)|${irregular.replaceAll(" ", "|")})$`, "i");

it("no exported name is a bare participle, which does not say of what", () => {
  const bare = exported.filter(({ name }) => /^[A-Za-z][a-z]*$/.test(name) && participles.test(name));
  expect(bare).toEqual([]);
});

/** A room of the server or of the client; of features each. */
const roomOf = (path: string) =>
  /^(?:client\/src\/features\/[^/]+|client\/src\/[^/]+|server\/features\/[^/]+|server\/[^/]+|[^/]+)/.exec(path)?.[0];

it("no name is exported by two files of one room, but for a rule around a query", () => {
  const first = new Map<string, string>();
  const twice: string[] = [];
  for (const { path, name } of exported) {
    const key = `${roomOf(path)} ${name}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, path);
    else if (other !== path && !(other.endsWith("/queries.ts") && path.endsWith("/service.ts")))
      twice.push(`${name}: ${other}, ${path}`);
  }
  expect(twice).toEqual([]);
});
