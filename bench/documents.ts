/**
 * How fast a document is read, and how long readers of replies wait for the next piece meanwhile, in the built product: ten
 * people read replies of 20 ms a token, first alone, then while a PDF goes the way of an upload.
 *
 *   npm run bench:documents [-- --pages 350 --rounds 2 --write]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { othersBetween, spentBy, startRig } from "./chat/rig.ts";
import { report, spread, type Table } from "./results.ts";

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "350" },
    rounds: { type: "string", default: "2" },
    write: { type: "boolean", default: false },
  },
});
const STREAMS = 10;
const ALONE_MS = 4_000;
const LINES = 38;

const pages = Number(values.pages);
const book = await pdfOf(pages);
const rig = await startRig();
try {
  rig.setPace({ tokens: 100, everyMs: 20, firstMs: 20 });
  await gapsDuring(() => sleep(ALONE_MS));
  const rows: Table["rows"] = [];
  for (let round = 1; round <= Number(values.rounds); round += 1) {
    rows.push({ round, beside: "nothing", ...(await gapsDuring(() => sleep(ALONE_MS))), "pages/s": "" });
    const startedAt = performance.now();
    let seconds = 0;
    const gaps = await gapsDuring(async () => {
      await rig.ours.read(book, "book.pdf");
      seconds = (performance.now() - startedAt) / 1000;
    });
    rows.push({ round, beside: `${pages} pages`, ...gaps, "pages/s": Math.round(pages / seconds) });
  }
  report("documents", [{ title: `${STREAMS} readers of replies, 20 ms a token`, rows }], values.write);
} finally {
  await rig.stop();
}

async function gapsDuring(work: () => Promise<unknown>) {
  const before = spentBy(rig.ours);
  let isOver = false;
  const gaps: number[] = [];
  const reader = async () => {
    while (!isOver) {
      const { firstToken, longestGap } = await rig.ours.ask();
      if (firstToken !== undefined) gaps.push(longestGap);
    }
  };
  const readers = Array.from({ length: STREAMS }, reader);
  await work();
  isOver = true;
  await Promise.all(readers);
  return {
    replies: gaps.length,
    "longest gap of a reply, ms p50 / p95": spread(gaps),
    "of all": Math.round(Math.max(...gaps)),
    "others, %": othersBetween(before, spentBy(rig.ours)),
  };
}

/** A document of so many full pages. */
async function pdfOf(count: number): Promise<Blob> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= count; page += 1) {
    const sheet = pdf.addPage();
    for (let line = 0; line < LINES; line += 1) {
      const text = `On day ${page * LINES + line} Biscuit chased the neighbor's cat through the whole garden and slept.`;
      sheet.drawText(text, { x: 50, y: 790 - 19 * line, size: 11, font });
    }
  }
  return new Blob([new Uint8Array(await pdf.save())], { type: "application/pdf" });
}
