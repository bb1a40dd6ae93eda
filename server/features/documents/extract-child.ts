import { constants, getPriority, setPriority } from "node:os";
import { buffer } from "node:stream/consumers";
import { watchThisProcess } from "#server/platform/threads/watch.ts";
import { cleanText } from "./clean-text.ts";
import { decodeText } from "./decode-text.ts";
import type { ExtractMessage, ExtractOrder } from "./extract.ts";
import { UnreadableDocument } from "./failure.ts";
import { cutIntoPassages } from "./passages.ts";

// The result goes back in pieces that the parent can handle between two requests.

const PIECE_LENGTH = 64 * 1024;
const PASSAGES_AT_ONCE = 50;

const order: ExtractOrder = JSON.parse(process.argv[2] ?? "");
void watchThisProcess(order);
// Streams of replies must not notice the reading. The watch keeps its priority.
setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
// Ctrl-C reaches the whole process group, but the parent decides.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => process.exit());

const bytes = await buffer(process.stdin);
// Loading the parser takes longer than reading most text files.
const pages =
  order.kind === "txt" ? [decodeText(bytes)] : (await import("./read-pdf.ts")).readPdf(new Uint8Array(bytes));
// The parser also fails in promises that nobody awaits.
process.on("unhandledRejection", () => undefined);
process.on("uncaughtException", () => send({ type: "failed", kind: "damaged" }));
try {
  await read(pages);
} catch (error) {
  await send({ type: "failed", kind: error instanceof UnreadableDocument ? error.kind : "damaged" });
}

async function read(pages: Iterable<string> | AsyncIterable<string>): Promise<void> {
  let pageCount = 0;
  let isEmpty = true;
  for await (const raw of pages) {
    pageCount += 1;
    const text = cleanText(raw);
    if (text !== "") isEmpty = false;
    for (let at = 0; at < text.length; at += PIECE_LENGTH)
      await send({ type: "text", page: pageCount, text: text.slice(at, at + PIECE_LENGTH) });
    const passages = cutIntoPassages(text);
    for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE)
      await send({ type: "passages", page: pageCount, passages: passages.slice(at, at + PASSAGES_AT_ONCE) });
  }
  if (isEmpty) throw new UnreadableDocument(order.kind === "pdf" ? "scan" : "empty");
  await send({ type: "done", pageCount });
}

/** Waits, so that a busy parent slows the reading down. */
function send(message: ExtractMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) return reject(new Error("This runs as a child process only."));
    process.send(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });
}
