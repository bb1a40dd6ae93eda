import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const { compiled } = await import(new URL("./compile-sources.mjs", import.meta.url).href);

it("makes a source anew that changed while it was compiled", async () => {
  // Always the same, because what is kept goes by it.
  const folder = new URL("../node_modules/.cache/compile-sources-test/", import.meta.url);
  const source = new URL("source.ts", folder);
  const imported = new URL("imported.ts", folder);
  const made: URL[] = [];
  const compile = async (read?: (path: string) => Promise<string>) => {
    made.push(new URL(await compiled(source, read)));
    return (await import(String(made.at(-1)))).value;
  };
  onTestFinished(async () => {
    for (const file of [folder, ...made.map((address) => new URL(".", address))])
      await rm(file, { recursive: true, force: true });
  });
  await mkdir(folder, { recursive: true });
  await writeFile(source, `export { value } from "./imported.ts";\n`);
  await writeFile(imported, "export const value: number = 1;\n");

  const changing = async (path: string) => {
    const text = await readFile(path, "utf8");
    if (path === fileURLToPath(imported)) await writeFile(imported, "export const value: number = 2;\n");
    return text;
  };
  expect(await compile(changing)).toBe(1);
  expect(await compile()).toBe(2);
  expect(await compile()).toBe(2);
  expect(made[2]).toEqual(made[1]);
});
