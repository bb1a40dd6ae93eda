import type { Request, Response } from "express";
import multer, { MulterError } from "multer";
import type { BodyOf, ResultOf, RouteContract, UploadContract } from "../../shared/route.ts";
import { badRequest, tooLarge } from "./errors.ts";
import { type AccessRule, type Admitted, admit, type Doorway, guardOf, parseInput, type ScopeOf } from "./gate.ts";
import { register } from "./register.ts";

export interface UploadedFile {
  bytes: Buffer;
  /** As the sender named it; never used as a path. */
  originalName: string;
  /** As the sender declared it; content decides. */
  declaredType: string;
}

interface UploadHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  run(
    input: Admitted<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract>; file: UploadedFile },
  ): Promise<ResultOf<Contract>>;
}

/** Registers a multipart call with one file. Access is checked before a byte of the body is read. */
export function upload<
  Contract extends RouteContract & { upload: UploadContract },
  const Rule extends AccessRule<unknown>,
>(doorway: Doorway, contract: Contract, { access, run }: UploadHandler<Contract, Rule>): void {
  const guard = guardOf(access);
  const { field, maxBytes } = contract.upload;
  const parse = multer({
    storage: multer.memoryStorage(),
    defParamCharset: "utf8",
    limits: { fileSize: maxBytes, files: 1, fields: 10, parts: 12, fieldSize: 10_000, fieldNameSize: 100 },
  }).single(field);
  register(doorway, contract, guard.name, async (request, response) => {
    const admitted = await admit(doorway, contract, guard, request);
    if (!request.is("multipart/form-data"))
      throw badRequest(`Please send the file as form data in the field '${field}'.`);
    await read(parse, request, response, maxBytes);
    const file = request.file;
    if (file === undefined) throw badRequest(`No file was sent in the field '${field}'.`);
    if (file.size === 0) throw badRequest("The file is empty.");
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

function read(
  parse: ReturnType<ReturnType<typeof multer>["single"]>,
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
      // Whatever else goes wrong here is the form's fault: cut off, malformed, or too many parts.
      reject(badRequest("The upload was incomplete or malformed. Please try again."));
    });
  });
}
