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

/** Archives that unpack to less than this may have any ratio of compression. */
const RATIO_FREE_BYTES = 50 * 1024 * 1024;

const broken = () => badRequest("This ZIP is damaged or incomplete. Please download it again, or choose another one.");
export const otherForm = (path: string) =>
  badRequest(`This ZIP is not as this product makes it: '${path}' is missing or has another form.`);
const outsized = () => tooLarge("This ZIP unpacks to more than can be taken.");

export interface Archive {
  /** In bytes. */
  readonly size: number;
  /**
   * Null where there is no such file.
   * @throws HttpError 400 for a damaged one, 413 for one that is larger than `maxBytes`
   */
  read(path: string, maxBytes: number): Promise<Buffer | null>;
  /** @throws HttpError 400 where the file is missing or does not fit the schema; 413 */
  readJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
  /** As `readJson`, but as it stands there: what is kept of it has to be made `storable`. */
  readRawJson<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>>;
}

/**
 * Opens a ZIP that nobody has checked. The names in it are only looked up and never used as paths on the disk; names that
 * lead out of a folder are ignored. The declared sizes are added up before anything is unpacked, no entry may have more or
 * fewer bytes than it declares, and no bytes are those of two entries.
 * @throws HttpError 400 for a file that is no ZIP or damaged, 413 where it is too large, has too many entries or unpacks to
 *   too much
 */
export async function openArchive(file: FileHandle): Promise<Archive> {
  const { size } = await file.stat();
  // Names are decoded here, because the library would refuse the whole archive for a bad one. The ZIP is never closed: that
  // would close the file, which whoever opened it does.
  const zip = await fromFdPromise(file.fd, { decodeStrings: false, autoClose: false }).catch(() => {
    throw badRequest("This file is no ZIP, or it is damaged. Please choose the ZIP that you downloaded here.");
  });
  // Without a listener, an error of the disk would end the process; readers get it from their own calls.
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

/** The entries by their paths in the folder that holds the manifest: whoever packs a folder has that around everything. */
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

/** How many commas and opening brackets a JSON file has outside of its texts; without making anything of them. */
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
