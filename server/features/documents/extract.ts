import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { entry } from "#server/platform/threads/entry.ts";
import { limits } from "#shared/limits.ts";
import { type FailureKind, failures, UnreadableDocument } from "./failure.ts";
import type { FileKind } from "./file-kind.ts";

const MEGABYTE = 1024 * 1024;
/** MAX_MEMORY_BYTES also covers buffers outside the heap. */
const HEAP_MEGABYTES = 512;
const MAX_MEMORY_BYTES = 768 * MEGABYTE;

export interface ExtractOrder {
  kind: FileKind;
  timeoutMs: number;
  maxMemoryBytes: number;
}

const message = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), page: z.number(), text: z.string() }),
  z.object({ type: z.literal("passages"), page: z.number(), passages: z.array(z.string()) }),
  z.object({ type: z.literal("done"), pageCount: z.number() }),
  z.object({
    type: z.literal("failed"),
    kind: z.custom<FailureKind>((value) => typeof value === "string" && value in failures),
  }),
]);
export type ExtractMessage = z.output<typeof message>;

export interface Passage {
  /** From 1; null for a text file. */
  page: number | null;
  content: string;
}

export interface Extraction {
  text: string;
  pageCount: number;
  passages: Passage[];
}

export interface ExtractOptions {
  timeoutMs: number;
  maxMemoryBytes?: number;
  onStart?: (child: ChildProcess) => void;
}

/** A hostile document can't block or crash this process. Throws UnreadableDocument for the document's own fault. */
export function extract(bytes: Uint8Array, kind: FileKind, options: ExtractOptions): Promise<Extraction> {
  const { timeoutMs, maxMemoryBytes = MAX_MEMORY_BYTES, onStart } = options;
  const child = start({ kind, timeoutMs, maxMemoryBytes });
  onStart?.(child);
  let timer: NodeJS.Timeout | undefined;
  return new Promise<Extraction>((resolve, reject) => {
    timer = setTimeout(() => reject(new UnreadableDocument("too_slow")), timeoutMs);
    const take = collectMessages(kind, resolve, reject);
    child.on("message", (received) => {
      const parsed = message.safeParse(received);
      if (parsed.success) take(parsed.data);
      else reject(parsed.error);
    });
    child.on("error", reject);
    child.on("exit", (code, signal) => reject(reasonOfExit(code, signal)));
    // The child may end before it has read everything.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(bytes);
  }).finally(() => {
    clearTimeout(timer);
    child.kill("SIGKILL");
  });
}

/** The environment holds secrets. */
function start(order: ExtractOrder): ChildProcess {
  const { url, execArgv } = entry(import.meta.url, "./extract-child");
  return fork(fileURLToPath(url), [JSON.stringify(order)], {
    execArgv: [...execArgv, `--max-old-space-size=${HEAP_MEGABYTES}`],
    env: {},
    serialization: "advanced",
    stdio: ["pipe", "ignore", "ignore", "ipc"],
  });
}

function collectMessages(kind: FileKind, resolve: (extraction: Extraction) => void, reject: (error: Error) => void) {
  const texts: string[] = [];
  const passages: Passage[] = [];
  let textBytes = 0;
  let lastPage = 0;
  return (received: ExtractMessage): void => {
    switch (received.type) {
      case "text":
        textBytes += Buffer.byteLength(received.text);
        if (textBytes > limits.documentTextBytes) reject(new UnreadableDocument("too_long"));
        if (received.page !== lastPage && lastPage !== 0) texts.push("\n\n");
        lastPage = received.page;
        texts.push(received.text);
        break;
      case "passages":
        for (const content of received.passages)
          passages.push({ page: kind === "pdf" ? received.page : null, content });
        break;
      case "done":
        resolve({ text: texts.join(""), pageCount: received.pageCount, passages });
        break;
      case "failed":
        reject(new UnreadableDocument(received.kind));
        break;
    }
  };
}

function reasonOfExit(code: number | null, signal: NodeJS.Signals | null): Error {
  // Killed by its watch or the system, or aborted by V8 (134 where there are no signals).
  if (signal === "SIGKILL" || signal === "SIGABRT" || signal === "SIGTRAP" || signal === "SIGILL" || code === 134)
    return new UnreadableDocument("too_heavy");
  // Out of work without an answer, or the parser crashed.
  if (code === 0 || code === 13 || signal === "SIGSEGV" || signal === "SIGBUS")
    return new UnreadableDocument("damaged");
  return new Error(`The reading process ended with ${signal ?? `code ${code}`}.`);
}
