import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import type { RouteContract } from "../../shared/route.ts";
import { notFound } from "./errors.ts";
import { type AccessRule, type Admitted, admit, type Doorway, guardOf, type ScopeOf } from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { register } from "./register.ts";

export interface ByteRange {
  /** First byte, from 0. */
  start: number;
  /** Last byte, inclusive. */
  end: number;
}

/** Bytes that can be opened whole or in part. */
export interface Media {
  size: number;
  contentType: string;
  /** `private` content is never kept by a cache; `immutable` content never changes under its address. */
  caching: "private" | "immutable";
  open(range?: ByteRange): Promise<Readable | null>;
}

interface MediaHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: Admitted<Contract, ScopeOf<Rule>>): Promise<Media | null>;
}

/** Registers a call that answers bytes, with one byte range where asked for (206, 416). */
export function media<Contract extends RouteContract, const Rule extends AccessRule<unknown>>(
  doorway: Doorway,
  contract: Contract,
  { access, limit, run }: MediaHandler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  register(doorway, { contract, access: guard.name, limit }, async (request, response) => {
    const found = await run(await admit(doorway, contract, { guard, limit }, request));
    if (found === null) throw notFound("File");
    await send(found, request, response);
  });
}

async function send(found: Media, request: Request, response: Response): Promise<void> {
  response.set({
    "Content-Type": found.contentType,
    "Accept-Ranges": "bytes",
    "Cache-Control": found.caching === "immutable" ? "private, max-age=31536000, immutable" : "private, no-cache",
  });
  const ranges = request.range(found.size);
  if (ranges === -1) {
    response.status(416).set("Content-Range", `bytes */${found.size}`).end();
    return;
  }
  const range = Array.isArray(ranges) && ranges.type === "bytes" && ranges.length === 1 ? ranges[0] : undefined;
  const length = range === undefined ? found.size : range.end - range.start + 1;
  response.status(range === undefined ? 200 : 206).set("Content-Length", String(length));
  if (range !== undefined) response.set("Content-Range", `bytes ${range.start}-${range.end}/${found.size}`);
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const body = await found.open(range);
  if (body === null) throw notFound("File");
  // A listener who skips or leaves cuts the connection: that is no failure.
  await pipeline(body, response).catch(() => response.destroy());
}
