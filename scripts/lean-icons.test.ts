import { fileURLToPath } from "node:url";
import { build } from "vite";
import { expect, it } from "vitest";
import { leanIcons } from "./lean-icons.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

it("leaves icons their lines in the browser's build, without their names and what else makes icons", async () => {
  const entry = `${root}client/src/made-up.ts`;
  const madeUp = {
    name: "made-up",
    resolveId: (id: string) => (id === entry ? id : undefined),
    // CircleHelp is another name of an icon, and Trash2 has aliases.
    load: (id: string) => (id === entry ? 'export { CircleHelp, Mic, Trash2 } from "lucide-react";' : undefined),
  };
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [madeUp, leanIcons],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict", external: ["react"] },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("It was not built as one bundle.");
  const code = result.output.map((file) => (file.type === "chunk" ? file.code : "")).join("\n");
  expect(code).toContain("M12 19v3");
  expect(code.match(/icon\(\[/g) ?? code.match(/\(\[\[|\(\[\n/g)).toHaveLength(3);
  expect(code).not.toMatch(/key: |aliases|"mic"|absoluteStrokeWidth|forwardRef/);
});
