import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { at } from "../chat/clients.ts";
import { othersBetween, type Rig, spentBy, startRig } from "../chat/rig.ts";
import { pdfOf } from "./pdf.ts";

const STREAMS = 10;
const ROUNDS = 2;
/** How long the streams are watched alone. */
const ALONE_MS = 4_000;
const POLL_MS = 50;
const ATTEMPTS_MS = 60_000;

/** How long readers of replies wait for the next piece, alone and while a document of so many pages is read. */
export async function besideStreams(pages: number): Promise<Record<string, string | number>[]> {
  const book = await pdfOf(pages);
  const rig = await startRig();
  try {
    rig.setPace({ tokens: 100, everyMs: 20, firstMs: 20 });
    await gapsDuring(rig, () => sleep(ALONE_MS));
    const rows: Record<string, string | number>[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      rows.push({ round, "beside the streams": "nothing", ...(await gapsDuring(rig, () => sleep(ALONE_MS))) });
      let seconds = 0;
      const gaps = await gapsDuring(rig, async () => {
        seconds = await secondsToRead(rig, book);
      });
      rows.push({ round, "beside the streams": `${pages} pages`, ...gaps, "pages/s": Math.round(pages / seconds) });
    }
    return rows;
  } finally {
    await rig.stop();
  }
}

async function gapsDuring({ ours }: Rig, work: () => Promise<unknown>) {
  const before = spentBy(ours);
  let isOver = false;
  const gaps: number[] = [];
  const reader = async () => {
    while (!isOver) {
      const { firstToken, longestGap } = await ours.ask();
      if (firstToken !== undefined) gaps.push(longestGap);
    }
  };
  const readers = Array.from({ length: STREAMS }, reader);
  await work();
  isOver = true;
  await Promise.all(readers);
  gaps.sort((a, b) => a - b);
  const others = othersBetween(before, spentBy(ours));
  return {
    replies: gaps.length,
    "longest gap of a reply, p50, ms": Math.round(at(gaps, 0.5)),
    "of all, ms": Math.round(gaps.at(-1) ?? Number.NaN),
    "others, %": Math.round(100 * others),
  };
}

/** From the upload until the document can be asked about. */
async function secondsToRead({ ours: { list } }: Rig, book: Buffer): Promise<number> {
  const startedAt = performance.now();
  const { agents } = z
    .object({ agents: z.array(z.object({ id: z.string() })) })
    .parse(await json(list.url, list.headers));
  const url = `${list.url}/${agents[0]?.id}/documents`;
  const body = new FormData();
  body.set("file", new Blob([new Uint8Array(book)], { type: "application/pdf" }), "book.pdf");
  const { id } = z
    .object({ id: z.string() })
    .parse(await (await fetch(url, { method: "POST", headers: list.headers, body })).json());
  while (performance.now() - startedAt < ATTEMPTS_MS) {
    const documents = z
      .array(z.object({ id: z.string(), processingStatus: z.string() }))
      .parse(await json(url, list.headers));
    const status = documents.find((one) => one.id === id)?.processingStatus;
    if (status === "failed") throw new Error("The document could not be read.");
    if (status === "processed") return (performance.now() - startedAt) / 1000;
    await sleep(POLL_MS);
  }
  throw new Error("The document was not read.");
}

const json = async (url: string, headers: Record<string, string>): Promise<unknown> =>
  (await fetch(url, { headers })).json();
