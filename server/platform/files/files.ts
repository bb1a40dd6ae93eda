import { Readable } from "node:stream";

/** Keys are made by us, never from a name that a person chose. */
export interface FileStore {
  /** Shown to anyone, so without path and address. */
  readonly engine: { readonly kind: "folder" | "s3"; readonly name: string };
  /** All or nothing; replaces what was there. */
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void>;
  /** Null where there is no such file. Throws RangeNotSatisfiableError. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  stat(key: string): Promise<FileInfo | null>;
  read(key: string): Promise<Uint8Array | null>;
  delete(key: string): Promise<void>;
  /** `agents/1` takes `agents/1/a.pdf`, and leaves `agents/12/a.pdf`. */
  deletePrefix(prefix: string): Promise<void>;
  /** In any order; files stored or deleted meanwhile may be missing. */
  list(prefix: string): AsyncIterable<readonly StoredFile[]>;
}

export interface StoredFile {
  readonly key: string;
  readonly storedAt: Date;
}

/** As in HTTP: `end` is included; without it, up to the file's end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface FileInfo {
  /** Of the whole file, also for a range. */
  readonly size: number;
  readonly contentType: string;
}

export interface OpenFile extends FileInfo {
  readonly stream: Readable;
}

export class StorageFullError extends Error {
  readonly code = "full";
  readonly sentence = "There is no room left to store files. Please tell an administrator.";

  constructor(options?: ErrorOptions) {
    super("the file store is full", options);
    this.name = "StorageFullError";
  }
}

export class StorageUnavailableError extends Error {
  readonly code = "unavailable";
  readonly sentence = "The file store isn't available right now. Please try again.";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "StorageUnavailableError";
  }
}

export class RangeNotSatisfiableError extends Error {
  constructor() {
    super("the range begins past the end of the file");
    this.name = "RangeNotSatisfiableError";
  }
}

/** Other errors are returned unchanged. */
export function fromFileSystem(error: unknown): unknown {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return new StorageFullError({ cause: error });
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "EIO" || code === "EMFILE") {
    return new StorageUnavailableError(`the file folder cannot be used: ${code}`, { cause: error });
  }
  return error;
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

const MAX_KEY_LENGTH = 500;

/** Throws RangeError: a bad key is a bug of ours. */
export function checkKey(key: string): string {
  const segments = key.split("/");
  // A leading dot would be hidden, "..", or the folder store's own.
  const valid = segments.every((segment) => /^[a-z0-9_-][a-z0-9_.-]*$/.test(segment));
  if (!valid || key.length > MAX_KEY_LENGTH)
    throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}

export function isKey(name: string): boolean {
  try {
    return checkKey(name) === name;
  } catch {
    return false;
  }
}

export function checkPrefix(prefix: string): string {
  return `${checkKey(prefix.replace(/\/$/, ""))}/`;
}

/** Without a listener an upload that breaks off before it is read would end the process. */
export function ignoreEarlyErrors(body: Uint8Array | Readable): void {
  if (body instanceof Readable) body.on("error", () => undefined);
}
