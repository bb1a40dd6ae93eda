import type { Request } from "express";

/**
 * What a request names in `Authorization: Bearer ...`; undefined for a request without that. Such a request never counts by
 * its cookie, and no browser sends the header for another site, so it needs no check of where it comes from.
 */
export function bearerOf({ headers: { authorization } }: Pick<Request, "headers">): string | undefined {
  const [scheme, token = ""] = authorization?.split(" ") ?? [];
  return scheme?.toLowerCase() === "bearer" ? token : undefined;
}
