import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import multer from "multer";
import type { BodyOf, ResultOf, RouteContract, UploadContract } from "../../shared/route.ts";
import { fromFileSystem } from "../providers/files/files.ts";
import { type AccessRule, type Admitted, admit, guardOf, parseInput, type RouteContext, type ScopeOf } from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { register } from "./register.ts";
import { readForm, requireForm, uploadLimits } from "./upload.ts";

/** A temporary file on this server's disk; it is deleted once the call is answered. */
export interface UploadOnDisk {
  path: string;
}

interface LargeUploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(
    input: Admitted<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: UploadOnDisk },
  ): Promise<ResultOf<Contract>>;
}

/** Registers a multipart call like `upload`, for files that are too large to be held in memory. */
export function largeUpload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(context: RouteContext, contract: Contract, { access, limit, run }: LargeUploadHandler<Contract, Rule>): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    requireForm(contract, request);
    const folder = await mkdtemp(join(tmpdir(), "pet-talk-upload-")).catch((error: unknown) => {
      throw fromFileSystem(error);
    });
    try {
      const storage = multer.diskStorage({
        destination: (_request, _file, done) => done(null, folder),
        filename: (_request, _file, done) => done(null, "upload"),
      });
      const file = await readForm(contract, multer({ storage, ...uploadLimits(contract) }), request, response);
      const body = parseInput<BodyOf<Contract>>(contract.body, { ...request.body });
      const result = await run({ ...admitted, body, file: { path: file.path } });
      if (contract.response === undefined)
        throw new Error(`${contract.method} ${contract.path} has no response schema`);
      response.json(contract.response.parse(result));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
