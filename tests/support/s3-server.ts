import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { signatureFault } from "./s3-signature.ts";

interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string;
  readonly storedAt: Date;
}

export interface FakeS3 {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly objects: Map<string, StoredObject>;
  readonly requests: string[];
  /** Called first; `true` where it has answered the request, or leaves it without an answer on purpose. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

/**
 * The part of S3's protocol that the file store speaks, path style, pages of `pageSize` keys. Checks each signature.
 */
export async function startFakeS3(bucket: string, pageSize = 1000): Promise<FakeS3> {
  const keys = { accessKeyId: "pet-talk", secretAccessKey: randomUUID() };
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    requests.push(`${request.method} ${decodeURIComponent(url.pathname)}${url.search}`);
    if (fake.intercept(request, response)) return;
    const [, name, ...rest] = decodeURIComponent(url.pathname).split("/");
    if (name !== bucket) return fail(response, 404, "NoSuchBucket");
    const body = await bodyOf(request);
    const fault = signatureFault(request, body, keys);
    if (fault !== null) return fail(response, 403, fault);
    const key = rest.join("/");
    if (key === "" && request.method === "GET") return list(response, url.searchParams);
    if (key === "" && request.method === "POST" && url.searchParams.has("delete")) return deleteMany(response, body);
    if (request.method === "PUT") {
      objects.set(key, {
        body,
        contentType: request.headers["content-type"] ?? "binary/octet-stream",
        storedAt: new Date(),
      });
      return void response.writeHead(200, { ETag: '"x"' }).end();
    }
    if (request.method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const object = objects.get(key);
    if (!object)
      return request.method === "HEAD" ? void response.writeHead(404).end() : fail(response, 404, "NoSuchKey");
    get(request, response, object);
  });

  function get(request: IncomingMessage, response: ServerResponse, { body, contentType }: StoredObject): void {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
    if (!range) {
      response.writeHead(200, { "Content-Type": contentType, "Content-Length": body.length });
      response.end(request.method === "HEAD" ? undefined : body);
      return;
    }
    const start = Number(range[1]);
    if (start >= body.length) {
      fail(response, 416, "InvalidRange");
      return;
    }
    const end = Math.min(range[2] === "" ? body.length - 1 : Number(range[2]), body.length - 1);
    response.writeHead(206, {
      "Content-Type": contentType,
      "Content-Length": end - start + 1,
      "Content-Range": `bytes ${start}-${end}/${body.length}`,
    });
    response.end(body.subarray(start, end + 1));
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get("continuation-token") ?? "";
    const prefix = query.get("prefix") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, pageSize);
    const more = keys.length > page.length;
    const token = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const contents = page
      .map((key) => {
        const { storedAt = new Date() } = objects.get(key) ?? {};
        return `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified></Contents>`;
      })
      .join("");
    xml(response, 200, `<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents}</ListBucketResult>`);
  }

  function deleteMany(response: ServerResponse, body: Buffer): void {
    for (const [, key = ""] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(key);
    xml(response, 200, "<DeleteResult/>");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeS3 = {
    endpoint: `http://127.0.0.1:${portOf(server.address())}`,
    ...keys,
    objects,
    requests,
    intercept: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function fail(response: ServerResponse, status: number, code: string): void {
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function xml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "Content-Type": "application/xml" }).end(`<?xml version="1.0"?>${body}`);
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return address.port;
}
