import { Readable } from "node:stream";

/** Where uploads, avatars and audio are kept. Keys are made by us: never a name that a person chose. */
export interface FileStore {
  /** `name` is shown to anyone: no path, no address. */
  readonly engine: { readonly kind: "folder" | "s3"; readonly name: string };
  /** Stores the whole body or, when it fails, nothing; replaces what was there. */
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void>;
  /** `null` where there is no such file. A range that begins past the end throws a RangeNotSatisfiableError. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** What `open` would say, without the bytes. */
  stat(key: string): Promise<FileInfo | null>;
  /** For small files: all of it in memory. */
  read(key: string): Promise<Uint8Array | null>;
  /** It is no error if there is none. */
  delete(key: string): Promise<void>;
  /** Deletes everything below a folder: `agents/1` takes `agents/1/a.pdf`, and leaves `agents/12/a.pdf`. */
  deletePrefix(prefix: string): Promise<void>;
  /** Everything below a folder, in parts and in any order. What is put or deleted meanwhile may be among it or not. */
  list(prefix: string): AsyncIterable<readonly StoredFile[]>;
}

export interface StoredFile {
  readonly key: string;
  /** By the store's clock. */
  readonly storedAt: Date;
}

/** As in HTTP, `end` is the last byte itself; without it, to the end. Beyond the end it is cut. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface FileInfo {
  /** Of the whole file, also where a range was asked for. */
  readonly size: number;
  readonly contentType: string;
}

export interface OpenFile extends FileInfo {
  readonly stream: Readable;
}

export class StorageFullError extends Error {
  readonly sentence = "There is no room left to store files. Please tell an administrator.";

  constructor(options?: ErrorOptions) {
    super("the file store is full", options);
    this.name = "StorageFullError";
  }
}

/** The store does not answer, or refuses us. */
export class StorageUnavailableError extends Error {
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

/** What an error of this server's own disk means for the store; any other error stays what it is. */
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

/** Throws for a key that could leave the store's folder, or that not every store takes; that would be our own fault. */
export function checkKey(key: string): string {
  const segments = key.split("/");
  // A segment that begins with a dot would be hidden, "..", or one of the folder store's own.
  const valid = segments.every((segment) => /^[a-z0-9_-][a-z0-9_.-]*$/.test(segment));
  if (!valid || key.length > MAX_KEY_LENGTH)
    throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}

/** Whether it is the name of a file that may be in a store: others are not ours, or not whole yet. */
export function isKey(name: string): boolean {
  try {
    return checkKey(name) === name;
  } catch {
    return false;
  }
}

/** The folder's key, always with its slash. */
export function checkPrefix(prefix: string): string {
  return `${checkKey(prefix.replace(/\/$/, ""))}/`;
}

/**
 * An upload that breaks off before its first byte is read would, unheard, end the process. Whoever reads the stream
 * later still gets the error.
 */
export function hearErrors(body: Uint8Array | Readable): void {
  if (body instanceof Readable) body.on("error", () => undefined);
}
