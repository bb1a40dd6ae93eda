export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Record<string, unknown>;

  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const badRequest = (message: string, fields?: Record<string, string>) =>
  new HttpError(400, "invalid_input", message, fields === undefined ? {} : { fields });
export const notSignedIn = () => new HttpError(401, "not_signed_in", "Please sign in.");
export const forbiddenError = (message: string) => new HttpError(403, "forbidden", message);
/** Also for a row of somebody else, so that nobody learns which ids exist. */
export const notFound = (thing: string) => new HttpError(404, "not_found", `${thing} not found.`);
export const conflict = (message: string) => new HttpError(409, "conflict", message);
/** For a page of an account while another one is signed in. */
export const otherAccount = () =>
  new HttpError(
    409,
    "other_account",
    "Somebody else has signed in in this browser. Nothing was done. Please reload this page, or sign in again.",
  );
export const tooLarge = (message: string) => new HttpError(413, "too_large", message);
export const unsupportedType = (message: string, fields?: Record<string, string>) =>
  new HttpError(415, "unsupported_type", message, fields === undefined ? {} : { fields });
export const serviceUnavailable = (message: string) => new HttpError(503, "unavailable", message);
