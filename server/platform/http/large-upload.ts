import type { FileHandle } from "node:fs/promises";
import type { BodyOf, ResultOf, RouteContract, UploadContract } from "#shared/route.ts";
import type { AccessRule, AdmittedRequest, RouteContext, ScopeOf } from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { receiveFile } from "./upload.ts";

interface LargeUploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  /** `file` is on this server's disk, and closed once the call is answered. */
  run(
    input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: FileHandle },
  ): Promise<ResultOf<Contract>>;
}

/** Registers a multipart call like `upload`, for files that are too large to be held in memory. */
export function largeUpload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(context: RouteContext, contract: Contract, { access, limit, run }: LargeUploadHandler<Contract, Rule>): void {
  receiveFile(context, contract, { access, limit }, run);
}
