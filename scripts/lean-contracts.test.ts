import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { describe, expect, it } from "vitest";
import { leanContracts } from "./lean-contracts.ts";

const shared = fileURLToPath(new URL("../shared", import.meta.url));
const client = fileURLToPath(new URL("../client/src", import.meta.url));

/** The code that a browser would load for a module of the client that says this. */
async function built(module: string): Promise<string> {
  const entry = `${client}/made-up.ts`;
  const madeUp = {
    name: "made-up",
    resolveId: (id: string) => (id === entry ? id : undefined),
    load: (id: string) => (id === entry ? module : undefined),
  };
  const result = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [madeUp, leanContracts],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: "strict" },
    },
  });
  if (Array.isArray(result) || !("output" in result)) throw new Error("It was not built as one bundle.");
  const chunks = result.output.filter((file): file is Rolldown.OutputChunk => file.type === "chunk");
  return chunks.map(({ code }) => code).join("\n");
}

describe("contracts in the browser's build", () => {
  it("hold what a call is sent by, without the validation library", async () => {
    const code = await built(`export { me as asked } from "${shared}/api/auth.ts";`);
    expect(code).toContain('"/api/auth/me"');
    expect(code).not.toMatch(/ZodObject|Who is signed in/);
  });

  it("come with a schema where a form imports it by name", async () => {
    const code = await built(
      `import { newRole } from "${shared}/api/admin/roles.ts"; export const check = (body) => newRole.parse(body);`,
    );
    expect(code).toContain("Role name");
    expect(code).toMatch(/ZodObject/);
  });

  it("are refused to a module that reads a schema off one", async () => {
    const module = `import { createRole } from "#shared/api/admin/roles.ts"; export const schema = createRole.body;`;
    await expect(built(module)).rejects.toThrow("createRole.body is not in the browser's build");
  });
});
