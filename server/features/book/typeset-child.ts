import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { watchThisProcess } from "#server/platform/threads/watch.ts";
import { template } from "./template.ts";
import type { TypesetAnswer, TypesetOrder } from "./typeset.ts";

// Ctrl-C reaches the whole process group, but the parent decides.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit());
process.once("message", async (order: TypesetOrder) => {
  await watchThisProcess(order);
  // Streams of replies must not notice it. The watch keeps its priority.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  process.send?.(await make(order));
});

async function make({ compiler, sheet, fonts, portrait }: TypesetOrder): Promise<TypesetAnswer> {
  const typst: typeof import("@myriaddreamin/typst-ts-node-compiler") | null = await import(compiler).catch(() => null);
  if (typst === null) return { type: "failed", failure: "missing", why: "Typst is not installed" };
  // Nothing is in the folder that Typst could read.
  const workspace = mkdtempSync(join(tmpdir(), "book-"));
  try {
    const fontBlobs = fonts.files.map((file) => readFileSync(file));
    const typesetter = typst.NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs }] });
    if (portrait !== null) typesetter.mapShadow(join(workspace, "portrait.jpg"), Buffer.from(portrait));
    const data = { ...sheet, fonts: fonts.families, portrait: portrait !== null };
    const compiled = typesetter.compile({ mainFileContent: template, inputs: { book: JSON.stringify(data) } });
    const document = compiled.result;
    if (document === null) {
      const error = compiled.takeError();
      const why =
        error === null
          ? "no document"
          : JSON.stringify(typesetter.fetchDiagnostics(error).map(({ message }) => message));
      return { type: "failed", failure: "unexpected", why };
    }
    const pdf = typesetter.pdf(document, { creationTimestamp: Math.floor(Date.now() / 1000) });
    const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
    return { type: "made", pdf, pages: document.numOfPages, megabytes };
  } catch (error) {
    return { type: "failed", failure: "unexpected", why: String(error) };
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}
