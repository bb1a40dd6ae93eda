import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const { compiled } = await import(new URL("./compile-sources.mjs", import.meta.url).href);

it("makes a source anew that changed while it was compiled", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-compile-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const source = pathToFileURL(join(folder, "source.ts"));
  const imported = join(folder, "imported.ts");
  const made: string[] = [];
  const compile = async (read?: (path: string) => Promise<string>) => {
    const address = await compiled(source, { read, cache: join(folder, "cache") });
    made.push(address);
    return (await import(address)).value;
  };
  await writeFile(source, `export { value } from "./imported.ts";\n`);
  await writeFile(imported, "export const value: number = 1;\n");

  const changing = async (path: string) => {
    const text = await readFile(path, "utf8");
    if (path === imported) await writeFile(imported, "export const value: number = 2;\n");
    return text;
  };
  expect(await compile(changing)).toBe(1);
  expect(await compile()).toBe(2);
  expect(await compile()).toBe(2);
  expect(made[2]).toEqual(made[1]);
});
