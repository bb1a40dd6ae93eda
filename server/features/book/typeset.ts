import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { entry } from "#server/platform/threads/entry.ts";
import type { ProcessBounds } from "#server/platform/threads/watch.ts";
import type { PdfFailure } from "#shared/api/book.ts";
import type { BookSheet } from "#shared/book.ts";
import { type ChosenFonts, fontsFor } from "./fonts.ts";

const TYPST = "@myriaddreamin/typst-ts-node-compiler";
const bounds: ProcessBounds = { timeoutMs: 120_000, maxMemoryBytes: 900 * 1024 * 1024 };

export interface TypesetOrder extends ProcessBounds {
  compiler: string;
  sheet: BookSheet;
  fonts: ChosenFonts;
  /** A JPEG. */
  portrait: Uint8Array | null;
}

const answer = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("made"),
    pdf: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    pages: z.number(),
    megabytes: z.number(),
  }),
  z.object({ type: z.literal("failed"), failure: z.enum(["missing", "unexpected"]), why: z.string() }),
]);
export type TypesetAnswer = z.output<typeof answer>;

export class TypesetError extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, why: string = failure) {
    super(why);
    this.failure = failure;
  }
}

export function hasTypst(): boolean {
  try {
    return createRequire(import.meta.url).resolve(TYPST) !== "";
  } catch {
    return false;
  }
}

interface TypesetOptions extends Partial<ProcessBounds> {
  portrait?: Uint8Array | null;
  compiler?: string;
}

/** In a process of its own, which may be killed: a book can't take more memory or time than `bounds`. @throws TypesetError */
export async function typeset(sheet: BookSheet, { portrait = null, compiler = TYPST, ...within }: TypesetOptions = {}) {
  const fonts = fontsFor(JSON.stringify(sheet), sheet.lang);
  if (fonts === null) throw new TypesetError("fonts");
  const order: TypesetOrder = { ...bounds, ...within, compiler, sheet, fonts, portrait };
  const { url, execArgv } = entry(import.meta.url, "./typeset-child");
  // The environment holds secrets.
  const child = fork(fileURLToPath(url), [], {
    ...{ execArgv, env: {}, serialization: "advanced", stdio: ["ignore", "ignore", "ignore", "ipc"] },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<{ pdf: Uint8Array; pages: number; megabytes: number }>((resolve, reject) => {
      timer = setTimeout(() => reject(new TypesetError("too_slow")), order.timeoutMs);
      child.on("message", (received) => {
        const { data, error } = answer.safeParse(received);
        if (data?.type === "made") resolve(data);
        else if (data === undefined) reject(error);
        else reject(new TypesetError(data.failure, data.why));
      });
      child.on("error", reject);
      child.on("exit", (code, signal) => reject(reasonOfExit(code, signal)));
      child.send(order);
    });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}

/** By its watch or the system where it is killed; 134 is an abort where there are no signals. */
function reasonOfExit(code: number | null, signal: NodeJS.Signals | null): TypesetError {
  const isKilled = signal === "SIGKILL" || signal === "SIGABRT" || signal === "SIGTRAP" || code === 134;
  return new TypesetError(isKilled ? "too_heavy" : "unexpected", `the process ended with ${signal ?? `code ${code}`}`);
}
