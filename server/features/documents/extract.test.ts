import { spawn } from "node:child_process";
import { constants, getPriority } from "node:os";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import {
  chinesePdf,
  encryptedPdf,
  pdfOf,
  pdfWithContent,
  pdfWithDeepPageTree,
  pdfWithPages,
  rawPdf,
} from "#tests/support/pdfs.ts";
import { type ExtractOptions, extract } from "./extract.ts";
import { UnreadableDocument } from "./failure.ts";
import type { FileKind } from "./file-kind.ts";

// A test run reads its sources through a compiler, on a busy machine: seconds for what takes a fraction of one otherwise.
const timeoutMs = 60_000;
const MEGABYTE = 1024 * 1024;

async function failureOf(bytes: Uint8Array, kind: FileKind = "pdf", options: Partial<ExtractOptions> = {}) {
  try {
    await extract(bytes, kind, { timeoutMs, ...options });
    return "none";
  } catch (error) {
    return error instanceof UnreadableDocument ? error.kind : error;
  }
}

/** The text of a PDF, and whether `push` of arrays is the same in the process that has read it. */
async function readAndCompare(bytes: Uint8Array): Promise<string> {
  const script = `
    import { buffer } from "node:stream/consumers";
    const { push } = Array.prototype;
    const { readPdf } = await import(${JSON.stringify(new URL("./read-pdf.ts", import.meta.url).href)});
    for await (const page of readPdf(new Uint8Array(await buffer(process.stdin)))) process.stdout.write(page);
    process.stdout.write(String(Array.prototype.push === push));`;
  const reading = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", script], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  reading.stdin.end(bytes);
  return text(reading.stdout);
}

describe("reading a PDF", () => {
  it("leaves arrays as they are: with what PDF.js makes of them it takes a quarter longer", async () => {
    expect(await readAndCompare(await pdfOf("Rufus sleeps on the sofa."))).toBe("Rufus sleeps on the sofa.true");
  });

  it("gives its text, its pages, and passages that name their page", async () => {
    const bytes = await pdfOf("Rufus sleeps on the sofa.", "", "He hates the vac-\nuum cleaner.");
    expect(await extract(bytes, "pdf", { timeoutMs })).toEqual({
      text: "Rufus sleeps on the sofa.\n\nHe hates the vacuum cleaner.",
      pageCount: 3,
      passages: [
        { page: 1, content: "Rufus sleeps on the sofa." },
        { page: 3, content: "He hates the vacuum cleaner." },
      ],
    });
  });

  it("gives the text of Chinese fonts that are not embedded [T59]", async () => {
    expect((await extract(chinesePdf("团子喜欢吃胡萝卜"), "pdf", { timeoutMs })).text).toBe("团子喜欢吃胡萝卜");
  });

  it("says what is wrong with a protected, a damaged and a scanned one [T61]", async () => {
    const whole = await pdfOf("Rufus sleeps on the sofa.");
    expect(await failureOf(encryptedPdf())).toBe("encrypted");
    expect(await failureOf(await pdfOf("", ""))).toBe("scan");
    expect(await failureOf(Buffer.from("%PDF-1.7\nnothing that is a PDF"))).toBe("damaged");
    expect(await failureOf(whole.subarray(0, 40))).toBe("damaged");
    expect(
      await failureOf(rawPdf(["<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R] /Count 1>>"])),
    ).toBe("damaged");
  });

  it("still reads one whose end was cut off, as far as it goes", async () => {
    const whole = await pdfOf("Rufus sleeps on the sofa.");
    const outcome = await failureOf(whole.subarray(0, whole.length - 60));
    expect(["none", "damaged"]).toContain(outcome);
  });

  it("refuses more pages than can be", async () => {
    expect(await failureOf(pdfWithPages(6_000))).toBe("too_many_pages");
  });

  it("comes to an end with a page tree of 50,000 levels [T72]", async () => {
    expect(["damaged", "scan", "too_slow", "too_heavy"]).toContain(
      await failureOf(pdfWithDeepPageTree(50_000), "pdf", { timeoutMs: 8_000 }),
    );
  });

  it("ends one that would go on for long [T61]", async () => {
    const endless = pdfWithContent(Buffer.from("q Q ".repeat(15 * MEGABYTE)));
    expect(endless.length).toBeLessThan(MEGABYTE);
    expect(await failureOf(endless, "pdf", { timeoutMs: 2_000 })).toBe("too_slow");
  });

  it("ends one that takes more memory than it may [T61] [T72]", async () => {
    const bomb = pdfWithContent(Buffer.alloc(300 * MEGABYTE, " "));
    expect(bomb.length).toBeLessThan(2 * MEGABYTE);
    expect(await failureOf(bomb, "pdf", { maxMemoryBytes: 300 * MEGABYTE })).toBe("too_heavy");
  });
});

describe("reading a text file", () => {
  it("gives one page, and passages without a page [T59]", async () => {
    const read = await extract(Buffer.from("\ufeffFluffy\u0000 is 5.\r\n"), "txt", { timeoutMs });
    expect(read).toEqual({ text: "Fluffy is 5.", pageCount: 1, passages: [{ page: null, content: "Fluffy is 5." }] });
  });

  it("gives a long text whole", async () => {
    const text = Array.from(
      { length: 40_000 },
      (_, index) => `Rufus met friend number ${index} in the park today.`,
    ).join(" ");
    const read = await extract(Buffer.from(text), "txt", { timeoutMs: 20_000 });
    expect(read.text).toBe(text);
    expect(read.passages.length).toBeGreaterThan(text.length / 1000);
  });

  it("says so where there is nothing in it, or too much [T72]", async () => {
    expect(await failureOf(Buffer.from(" \n\u0000 \n"), "txt")).toBe("empty");
    expect(await failureOf(Buffer.alloc(6 * MEGABYTE, "Rufus is a dog. "), "txt")).toBe("too_long");
  });
});

describe("the process that reads", () => {
  it("is taken for out of memory when the system kills it, and for bad luck when anyone else does", async () => {
    const bytes = await pdfOf("Rufus");
    expect(await failureOf(bytes, "pdf", { onStart: (child) => child.kill("SIGKILL") })).toBe("too_heavy");
    expect(await failureOf(bytes, "pdf", { onStart: (child) => child.kill("SIGTERM") })).toEqual(
      new Error("The reading process ended with SIGTERM."),
    );
  });

  it("gives way to those who are served meanwhile", async () => {
    const priorities: number[] = [];
    await extract(Buffer.from("Rufus"), "txt", {
      timeoutMs,
      onStart: (child) => void child.once("message", () => priorities.push(getPriority(child.pid))),
    });
    expect(priorities[0]).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
  });

  it("does not outlive its answer", async () => {
    const pids: (number | undefined)[] = [];
    await extract(Buffer.from("Rufus"), "txt", {
      timeoutMs,
      onStart: (child) => {
        pids.push(child.pid);
        child.once("exit", () => pids.pop());
      },
    });
    await expect.poll(() => pids).toEqual([]);
  });
});
