import type { z } from "zod";
import { badRequest } from "./errors.ts";
import { storable } from "./gate.ts";

/** The place in a list after which the next page begins: what the list is ordered by, of the last row shown. */
export function encodeCursor(place: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws 400 for anything that `encodeCursor` did not make of such a place. */
export function decodeCursor<Place>(cursor: string | undefined, place: z.ZodType<Place>): Place | undefined {
  if (cursor === undefined) return undefined;
  const result = place.safeParse(storable(parseJson(Buffer.from(cursor, "base64url").toString("utf8"))));
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
