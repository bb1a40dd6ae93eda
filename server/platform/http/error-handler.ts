import type { ErrorRequestHandler } from "express";
import { isDatabaseUnavailable, isDiskFull } from "../db/failures.ts";
import { StorageFullError, StorageUnavailableError } from "../files/files.ts";
import type { Log } from "../observe/log.ts";
import { badRequest, HttpError, serviceUnavailable, tooLarge, unsupportedType } from "./errors.ts";

export function errorHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const httpError = asHttpError(error);
    const retryAfter = httpError.extra.retryAfter;
    // With Retry-After the call was sent away on purpose.
    if (httpError.status >= 500 && retryAfter === undefined)
      log.error({ err: error, request: request.id, path: request.path }, "request failed");
    if (response.headersSent) return next(error);
    if (typeof retryAfter === "number") response.setHeader("Retry-After", String(retryAfter));
    if (typeof httpError.extra.allow === "string") response.setHeader("Allow", httpError.extra.allow);
    response.status(httpError.status).json({ error: httpError.message, code: httpError.code, ...httpError.extra });
  };
}

export function asHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  return (
    fromBodyParser(error) ??
    // Before the database: a store that can't be reached fails with the same codes.
    fromFileStore(error) ??
    fromDatabase(error) ??
    new HttpError(500, "internal", "Something went wrong on our side. Please try again.")
  );
}

function fromBodyParser(error: unknown): HttpError | undefined {
  switch (fieldOf(error, "type")) {
    case "entity.parse.failed":
    case "request.size.invalid":
    case "request.aborted":
      return badRequest("The request body is not valid JSON.");
    case "entity.too.large":
      return tooLarge("That is too much text at once.");
    case "encoding.unsupported":
    case "charset.unsupported":
      return unsupportedType("The request body's encoding is not supported.");
    default:
      break;
  }
  // Such as a malformed escape in the path.
  const status = fieldOf(error, "status");
  const isExpress = error instanceof URIError || fieldOf(error, "expose") === true;
  if (isExpress && typeof status === "number" && status >= 400 && status < 500)
    return new HttpError(status, "bad_request", "That request could not be understood.");
  return undefined;
}

function fromDatabase(error: unknown): HttpError | undefined {
  if (isDiskFull(error))
    return new HttpError(507, "storage_full", "The disk of the database is full. Please tell an administrator.");
  if (!isDatabaseUnavailable(error)) return undefined;
  return serviceUnavailable("The database can't be reached just now. Please try again in a moment.");
}

function fromFileStore(error: unknown): HttpError | undefined {
  if (error instanceof StorageFullError) return new HttpError(507, "storage_full", error.sentence);
  if (error instanceof StorageUnavailableError) return serviceUnavailable(error.sentence);
  return undefined;
}

function fieldOf(value: unknown, field: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, field) : undefined;
}
