import sharp from "sharp";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { Download } from "#server/platform/http/download.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import type { JobHandlers, JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import type { Book, BookArrangement, BookPdf } from "#shared/api/book.ts";
import type { UsableAgent } from "../agents/access.ts";
import { type Caller, recordOnPet } from "../audit/service.ts";
import { avatarKey } from "../avatars/avatars.ts";
import { readContents, sheetOf } from "./contents.ts";
import * as queries from "./queries.ts";
import { hasTypst, TypesetError, typeset } from "./typeset.ts";

export interface BookDeps {
  db: Db;
  files: FileStore;
  jobs: JobQueue;
  log: Log;
}

/** Recorded in the audit log for a pet of somebody else, as its diary is. */
export async function readBook({ db }: BookDeps, by: Caller, pet: UsableAgent): Promise<Book> {
  await recordOnPet(db, pet, { by, action: "diary.read", isOften: true });
  return { ...(await readContents(db, by.user.id, pet)), makesPdf: hasTypst() };
}

export const arrangeBook = ({ db }: BookDeps, pet: UsableAgent, arrangement: BookArrangement): Promise<void> =>
  queries.saveArrangement(db, pet.id, arrangement);

const pdfOwner = z.object({ agentId: z.uuid(), userId: z.uuid() });

/** Where one is being made, it goes on. Throws HttpError 409 for an empty book. */
export async function beginPdf({ db, jobs }: BookDeps, by: Caller, pet: UsableAgent): Promise<BookPdf> {
  const owner = { agentId: pet.id, userId: by.user.id };
  const sheet = sheetOf(await readContents(db, by.user.id, pet));
  if (sheet.parts.length === 0) throw conflict("There is nothing in the book yet.");
  await db.transaction(async (tx) => {
    if (!(await queries.beginPdf(tx, owner, sheet))) return;
    await recordOnPet(tx, pet, { by, action: "diary.read", isOften: true });
    // One book at a time, on all instances: each may take hundreds of megabytes.
    await jobs.enqueue(tx, "make_book", owner, {
      key: `book:${owner.agentId}:${owner.userId}`,
      queue: "books",
      maxAttempts: 2,
    });
  });
  return pdfState({ db }, owner);
}

const DAY_MS = 86_400_000;
/** The sweep deletes files that are older. */
export const BOOK_KEPT_MS = 7 * DAY_MS;
const GIVEN_UP_MS = 600_000;

export async function pdfState({ db }: Pick<BookDeps, "db">, owner: queries.PdfOwner): Promise<BookPdf> {
  const row = await queries.findPdf(db, owner);
  if (row === null) return { status: "none" };
  const { status, failure, pages, updatedAt } = row;
  const age = Date.now() - updatedAt.getTime();
  if (status === "failed") return { status, failure: failure ?? "unexpected" };
  if (status !== "done") {
    if (age > GIVEN_UP_MS) return { status: "failed", failure: "interrupted" };
    return status === "waiting" ? { status } : { status: "working", step: status };
  }
  if (age > BOOK_KEPT_MS) return { status: "none" };
  const [madeAt, expiresAt] = [updatedAt, new Date(updatedAt.getTime() + BOOK_KEPT_MS)].map((at) => at.toISOString());
  return { status, pages: pages ?? 0, madeAt: madeAt ?? "", expiresAt: expiresAt ?? "" };
}

/** Throws HttpError 404. */
export async function openPdf({ db, files }: BookDeps, pet: UsableAgent, userId: string): Promise<Download> {
  const owner = { agentId: pet.id, userId };
  const file = (await pdfState({ db }, owner)).status === "done" ? await files.open(keyOf(owner)) : null;
  if (file === null) throw notFound("PDF");
  const name = pet.name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
  return { filename: name === "" ? "book.pdf" : `book-of-${name}.pdf`, body: file.stream };
}

/** The file store deletes by folder. */
const keyOf = ({ agentId, userId }: queries.PdfOwner): string => `books/${agentId}/${userId}.pdf`;

/** The files of a person whose account is deleted. */
export const bookKeysOf = async (db: Db, userId: string): Promise<string[]> =>
  (await queries.listPdfsOf(db, userId)).map(keyOf);

export function bookJobs(deps: BookDeps): Pick<JobHandlers, "make_book"> {
  return { make_book: (payload) => makePdf(deps, pdfOwner.parse(payload)) };
}

/** May run again after the process was killed. Whatever fails is told to the person, who can try again. */
async function makePdf({ db, files, log }: BookDeps, owner: queries.PdfOwner): Promise<void> {
  const sheet = (await queries.findPdf(db, owner))?.sheet ?? null;
  if (sheet === null || !(await queries.setPdf(db, owner, { status: "pages" }))) return;
  try {
    const { pdf, pages } = await typeset(sheet, { portrait: await portraitOf(files, sheet.avatarUrl) });
    if (!(await queries.setPdf(db, owner, { status: "storing" }))) return;
    await files.put(keyOf(owner), pdf, "application/pdf");
    // The pet may have been deleted meanwhile, and its files with it.
    if (!(await queries.setPdf(db, owner, { status: "done", pages }))) await files.delete(keyOf(owner));
  } catch (err) {
    log.warn({ err, agent: owner.agentId }, "a book could not be made");
    await queries.setPdf(db, owner, {
      status: "failed",
      failure: err instanceof TypesetError ? err.failure : "unexpected",
    });
  }
}

const PORTRAIT_PIXELS = 900;

async function portraitOf(files: FileStore, avatarUrl: string | null): Promise<Uint8Array | null> {
  const key = avatarUrl === null ? null : avatarKey(avatarUrl);
  const stored = key === null ? null : await files.read(key);
  if (stored === null) return null;
  return sharp(stored)
    .flatten({ background: "white" })
    .resize(PORTRAIT_PIXELS, PORTRAIT_PIXELS, { fit: "cover" })
    .jpeg()
    .toBuffer();
}
