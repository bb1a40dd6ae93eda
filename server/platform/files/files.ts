import { Readable } from "node:stream";

/** Where uploads, avatars and audio are kept. Keys are paths that we make, never a name that a person chose. */
export interface FileStore {
  /** `name` is shown to anyone, so it holds no path and no address. */
  readonly engine: { readonly kind: "folder" | "s3"; readonly name: string };
  /** Stores the whole body or, when it fails, nothing; replaces what was there. */
  put(key: string, body: Uint8Array | Readable, contentType: string): Promise<void>;
  /** `null` where there is no such file. @throws RangeNotSatisfiableError for a range that begins past the end */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /** Size and content type as `open` gives them, without the bytes; `null` where there is no such file. */
  stat(key: string): Promise<FileInfo | null>;
  /** The whole file in memory, for small ones; `null` where there is none. */
  read(key: string): Promise<Uint8Array | null>;
  /** Succeeds also where there is no such file. */
  delete(key: string): Promise<void>;
  /** Deletes everything below a folder: `agents/1` takes `agents/1/a.pdf`, and leaves `agents/12/a.pdf`. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * Everything below a folder, page by page in any order. A file that is stored or deleted meanwhile may be in it or not.
   */
  list(prefix: string): AsyncIterable<readonly StoredFile[]>;
}

export interface StoredFile {
  readonly key: string;
  /** By the clock of the store. */
  readonly storedAt: Date;
}

/** As in HTTP: from byte 0, `end` included. Without `end`, or with one beyond the file's end, up to the file's end. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

export interface FileInfo {
  /** Bytes of the whole file, also where a range was asked for. */
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

/** The store does not answer, or refuses us. */
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

/** An error of this server's disk as an error of the store; any other error is returned unchanged. */
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

/** @throws RangeError for a key that could lead out of the store's folder or that some store refuses: a bug of ours */
export function checkKey(key: string): string {
  const segments = key.split("/");
  // A segment that begins with a dot would be hidden, "..", or one of the folder store's own.
  const valid = segments.every((segment) => /^[a-z0-9_-][a-z0-9_.-]*$/.test(segment));
  if (!valid || key.length > MAX_KEY_LENGTH)
    throw new RangeError(`not a file key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}

/** Whether a name in the store is a key. Other files are not ours, or are still being written. */
export function isKey(name: string): boolean {
  try {
    return checkKey(name) === name;
  } catch {
    return false;
  }
}

/** The prefix with a slash at its end. @throws RangeError as `checkKey` does */
export function checkPrefix(prefix: string): string {
  return `${checkKey(prefix.replace(/\/$/, ""))}/`;
}

/**
 * Without a listener, an upload that breaks off before it is read would end the process. Whoever reads the stream later
 * still gets the error.
 */
export function ignoreEarlyErrors(body: Uint8Array | Readable): void {
  if (body instanceof Readable) body.on("error", () => undefined);
}
