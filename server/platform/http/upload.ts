import type { FileHandle } from "node:fs/promises";
import type { Request, Response } from "express";
import multer, { type Multer, MulterError } from "multer";
import type { BodyOf, ResultOf, RouteContract, UploadContract } from "#shared/route.ts";
import { fromFileSystem } from "../files/files.ts";
import { badRequest, HttpError, tooLarge } from "./errors.ts";
import {
  type AccessRule,
  type AdmittedRequest,
  admit,
  guardOf,
  parseInput,
  type RouteContext,
  type ScopeOf,
} from "./gate.ts";
import { register } from "./handle.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { readWhole, storageIn } from "./received-files.ts";

export interface UploadedFile {
  bytes: Buffer;
  /** As the sender named it; never used as a path. */
  originalName: string;
  /** As declared; only the content itself can be trusted. */
  declaredType: string;
}

interface UploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(
    input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: UploadedFile },
  ): Promise<ResultOf<Contract>>;
}

export function upload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(context: RouteContext, contract: Contract, { access, limit, run }: UploadHandler<Contract, Rule>): void {
  receiveFile(context, contract, { access, limit }, async ({ form, file, ...input }) => {
    const bytes = await readWhole(file, form.size);
    return run({ ...input, file: { bytes, originalName: form.originalname, declaredType: form.mimetype } });
  });
}

type ReceivedInput<Contract extends RouteContract, Rule> = AdmittedRequest<Contract, ScopeOf<Rule>> & {
  body: BodyOf<Contract>;
  form: Pick<Express.Multer.File, "size" | "originalname" | "mimetype">;
  file: FileHandle;
};

/** Limit and access are checked before a byte of the body is read. */
export function receiveFile<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(
  context: RouteContext,
  contract: Contract,
  { access, limit }: { access: Rule; limit: RateLimitName | undefined },
  run: (input: ReceivedInput<Contract, Rule>) => Promise<ResultOf<Contract>>,
): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    requireForm(contract, request);
    const result = await context.receivedFiles.receive(request, async (file) => {
      const form = await readForm(contract, file, request, response);
      const body = parseInput<BodyOf<Contract>>(contract.body, { ...request.body });
      return run({ ...admitted, body, form, file });
    });
    if (contract.response === undefined) throw new Error(`${contract.method} ${contract.path} has no response schema`);
    response.json(contract.response.parse(result));
  });
}

type Upload = { upload: UploadContract };

const uploadLimits = ({ upload: { maxBytes } }: Upload) => ({
  defParamCharset: "utf8",
  limits: {
    fileSize: maxBytes,
    fields: 10,
    parts: 12,
    fieldSize: 10_000,
    fieldNameSize: 100,
    // A field called `a[4294967294]` would become an array of that length.
    fieldNestingDepth: 0,
  },
});

function requireForm({ upload: { field } }: Upload, request: Request): void {
  if (!request.is("multipart/form-data"))
    throw badRequest(`Please send the file as form data in the field '${field}'.`);
}

/** Throws HttpError 400, 413; 503 or 507 where the disk can't hold it. */
async function readForm(contract: Upload, handle: FileHandle, request: Request, response: Response) {
  const { field, maxBytes } = contract.upload;
  const parser = multer({ storage: storageIn(handle), ...uploadLimits(contract) });
  await read(parser.single(field), request, response, maxBytes);
  const file = request.file;
  if (file === undefined) throw badRequest(`No file was sent in the field '${field}'.`);
  if (file.size === 0) throw new HttpError(400, "empty", "The file is empty.");
  return file;
}

function read(
  parse: ReturnType<Multer["single"]>,
  request: Request,
  response: Response,
  maxBytes: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    parse(request, response, (error: unknown) => {
      if (!error) return resolve();
      if (error instanceof MulterError && error.code === "LIMIT_FILE_SIZE")
        return reject(tooLarge(`The file is too large: up to ${Math.round(maxBytes / 1024 / 1024)} MB can be taken.`));
      if (error instanceof MulterError && error.code === "LIMIT_UNEXPECTED_FILE")
        return reject(badRequest("Please send one file at a time, in the field that is asked for."));
      const ours = fromFileSystem(error);
      if (ours !== error) return reject(ours);
      // Cut off, malformed, or too many parts.
      reject(badRequest("The upload was incomplete or malformed. Please try again."));
    });
  });
}

interface LargeUploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  /** On this server's disk, closed once the call is answered. */
  run(
    input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: FileHandle },
  ): Promise<ResultOf<Contract>>;
}

export function largeUpload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(context: RouteContext, contract: Contract, { access, limit, run }: LargeUploadHandler<Contract, Rule>): void {
  receiveFile(context, contract, { access, limit }, run);
}
