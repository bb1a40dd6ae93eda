import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Db } from "#server/platform/db/client.ts";
import { isDatabaseUnavailable } from "#server/platform/db/failures.ts";
import type { Env } from "#server/platform/env.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { conflict, notFound, unsupportedType } from "#server/platform/http/errors.ts";
import type { UploadedFile } from "#server/platform/http/upload.ts";
import type { JobHandlers, JobQueue } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { limits } from "#shared/limits.ts";
import { type AuditedPet, type AuditRecord, type Caller, recordOnPet } from "../audit/service.ts";
import { touchKnowledge } from "../knowledge/knowledge.ts";
import { type FileKind, fileKind, sayWhatItIs } from "./file-kind.ts";
import { cleanOriginalName } from "./original-name.ts";
import { processDocument, readDocumentsAgain } from "./process.ts";
import * as queries from "./queries.ts";
import { jobKey } from "./queries.ts";

export interface DocumentDeps {
  env: Pick<Env, "PROCESSING_TIMEOUT_S">;
  log: Log;
  db: Db;
  jobs: JobQueue;
  files: FileStore;
}

const contentTypes = { pdf: "application/pdf", txt: "text/plain; charset=utf-8" } as const satisfies Record<
  FileKind,
  string
>;

/** Throws HttpError 415, 409 for too many documents, 507 for a full store. */
export async function addDocument(deps: DocumentDeps, by: AuditRecord["by"], pet: AuditedPet, file: UploadedFile) {
  const { db, files } = deps;
  const agentId = pet.id;
  const kind = kindOf(file);
  if (kind === null) throw notTaken(file);
  await assertRoom(db, agentId);
  const values = await keepFile(files, agentId, kind, file);
  try {
    return await db.transaction(async (tx) => {
      if (!(await queries.lockAgent(tx, agentId))) throw notFound("Pet");
      await assertRoom(tx, agentId);
      await recordOnPet(tx, pet, { by, action: "document.create", details: { documentId: values.id } });
      return insertDocument(tx, deps.jobs, values);
    });
  } catch (error) {
    // The row may have been stored although the connection was lost. The daily sweep deletes files without a row.
    if (!isDatabaseUnavailable(error))
      await files
        .delete(values.objectPath)
        .catch((err: unknown) => deps.log.warn({ err, document: values.id }, "a file was left behind"));
    throw error;
  }
}

/** The specification's sentence, with what the file is. */
function notTaken({ bytes }: UploadedFile) {
  const file = sayWhatItIs(bytes);
  return unsupportedType(
    "Invalid file type: Please upload PDF or TXT files only",
    file === undefined ? undefined : { file },
  );
}

export const kindOf = (file: UploadedFile): FileKind | null =>
  fileKind(file.bytes, file.originalName, file.declaredType);

export type KeptFile = Awaited<ReturnType<typeof keepFile>>;

/** Returns the values of its row. */
export async function keepFile(files: FileStore, agentId: string, kind: FileKind, file: UploadedFile) {
  const id = randomUUID();
  const filename = `${id}.${kind}`;
  const objectPath = `${folderOf(agentId, id)}${filename}`;
  await files.put(objectPath, file.bytes, contentTypes[kind]);
  return {
    id,
    agentId,
    filename,
    objectPath,
    originalName: cleanOriginalName(file.originalName, `document.${kind}`),
    fileSize: String(file.bytes.byteLength),
  };
}

export async function insertDocument(tx: Db, jobs: JobQueue, kept: KeptFile & { createdAt?: Date }) {
  const document = await queries.insertDocument(tx, kept);
  await jobs.enqueue(tx, "process_document", { documentId: kept.id }, { key: jobKey(kept.id) });
  return document;
}

/** Throws HttpError 409 where the document did not fail. */
export function retryDocument({ db, jobs }: DocumentDeps, id: string) {
  return db.transaction(async (tx) => {
    const document = await queries.restartFailed(tx, id);
    if (document === null) throw conflict("Only a document that could not be read can be tried again.");
    await jobs.enqueue(tx, "process_document", { documentId: id }, { key: jobKey(id) });
    return document;
  });
}

/** A job deletes the file where this process could not. */
export async function deleteDocument(deps: DocumentDeps, by: Caller, pet: AuditedPet, id: string) {
  const folder = folderOf(pet.id, id);
  await deps.db.transaction(async (tx) => {
    // Locked in one order everywhere, or two transactions could deadlock.
    await touchKnowledge(tx, pet.id);
    if (!(await queries.deleteDocument(tx, id))) throw notFound("Document");
    await recordOnPet(tx, pet, { by, action: "document.delete", details: { documentId: id } });
    await deps.jobs.enqueue(tx, "delete_files", { prefix: folder });
  });
  await deps.files
    .deletePrefix(folder)
    .catch((err: unknown) => deps.log.warn({ err, document: id }, "a file is left to the job that deletes it"));
}

export function documentJobs(
  deps: DocumentDeps,
): Pick<JobHandlers, "process_document" | "read_documents_again" | "delete_files"> {
  return {
    read_documents_again: () => readDocumentsAgain(deps),
    async process_document(payload) {
      await processDocument(deps, z.object({ documentId: z.uuid() }).parse(payload).documentId);
    },
    async delete_files(payload) {
      const wanted = filesToDelete.parse(payload);
      if ("prefix" in wanted) await deps.files.deletePrefix(wanted.prefix);
      else for (const key of wanted.keys) await deps.files.delete(key);
    },
  };
}

const filesToDelete = z.union([z.object({ prefix: z.string().min(1) }), z.object({ keys: z.array(z.string()) })]);

/** The file store deletes by folder. */
const folderOf = (agentId: string, documentId: string): string => `documents/${agentId}/${documentId}/`;

async function assertRoom(db: Db, agentId: string): Promise<void> {
  if ((await queries.countDocuments(db, agentId)) >= limits.documentsPerAgent)
    throw conflict(`A pet can have at most ${limits.documentsPerAgent} documents: please delete one first.`);
}
