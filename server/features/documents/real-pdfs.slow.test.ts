import { readFile } from "node:fs/promises";
import { constants, deflateRawSync, deflateSync, inflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { zipOf } from "#tests/support/archives.ts";
import { packedPdf, pdfWithContent, pdfWithPages, rawPdf } from "#tests/support/pdfs.ts";
import { extract } from "./extract.ts";
import { UnreadableDocument } from "./failure.ts";

// Each is read by a process of its own, which loads its sources through a compiler here.
const timeoutMs = 60_000;
const MEGABYTE = 1024 * 1024;

const madeBy = (name: "chromium" | "ghostscript" | "locked" | "restricted") =>
  readFile(new URL(`../../../tests/fixtures/documents/${name}.pdf`, import.meta.url));

/** `read`, or why not. Anything but a document's own fault throws. */
async function outcomeOf(bytes: Uint8Array, limit = timeoutMs): Promise<string> {
  try {
    const { text, passages } = await extract(bytes, "pdf", { timeoutMs: limit });
    expect(text.isWellFormed() && !text.includes("\u0000")).toBe(true);
    expect(passages.length).toBeGreaterThan(0);
    return "read";
  } catch (error) {
    if (error instanceof UnreadableDocument) return error.kind;
    throw error;
  }
}

/** What PDF.js puts among the globals of this process, which other files have too. */
function leaveNoGlobals(): void {
  const before = new Set(Object.getOwnPropertyNames(globalThis));
  onTestFinished(() => {
    for (const name of Object.getOwnPropertyNames(globalThis))
      if (!before.has(name)) Reflect.deleteProperty(globalThis, name);
  });
}

describe("a PDF of an ordinary program", () => {
  it("is read whole: a browser's, with a table, umlauts and Chinese [T59]", async () => {
    const { text, pageCount, passages } = await extract(await madeBy("chromium"), "pdf", { timeoutMs });
    expect(pageCount).toBe(3);
    expect(text).toContain(
      "He came to us from a shelter in Köln, where he had shared a kennel with eleven other dogs.",
    );
    expect(text).toContain("Breakfast 7:30\nDinner 18:00");
    expect(text).toContain("团子喜欢在早上吃胡萝卜。\nIl préfère le fromage – surtout le gruyère.");
    expect(passages.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  it.each(["ghostscript", "restricted"] as const)(
    "is read whole, protected against changes or not: %s [T59]",
    async (name) => {
      expect(await extract(await madeBy(name), "pdf", { timeoutMs })).toMatchObject({
        text: "About Rufus\nRufus is a beagle of nine years. He is afraid of balloons.\n\nHe is allergic to chicken.",
        pageCount: 2,
      });
    },
  );

  it("is refused by name where it asks for a password [T60]", async () => {
    expect(await outcomeOf(await madeBy("locked"))).toBe("encrypted");
  });

  it("is read without a canvas, which an installation for production lacks", async () => {
    leaveNoGlobals();
    const { readPdf } = await import("./read-pdf.ts");
    const first = await readPdf(new Uint8Array(await madeBy("ghostscript"))).next();
    expect(first.value).toContain("About Rufus");
    // That of the canvas, which PDF.js takes where nothing is in its place, has its numbers as properties.
    const Matrix: unknown = Reflect.get(globalThis, "DOMMatrix");
    expect(typeof Matrix === "function" && Reflect.construct(Matrix, [])).not.toHaveProperty("a");
  });
});

describe("a PDF that was tampered with", () => {
  /** Some bytes changed, left out, doubled, or cut off behind. */
  const damage = fc.array(
    fc.record({
      kind: fc.constantFrom("change", "leave out", "double", "cut"),
      at: fc.double({ min: 0.01, max: 0.999, noNaN: true }),
      length: fc.integer({ min: 1, max: 200 }),
      byte: fc.integer({ min: 0, max: 255 }),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it("is read or refused with its reason, wherever it is damaged [T61]", async () => {
    const whole = await Promise.all([madeBy("ghostscript"), madeBy("chromium"), madeBy("restricted")]);
    const damages = fc.sample(damage, { seed: 20_260, numRuns: 8 });
    const outcomes: string[] = [];
    for (const [index, changes] of damages.entries()) {
      let bytes = whole[index % whole.length] ?? Buffer.alloc(0);
      for (const { kind, at, length, byte } of changes) {
        const start = Math.floor(at * bytes.length);
        const [before, middle, after] = [0, start, start + length].map((from, part, all) =>
          bytes.subarray(from, all[part + 1]),
        );
        if (before === undefined || middle === undefined || after === undefined) continue;
        if (kind === "cut") bytes = at > 0.5 ? before : bytes;
        else if (kind === "leave out") bytes = Buffer.concat([before, after]);
        else if (kind === "double") bytes = Buffer.concat([before, middle, middle, after]);
        else bytes = Buffer.concat([before, Buffer.alloc(middle.length, byte), after]);
      }
      outcomes.push(await outcomeOf(bytes));
    }
    for (const outcome of outcomes) expect(["read", "damaged", "scan", "encrypted", "too_slow"]).toContain(outcome);
    expect(new Set(outcomes).size).toBeGreaterThan(1);
  });

  it("runs none of its scripts, and is another file too without harm [T61]", async () => {
    const script = (action: string) =>
      rawPdf([
        `<</Type /Catalog /Pages 2 0 R /OpenAction ${action} /AA <</WC ${action}>> /Names <</JavaScript <</Names [(a) ${action}]>>>>>>`,
        "<</Type /Pages /Kids [3 0 R] /Count 1>>",
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R>>",
        "<</Length 42>>\nstream\nBT /F1 12 Tf 50 700 Td (Rufus sleeps.) Tj ET\nendstream",
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
      ]);
    for (const action of [
      "<</S /JavaScript /JS (while \\(true\\) {})>>",
      "<</S /JavaScript /JS (process.exit\\(1\\))>>",
      "<</S /Launch /F (/bin/sh)>>",
      "<</S /URI /URI (file:///etc/passwd)>>",
    ])
      expect(await outcomeOf(script(action)), action).toBe("read");
    const whole = await madeBy("ghostscript");
    const zip = await zipOf({ "a.txt": "Rufus" });
    const page = Buffer.from("<script>alert(1)</script>");
    expect(await outcomeOf(Buffer.concat([whole, zip]))).toBe("read");
    expect(await outcomeOf(Buffer.concat([page, whole]))).toBe("read");
  });

  it("gives only text that can be stored, whatever letters its font claims to have [T64]", async () => {
    const map =
      "1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <41> <0000> <42> <d800> <43> <dc36> <44> <0052> endbfchar";
    const letters = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def ${map} endcmap end end`;
    const bytes = pdfWithContent(
      Buffer.from("BT /F1 12 Tf 50 700 Td (ABCD DDD CBA DDD) Tj ET"),
      "/Font <</F1 5 0 R>>",
      "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 6 0 R>>",
      `<</Length ${letters.length}>>\nstream\n${letters}\nendstream`,
    );
    const { text } = await extract(bytes, "pdf", { timeoutMs });
    expect(text).toContain("RRR");
    expect(text.isWellFormed() && !text.includes("\u0000")).toBe(true);
  });
});

describe("a PDF that unfolds", () => {
  const heavy = ["too_heavy", "too_slow", "too_long", "damaged", "scan"];

  /** So many megabytes: one is packed, so that the next one can follow it, and is taken again and again. */
  function packedSpaces(megabytes: number): Buffer {
    const one = deflateRawSync(Buffer.alloc(MEGABYTE, " "), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    const length = BigInt(megabytes * MEGABYTE);
    const space = BigInt(" ".charCodeAt(0));
    const checksum = [length + (space * length * (length + 1n)) / 2n, 1n + space * length].map((sum) => sum % 65_521n);
    const end = Buffer.from([3, 0, 0, 0, 0, 0]);
    for (const [index, sum] of checksum.entries()) end.writeUInt16BE(Number(sum), 2 + 2 * index);
    return Buffer.concat([Buffer.from([0x78, 0xda]), ...Array<Buffer>(megabytes).fill(one), end]);
  }

  it("to a gigabyte is ended before it takes the memory of the server [T72]", async () => {
    expect(inflateSync(packedSpaces(3)).equals(Buffer.alloc(3 * MEGABYTE, " "))).toBe(true);
    const packed = packedSpaces(1024);
    const bomb = packedPdf(packed, "/FlateDecode");
    expect(bomb.length).toBeLessThan(2 * MEGABYTE);
    expect(heavy).toContain(await outcomeOf(bomb, 30_000));
    // Packed twice, it is a few kilobytes.
    const twice = packedPdf(deflateSync(packed, { level: 9 }), "[/FlateDecode /FlateDecode]");
    expect(twice.length).toBeLessThan(64 * 1024);
    expect(heavy).toContain(await outcomeOf(twice, 30_000));
  });

  it("to 100,000 pages is refused for their number, also where it only says so [T72]", async () => {
    expect(await outcomeOf(pdfWithPages(100_000))).toBe("too_many_pages");
    const claims = rawPdf(["<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R] /Count 100000>>"]);
    expect(["too_many_pages", "damaged"]).toContain(await outcomeOf(claims));
  });
});
