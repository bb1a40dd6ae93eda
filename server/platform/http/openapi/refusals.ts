import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { errorBody } from "#shared/api/common.ts";
import { PAGE_ACCOUNT_HEADER, PAGE_ACCOUNT_QUERY } from "#shared/route.ts";
import * as errors from "../errors.ts";
import type { RegisteredRoute } from "../gate.ts";

interface Refusal {
  status: number;
  response: ZodOpenApiResponseObject;
  applies(route: RegisteredRoute): boolean;
}

const commonRefusals: readonly Refusal[] = [
  refusal({
    id: "InvalidInput",
    description: "The input does not have the right form; `fields` says what is wrong with which field.",
    example: errors.badRequest("'name' is missing.", { name: "'name' is missing." }),
    applies: ({ contract: { params, query, body, upload } }) =>
      [params, query, body, upload].some((part) => part !== undefined),
  }),
  refusal({
    id: "NotSignedIn",
    description: "Nobody is signed in, or the access token is not valid (`token_not_valid`).",
    example: errors.notSignedIn(),
    applies: () => true,
  }),
  refusal({
    id: "Forbidden",
    description:
      "The account may not do this, or has to change its default password first (`password_change_required`), or the access token may not (`token_scope`), or another site sent the request (`cross_site`).",
    example: errors.forbiddenError("You don't have permission to do that."),
    // Also a call for everybody, where an access token comes with it.
    applies: () => true,
  }),
  refusal({
    id: "NotFound",
    description: "It does not exist, or the account may not know of it.",
    example: errors.notFound("Pet"),
    // One of a few fixed words names nothing that could be missing.
    applies: ({ contract: { params } }) =>
      Object.values(params?.shape ?? {}).some((field) => !(field instanceof z.ZodEnum)),
  }),
  refusal({
    id: "OtherAccount",
    description: `The header \`${PAGE_ACCOUNT_HEADER}\` (of a WebSocket: \`${PAGE_ACCOUNT_QUERY}\` in the query) names another account than the one that is signed in (\`other_account\`). Programs leave it out.`,
    example: errors.otherAccount(),
    applies: ({ contract: { fromAnyPage } }) => fromAnyPage !== true,
  }),
  refusal({
    id: "TooLarge",
    description: "The body or the file is too large.",
    example: errors.tooLarge("That is too much text at once."),
    applies: ({ contract: { body, upload } }) => body !== undefined || upload !== undefined,
  }),
  refusal({
    id: "UnsupportedType",
    description: "The body is not JSON.",
    example: errors.unsupportedType("Please send JSON (Content-Type: application/json)."),
    applies: ({ contract: { body, upload } }) => body !== undefined && upload === undefined,
  }),
  refusal({
    id: "RangeNotSatisfiable",
    description: "The range begins after the end of the file.",
    example: new errors.HttpError(416, "range_not_satisfiable", "That part is beyond the end of the file."),
    applies: ({ sendsRanges }) => sendsRanges === true,
  }),
  refusal({
    id: "RateLimited",
    description:
      "Too many calls from this account or address (`rate_limited`), or its daily limit is reached (`daily_limit`). `Retry-After` tells when to try again.",
    example: new errors.HttpError(429, "rate_limited", "Too many searches at once. Please wait 20 seconds.", {
      retryAfter: 20,
    }),
    applies: ({ limit }) => limit !== undefined,
  }),
  refusal({
    id: "Internal",
    description: "A fault of the server.",
    example: new errors.HttpError(500, "internal", "Something went wrong on our side. Please try again."),
    applies: () => true,
  }),
  refusal({
    id: "Unavailable",
    description:
      "The database, the file store or an engine can't be reached just now; or more is asked than can be answered (`overloaded`, with `Retry-After`).",
    example: errors.serviceUnavailable("The database can't be reached just now. Please try again in a moment."),
    applies: () => true,
  }),
];

/** The contract's own words go first. */
export function refusalsOf(route: RegisteredRoute): Record<string, ZodOpenApiResponseObject> {
  const common = commonRefusals.filter(({ applies }) => applies(route));
  const own = Object.entries(route.contract.refusals ?? {});
  return Object.fromEntries([
    ...common.map(({ status, response }) => [status, response] as const),
    ...own.map(
      ([status, description]) =>
        [status, { description, content: { "application/json": { schema: errorBody } } }] as const,
    ),
  ]);
}

function refusal(described: {
  id: string;
  description: string;
  example: errors.HttpError;
  applies: Refusal["applies"];
}): Refusal {
  const { id, description, applies, example } = described;
  const body = { error: example.message, code: example.code, ...example.extra };
  const content = { "application/json": { schema: errorBody, example: body } };
  return { status: example.status, response: { id, description, content }, applies };
}
