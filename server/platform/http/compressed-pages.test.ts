import { describe, expect, it } from "vitest";
import { compressedPages } from "./pages.ts";

describe("compressed pages", () => {
  it("are compressed once for all who ask", async () => {
    let times = 0;
    const gzip = async (html: string) => Buffer.from(`${html} ${++times}`);
    const compressed = compressedPages({ gzip, br: gzip });
    const asked = await Promise.all([compressed("gzip", "a"), compressed("gzip", "a"), compressed("br", "a")]);
    expect(asked.map(String)).toEqual(["a 1", "a 1", "a 2"]);
    expect(String(await compressed("gzip", "a"))).toBe("a 1");
  });

  it("are tried again where that failed", async () => {
    let hasMemory = false;
    const br = async (html: string) => {
      if (!hasMemory) throw new Error("Out of memory");
      return Buffer.from(html);
    };
    const compressed = compressedPages({ gzip: br, br });
    await expect(compressed("br", "page")).rejects.toThrow("Out of memory");
    hasMemory = true;
    expect(String(await compressed("br", "page"))).toBe("page");
  });
});
