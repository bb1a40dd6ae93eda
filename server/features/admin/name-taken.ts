import { HttpError } from "#server/platform/http/errors.ts";

export function nameTaken(kind: "role" | "permission", name: string): HttpError {
  const message = `There is a ${kind} named '${name}' already. Please choose another name.`;
  return new HttpError(409, "conflict", message, { fields: { name: message } });
}
