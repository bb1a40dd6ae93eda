import { z } from "zod";
import { limits } from "#shared/limits.ts";

/** In small letters, as the database gives it, because ids are also names of files and keys in memory. */
export const id = z.uuid("That is not a valid id").toLowerCase();

const [firstMoment, lastMoment] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** ISO 8601. JavaScript and PostgreSQL write years before 1 and after 9999 differently. */
export const moment = (error = "That is not a valid date") =>
  z.iso
    .datetime({ offset: true, error })
    .refine((text) => Date.parse(text) >= firstMoment && Date.parse(text) <= lastMoment, error);

/** A `Date` on the server, an ISO 8601 string in UTC on the wire. */
export const timestamp = z.union([z.date().transform((date) => date.toISOString()), moment()]);

/** White space around it is dropped. */
export const requiredText = (label: string, max: number) =>
  z
    .string(`${label} is required`)
    .trim()
    .min(1, `${label} is required`)
    .max(max, `${label} can have at most ${max.toLocaleString("en-US")} characters`);

export const optionalText = (label: string, max: number) =>
  z
    .string()
    .trim()
    .max(max, `${label} can have at most ${max.toLocaleString("en-US")} characters`);

/**
 * What an editor began with, of the fields that it saves. Where one has changed by now, the call is refused (409) with
 * the present values. Without it, what is there is replaced.
 */
export const editedFrom = z
  .record(z.string().max(40), z.union([z.string(), z.number(), z.null()]))
  .optional()
  .meta({ examples: [{ name: "Tucker" }] });
export type EditedFrom = z.output<typeof editedFrom>;

/** Made by the server, and only to be handed back. */
export const cursor = z
  .string()
  .max(500, "That is not a valid place in the list")
  .meta({ examples: ["eyJhdCI6IjIwMjYtMDQtMDEifQ"] });
export const pageLimit = z.coerce.number().int().min(1).max(200);

export const doneResponse = z.object({ success: z.literal(true) });
export const success = { success: true } as const;

/** The body of every answer that is not 2xx; some have more fields, such as `retryAfter` in seconds. */
export const errorBody = z.looseObject({
  error: z.string().meta({ examples: ["Pet not found."] }),
  code: z.string().meta({ examples: ["not_found"] }),
  fields: z.record(z.string(), z.string()).optional(),
});

export const pageQuery = {
  q: optionalText("Search", limits.searchQuery)
    .meta({ examples: ["robin"] })
    .optional(),
  cursor: cursor.optional(),
  limit: pageLimit.default(200),
};

/** `total` counts all that `q` finds; `nextCursor` is null at the end. */
export const pageInfo = { total: z.number().int(), nextCursor: z.string().nullable() };
