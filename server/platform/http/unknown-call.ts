import type { RequestHandler } from "express";
import { HttpError } from "./errors.ts";
import type { RegisteredRoute } from "./gate.ts";

/** 405 with the methods of the path, else 404. */
export function unknownCall(registered: readonly RegisteredRoute[]): RequestHandler {
  const calls = registered.map(({ contract: { method, path } }) => ({ method, pattern: patternOf(path) }));
  return (request) => {
    const path = `${request.baseUrl}${request.path}`;
    const methods = calls.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length > 0) throw methodNotAllowed(request.method, path, methods);
    throw new HttpError(404, "not_found", `There is no ${request.method} ${path}.`);
  };
}

export const readOnly: RequestHandler = (request, _response, next) => {
  if (request.method !== "GET" && request.method !== "HEAD")
    throw methodNotAllowed(request.method, request.path, ["GET"]);
  next();
};

function methodNotAllowed(method: string, path: string, methods: readonly string[]): HttpError {
  const allow = [...new Set(methods.flatMap((name) => (name === "GET" ? ["GET", "HEAD"] : [name])))].join(", ");
  return new HttpError(405, "method_not_allowed", `${path} can't be called with ${method}, only with ${allow}.`, {
    allow,
  });
}

/** As Express does: any letter case, with a slash at the end or without. */
function patternOf(path: string): RegExp {
  const segments = path.split("/").map((part) => (part.startsWith(":") ? "[^/]+" : part.replaceAll(/[.]/g, "\\.")));
  return new RegExp(`^${segments.join("/")}/?$`, "i");
}
