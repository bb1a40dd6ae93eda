import { z } from "zod";
import type { Operation, Schema } from "./operations.ts";
import type { Request } from "./requests.ts";
import type { Answer } from "./send.ts";

/** Refusals of 500 and above that are documented: what is asked of an engine that is not configured. */
const documentedFaults: Record<string, string[]> = {
  "POST /api/transcribe": ["no_recogniser"],
};

export function isDocumentedFault({ name }: Operation, { status, body }: Answer): boolean {
  return status === 503 && (documentedFaults[name] ?? []).some((code) => body.toString().includes(`"code":"${code}"`));
}

/** Beyond it the HTTP server itself refuses, before there is a request (server/platform/http/connections.ts). */
const HEADER_BYTES = 16 * 1024;

const validators = new WeakMap<Schema, z.ZodType>();

/** What is wrong with an answer, as the API's document would have it; null where nothing is. */
export function faultOf(operation: Operation, { method, path, headers: sent }: Request, answer: Answer): string | null {
  const { status, body, headers } = answer;
  const isRequest = status !== 431 || path.length + JSON.stringify(sent).length < HEADER_BYTES;
  if (status >= 500) return isDocumentedFault(operation, answer) ? null : `${status} ${body.toString().slice(0, 300)}`;
  if (isRequest && headers["x-request-id"] === undefined) return `${status} without the id of its request`;
  if (method === "HEAD" || method === "OPTIONS") return null;
  const type = String(headers["content-type"] ?? "").split(";")[0] ?? "";
  if (status >= 400) {
    if (type !== "application/json") return `${status} as '${type}'`;
    // Another method may belong to another call at the same path, and a head that is too long reaches none.
    const isOther = method !== operation.method || status === 431;
    const refusal = operation.refusals.get(isOther ? 500 : status);
    return refusal === undefined ? `${status}, which the document does not know` : mismatch(refusal, body.toString());
  }
  // The method of another call at the same path: that one's schema is not at hand.
  if (method !== operation.method) return null;
  if (status === 304 && "If-None-Match" in sent) return null;
  if (status !== 200 && status !== 206) return `${status}, which the document does not know`;
  if (operation.answer.type === "application/json") {
    if (type !== "application/json") return `${status} as '${type}'`;
    return operation.answer.schema.format === "binary" ? null : mismatch(operation.answer.schema, body.toString());
  }
  if (operation.answer.type !== "text/event-stream") return null;
  if (type !== "text/event-stream") return `${status} as '${type}'`;
  return faultOfEvents(operation, body.toString());
}

function faultOfEvents({ answer }: Operation, text: string): string | null {
  const lines = text.split("\n\n").filter((line) => line !== "" && !line.startsWith(":"));
  if (lines.length === 0) return "a stream without an event";
  for (const line of lines) {
    if (!line.startsWith("data: ") || line.includes("\n")) return `not a line of an event: ${line.slice(0, 200)}`;
    const fault = mismatch(answer.schema, line.slice("data: ".length));
    if (fault !== null) return fault;
  }
  return /"type":"(complete|error)"/.test(lines.at(-1) ?? "") ? null : "a stream that ends without an end";
}

function mismatch(schema: Schema, text: string): string | null {
  const validator = validators.get(schema) ?? z.fromJSONSchema(schema);
  validators.set(schema, validator);
  try {
    const { error } = validator.safeParse(JSON.parse(text));
    return error === undefined
      ? null
      : `not as documented: ${z.prettifyError(error).slice(0, 300)} in ${text.slice(0, 300)}`;
  } catch {
    return `not JSON: ${text.slice(0, 200)}`;
  }
}
