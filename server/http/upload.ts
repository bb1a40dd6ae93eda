import type { Request, Response } from "express";
import multer, { type Multer, MulterError } from "multer";
import type { BodyOf, ResultOf, RouteContract, UploadContract } from "../../shared/route.ts";
import { fromFileSystem } from "../providers/files/files.ts";
import { badRequest, HttpError, tooLarge } from "./errors.ts";
import { type AccessRule, type Admitted, admit, guardOf, parseInput, type RouteContext, type ScopeOf } from "./gate.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { register } from "./register.ts";

export interface UploadedFile {
  bytes: Buffer;
  /** As the sender named it; never used as a path. */
  originalName: string;
  /** The content type that the sender declared; only the content itself can be trusted. */
  declaredType: string;
}

interface UploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(
    input: Admitted<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: UploadedFile },
  ): Promise<ResultOf<Contract>>;
}

/** Registers a multipart call with one file. Limit and access are checked before a byte of the body is read. */
export function upload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(context: RouteContext, contract: Contract, { access, limit, run }: UploadHandler<Contract, Rule>): void {
  const guard = guardOf(access);
  const parser = multer({ storage: multer.memoryStorage(), ...uploadLimits(contract) });
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    requireForm(contract, request);
    const file = await readForm(contract, parser, request, response);
    const uploaded = { bytes: file.buffer, originalName: file.originalname, declaredType: file.mimetype };
    const result = await run({
      ...admitted,
      body: parseInput<BodyOf<Contract>>(contract.body, { ...request.body }),
      file: uploaded,
    });
    if (contract.response === undefined) throw new Error(`${contract.method} ${contract.path} has no response schema`);
    response.json(contract.response.parse(result));
  });
}

type Upload = { upload: UploadContract };

/** Multer's limits. */
export const uploadLimits = ({ upload: { maxBytes } }: Upload) => ({
  defParamCharset: "utf8",
  limits: {
    fileSize: maxBytes,
    files: 1,
    fields: 10,
    parts: 12,
    fieldSize: 10_000,
    fieldNameSize: 100,
    // A field called `a[4294967294]` would become an array of that length, and a loop over it would take minutes.
    fieldNestingDepth: 0,
  },
});

/** @throws HttpError 400 for a body that is no multipart form */
export function requireForm({ upload: { field } }: Upload, request: Request): void {
  if (!request.is("multipart/form-data"))
    throw badRequest(`Please send the file as form data in the field '${field}'.`);
}

/** Reads the form with its one file. @throws HttpError 400, 413; 503 or 507 where the disk can't hold it */
export async function readForm(
  { upload: { field, maxBytes } }: Upload,
  parser: Multer,
  request: Request,
  response: Response,
) {
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
      // Every other failure here is that of the form: cut off, malformed, or too many parts.
      reject(badRequest("The upload was incomplete or malformed. Please try again."));
    });
  });
}
