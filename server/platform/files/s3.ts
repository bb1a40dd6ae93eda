import { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  type ByteRange,
  checkKey,
  checkPrefix,
  type FileStore,
  ignoreEarlyErrors,
  isKey,
  RangeNotSatisfiableError,
  StorageFullError,
  StorageUnavailableError,
} from "./files.ts";

export interface S3Options {
  readonly bucket: string;
  /** Left out for Amazon's own. */
  readonly endpoint?: string | undefined;
  readonly region: string;
  /** Both, or neither: then the client looks where Amazon's tools do. */
  readonly accessKeyId?: string | undefined;
  readonly secretAccessKey?: string | undefined;
  /** `host/bucket/key` in place of `bucket.host/key`; the default for an endpoint. */
  readonly pathStyle?: boolean;
  readonly timeoutMs?: number;
}

const ATTEMPTS = 3;
// S3 needs the length beforehand, and a second try the same bytes. Uploads have 10 MB at most.
const MAX_STREAMED_BYTES = 64 * 1024 * 1024;

export function createS3FileStore(options: S3Options): FileStore {
  const { bucket: Bucket } = options;
  let loading: Promise<Connection> | null = null;

  function connect(): Promise<Connection> {
    loading ??= import("@aws-sdk/client-s3").then((sdk) => ({ sdk, client: clientFor(sdk, options), Bucket }));
    return loading;
  }

  return {
    engine: { kind: "s3", name: "S3-compatible object store" },
    open: async (key, range) => openObject(await connect(), key, range),

    async put(key, body, contentType) {
      ignoreEarlyErrors(body);
      const { sdk, client } = await connect();
      const Key = checkKey(key);
      const Body = body instanceof Readable ? await gather(body) : body;
      await attempt(client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ContentType: contentType })));
    },

    async stat(key) {
      const { sdk, client } = await connect();
      const answer = await unlessMissing(client.send(new sdk.HeadObjectCommand({ Bucket, Key: checkKey(key) })));
      if (!answer) return null;
      return { size: answer.ContentLength ?? 0, contentType: answer.ContentType ?? "application/octet-stream" };
    },

    async read(key) {
      const file = await openObject(await connect(), key);
      return file && (await attempt(gather(file.stream)));
    },

    async delete(key) {
      const { sdk, client } = await connect();
      await unlessMissing(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: checkKey(key) })));
    },

    async deletePrefix(prefix) {
      const connection = await connect();
      for await (const page of pagesBelow(connection, prefix)) {
        const keys = page.flatMap(({ Key }) => Key ?? []);
        // 1,000 keys at most, as one deletion takes.
        if (keys.length > 0) await deleteAll(connection, keys);
      }
    },

    async *list(prefix) {
      for await (const page of pagesBelow(await connect(), prefix))
        yield page.flatMap(({ Key, LastModified }) =>
          Key !== undefined && LastModified !== undefined && isKey(Key) ? { key: Key, storedAt: LastModified } : [],
        );
    },
  };
}

type Sdk = typeof import("@aws-sdk/client-s3");

interface Connection {
  readonly sdk: Sdk;
  readonly client: S3Client;
  readonly Bucket: string;
}

async function openObject({ sdk, client, Bucket }: Connection, key: string, range?: ByteRange) {
  const Range = range && `bytes=${range.start}-${range.end ?? ""}`;
  const answer = await unlessMissing(
    client.send(new sdk.GetObjectCommand({ Bucket, Key: checkKey(key), ...(Range && { Range }) })),
  );
  if (!answer) return null;
  if (!(answer.Body instanceof Readable)) throw new StorageUnavailableError("the object store sent no body");
  const total = /\/(\d+)$/.exec(answer.ContentRange ?? "")?.[1];
  return {
    stream: answer.Body,
    size: Number(total ?? answer.ContentLength ?? 0),
    contentType: answer.ContentType ?? "application/octet-stream",
  };
}

async function deleteAll({ sdk, client, Bucket }: Connection, keys: readonly string[]): Promise<void> {
  const Objects = keys.map((Key) => ({ Key }));
  const answer = await attempt(client.send(new sdk.DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } })));
  const [failed] = answer.Errors ?? [];
  if (failed) throw new StorageUnavailableError(`the object store did not delete: ${failed.Code}`);
}

async function* pagesBelow({ sdk, client, Bucket }: Connection, prefix: string) {
  const Prefix = checkPrefix(prefix);
  let next: string | undefined;
  do {
    const page = await attempt(
      client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(next && { ContinuationToken: next }) })),
    );
    yield page.Contents ?? [];
    next = page.IsTruncated ? page.NextContinuationToken : undefined;
  } while (next);
}

function clientFor(sdk: Sdk, options: S3Options): S3Client {
  const { accessKeyId, secretAccessKey, timeoutMs = 15_000 } = options;
  return new sdk.S3Client({
    region: options.region,
    ...(options.endpoint && { endpoint: options.endpoint }),
    forcePathStyle: options.pathStyle ?? options.endpoint !== undefined,
    ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    maxAttempts: ATTEMPTS,
    // Many compatible stores refuse the client's default checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: Math.min(5000, timeoutMs),
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
  });
}

/** Throws RangeError beyond MAX_STREAMED_BYTES. */
async function gather(stream: Readable): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    if (!(part instanceof Uint8Array)) throw new TypeError("a file's stream must give bytes");
    parts.push(part);
    length += part.length;
    if (length > MAX_STREAMED_BYTES) throw new RangeError("too long to be gathered in memory");
  }
  return new Uint8Array(Buffer.concat(parts, length));
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (nameOf(error) === "NoSuchKey" || nameOf(error) === "NotFound") return null;
    throw storageError(error);
  }
}

async function attempt<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw storageError(error);
  }
}

function storageError(error: unknown): Error {
  const name = nameOf(error);
  if (name === "InvalidRange") return new RangeNotSatisfiableError();
  if (name === "QuotaExceeded" || name === "XMinioStorageFull" || statusOf(error) === 507) {
    return new StorageFullError({ cause: error });
  }
  return new StorageUnavailableError(`the object store failed: ${name} (status ${statusOf(error) ?? "none"})`, {
    cause: error,
  });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : "unknown";
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== "object" || metadata === null || !("httpStatusCode" in metadata)) return undefined;
  return typeof metadata.httpStatusCode === "number" ? metadata.httpStatusCode : undefined;
}
