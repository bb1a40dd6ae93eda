import { isUtf8 } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { type Entry, fromFdPromise, getFileNameLowLevel, validateFileName, type ZipFile } from "yauzl";
import type { z } from "zod";
import { badRequest, HttpError, tooLarge } from "#server/platform/http/errors.ts";
import { toStorable } from "#server/platform/http/gate.ts";
import { limits } from "#shared/limits.ts";
import { MANIFEST } from "./archive-format.ts";
import { plainPath } from "./entry-name.ts";

/** Below it any ratio of compression is allowed. */
const RATIO_FREE_BYTES = 50 * 1024 * 1024;

const broken = () => badRequest("This ZIP is damaged or incomplete. Please download it again, or choose another one.");
export const otherForm = (path: string) =>
  badRequest(`This ZIP is not as this product makes it: '${path}' is missing or has another form.`);
const outsized = () => tooLarge("This ZIP unpacks to more than can be taken.");

export interface Archive {
  readonly size: number;
  /** Null where there is no such file. Throws HttpError 400 for a damaged one, 413 beyond `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Buffer | null>;
  /** Throws HttpError 400 for a missing or misfit file; 413. */
  readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /** Without `toStorable`, which callers apply to what they store. */
  readRawJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
}

/** Names are never paths on disk, and declared sizes are enforced. Throws HttpError 400, 413. */
export async function openArchive(file: FileHandle): Promise<Archive> {
  const { size } = await file.stat();
  // The library would refuse the archive for one bad name. Whoever opened the file closes it.
  const zip = await fromFdPromise(file.fd, { decodeStrings: false, autoClose: false }).catch(() => {
    throw badRequest("This file is no ZIP, or it is damaged. Please choose the ZIP that you downloaded here.");
  });
  // Without a listener an error of the disk would end the process; readers get it from their calls.
  zip.on("error", () => {});
  try {
    const entries = await listEntries(zip, size);
    return archiveOf(zip, entries, size);
  } catch (error) {
    throw error instanceof HttpError ? error : broken();
  }
}

async function listEntries(zip: ZipFile, size: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.archive.entries) throw tooLarge("This ZIP has too many files in it.");
  const entries = new Map<string, Entry>();
  let packed = 0;
  let unpacked = 0;
  let seen = 0;
  for await (const entry of zip.eachEntry()) {
    seen += 1;
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (seen > limits.archive.entries) throw tooLarge("This ZIP has too many files in it.");
    if (packed > size) throw broken();
    if (unpacked > limits.archive.unpackedBytes) throw outsized();
    const name = plainPath(nameOf(entry));
    if (validateFileName(name) === null && !entries.has(name)) entries.set(name, entry);
  }
  if (unpacked > RATIO_FREE_BYTES && unpacked > limits.archive.ratio * size) throw outsized();
  return inRoot(entries);
}

/** macOS writes UTF-8 without the flag that says so. */
const nameOf = ({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string =>
  isUtf8(fileNameRaw)
    ? fileNameRaw.toString("utf8")
    : getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, true);

/** Whoever packs a folder again has that around everything. */
function inRoot(entries: Map<string, Entry>): Map<string, Entry> {
  if (entries.has(MANIFEST)) return entries;
  const manifests = [...entries.keys()].filter(
    (name) => name.endsWith(`/${MANIFEST}`) && !name.startsWith("__MACOSX/"),
  );
  const [found] = manifests;
  if (found === undefined || manifests.length > 1) return entries;
  const root = found.slice(0, -MANIFEST.length);
  const inside = [...entries].filter(([name]) => name.startsWith(root));
  return new Map(inside.map(([name, entry]) => [name.slice(root.length), entry]));
}

function archiveOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>, size: number): Archive {
  async function read(path: string, maxBytes: number): Promise<Buffer | null> {
    const entry = entries.get(plainPath(path));
    if (entry === undefined) return null;
    if (entry.uncompressedSize > maxBytes) throw tooLarge(`A file in this ZIP is too large: ${path}`);
    try {
      const parts: Buffer[] = [];
      for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
      const bytes = Buffer.concat(parts);
      // The library does not compare the checksum.
      if (crc32(bytes) !== entry.crc32) throw broken();
      return bytes;
    } catch {
      throw broken();
    }
  }
  async function readRawJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const bytes = await read(path, limits.archive.jsonBytes);
    if (bytes !== null && marksIn(bytes) > limits.archive.jsonMarks)
      throw tooLarge(`A file in this ZIP has too many parts: ${path}`);
    const result = bytes === null ? undefined : schema.safeParse(parseJson(bytes));
    if (result?.success !== true) throw otherForm(path);
    return result.data;
  }
  return {
    size,
    read,
    readJson: async (path, schema) => toStorable(await readRawJson(path, schema)),
    readRawJson,
  };
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/** Counts without parsing, since a small file may hold very many values. */
function marksIn(bytes: Buffer): number {
  let marks = 0;
  let isText = false;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText && byte === BACKSLASH) at += 1;
    else if (!isText && (byte === COMMA || byte === BRACKET || byte === BRACE)) marks += 1;
  }
  return marks;
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
