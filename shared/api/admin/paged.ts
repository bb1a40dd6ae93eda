import { z } from "zod";
import { limits } from "#shared/limits.ts";
import { cursor, optionalText, pageLimit } from "../common.ts";

/** What the call of a list takes. */
export const pageQuery = {
  q: optionalText("Search", limits.searchQuery)
    .meta({ examples: ["robin"] })
    .optional(),
  cursor: cursor.optional(),
  limit: pageLimit.default(200),
};

/** What stands beside the rows: `total` counts all that `q` finds, `nextCursor` is null at the end. */
export const pageInfo = { total: z.number().int(), nextCursor: z.string().nullable() };
