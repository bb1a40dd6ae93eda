import type { z } from "zod";
import { badRequest } from "./errors.ts";
import { toStorable } from "./gate.ts";

export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** Throws HttpError 400 for a cursor of other making. */
export function decodeCursor<Place>(cursor: string | undefined, place: z.ZodType<Place>): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = place.safeParse(toStorable(parseJson(Buffer.from(cursor, "base64url").toString("utf8"))));
  if (!result.success) throw badRequest("That is not a valid place in the list.");
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
