import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { RouteContract } from "#shared/route.ts";
import { type AccessRule, type AdmittedRequest, admit, guardOf, type RouteContext, type ScopeOf } from "./gate.ts";
import { register } from "./handle.ts";
import type { RateLimitName } from "./rate-limits.ts";

export interface Download {
  /** ASCII. */
  filename: string;
  body: Readable;
}

interface DownloadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>>): Promise<Download>;
}

/** Where the body fails half-way the connection is destroyed, so that the browser shows a failed download. */
export function download<Contract extends RouteContract & { media: string }, const Rule extends AccessRule<unknown>>(
  context: RouteContext,
  contract: Contract,
  { access, limit, run }: DownloadHandler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    response.set("Cache-Control", "private, no-store");
    if (request.method === "HEAD") {
      response.type(contract.media).end();
      return;
    }
    const { filename, body } = await run(admitted);
    response.attachment(filename).type(contract.media);
    await pipeline(body, response).catch((error: unknown) => {
      if (!request.destroyed || !response.destroyed)
        context.log.warn({ err: error, request: request.id, path: contract.path }, "a download broke off");
      response.destroy();
    });
  });
}
