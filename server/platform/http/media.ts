import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { RouteContract } from "#shared/route.ts";
import type { FileStore } from "../files/files.ts";
import { HttpError, notFound } from "./errors.ts";
import { type AccessRule, type AdmittedRequest, admit, guardOf, type RouteContext, type ScopeOf } from "./gate.ts";
import { register } from "./handle.ts";
import type { RateLimitName } from "./rate-limits.ts";

export interface SentRange {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface Media {
  /** Null while they are being made: then all of them are sent as they come. */
  size: number | null;
  contentType: string;
  /** `immutable`: the address never gets other bytes. */
  caching: "private" | "immutable";
  open(range?: SentRange): Promise<Readable | null>;
}

interface MediaHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>>): Promise<Media | null>;
}

export async function storedMedia(
  files: FileStore,
  key: string,
  as: Pick<Media, "contentType" | "caching">,
): Promise<Media | null> {
  const file = await files.stat(key);
  if (file === null) return null;
  return { ...as, size: file.size, open: async (range) => (await files.open(key, range))?.stream ?? null };
}

/** Answers with one byte range where asked for (206, 416). */
export function media<Contract extends RouteContract, const Rule extends AccessRule<unknown>>(
  context: RouteContext,
  contract: Contract,
  { access, limit, run }: MediaHandler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit, sendsRanges: true }, async (request, response) => {
    const found = await run(await admit(context, contract, { guard, limit }, request));
    if (found === null) throw notFound("File");
    await send(found, request, response);
  });
}

/** The headers are set once the bytes are open, so that an error response has none of them. */
async function send(found: Media, request: Request, response: Response): Promise<void> {
  const { size } = found;
  const ranges = size === null ? undefined : request.range(size);
  if (ranges === -1) {
    response.set("Content-Range", `bytes */${size}`);
    throw new HttpError(416, "range_not_satisfiable", "That part is beyond the end of the file.");
  }
  const range = Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
  const body = request.method === "HEAD" ? undefined : await found.open(range);
  if (body === null) throw notFound("File");
  response.status(range === undefined ? 200 : 206).set({
    "Content-Type": found.contentType,
    "Cache-Control": found.caching === "immutable" ? "private, max-age=31536000, immutable" : "private, no-cache",
    ...(size === null
      ? { "X-Accel-Buffering": "no" }
      : {
          "Content-Length": String(range === undefined ? size : range.end - range.start + 1),
          "Accept-Ranges": "bytes",
        }),
  });
  if (range !== undefined) response.set("Content-Range", `bytes ${range.start}-${range.end}/${size}`);
  if (body === undefined) {
    response.end();
    return;
  }
  // A listener who skips or leaves closes the connection.
  await pipeline(body, response).catch(() => response.destroy());
}
