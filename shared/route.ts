import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The one file of a multipart upload; other form fields are described by `body`. */
export interface UploadContract {
  /** Name of the form field that carries the file. */
  field: string;
  /** Largest file in bytes; a larger one is answered with 413. */
  maxBytes: number;
  /** What is accepted, in words, for the API document. */
  accepts: string;
}

/**
 * The account whose page a call comes from, by its id. Tabs of a browser share one session: once somebody else has signed in in
 * another tab, a page goes on calling in their name, and this header is how the server can tell.
 */
export const PAGE_ACCOUNT_HEADER = "X-Page-Account";
/** The same in the query of a WebSocket, for which a browser sends no header. */
export const PAGE_ACCOUNT_QUERY = "account";

/**
 * One HTTP call, defined once: the server's handler, the typed client and the OpenAPI document are all made from it.
 * What the response schema does not name does not leave the server. `events` replaces `response` for a stream.
 */
export interface RouteContract {
  method: Method;
  /** Express form, parameters as `:name`. */
  path: `/${string}`;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  upload?: UploadContract;
  response?: z.ZodType;
  events?: z.ZodType;
  /** For a call that becomes a WebSocket: what its text frames hold, as JSON. */
  webSocket?: { fromClient: z.ZodType; fromServer: z.ZodType };
  /** The bytes that a call with neither `response` nor `events` answers with, such as `audio/mpeg`. */
  media?: string;
  /** When the call answers 204, without a body, in place of its response. */
  empty?: string;
  /** For a call that finds out who is signed in, or changes it: it is answered whoever the page belongs to. */
  fromAnyPage?: true;
  /**
   * When this call in particular is refused, by status, in words for the API document. What follows from the parts above,
   * the guard and the limit is added by itself: 400 for a wrong input, 401 and 403, 404 for the path, 413, 429 and so on.
   */
  refusals?: { readonly [status: number]: string };
}

export function route<const Contract extends RouteContract>(contract: Contract): Contract {
  return contract;
}

type SchemaOf<Contract, Part extends string> = Contract extends { [K in Part]: infer S extends z.ZodType } ? S : never;
type Parsed<Contract, Part extends string> = [SchemaOf<Contract, Part>] extends [never]
  ? undefined
  : z.output<SchemaOf<Contract, Part>>;
type Sent<Contract, Part extends string> = [SchemaOf<Contract, Part>] extends [never]
  ? { [K in Part]?: undefined }
  : { [K in Part]: z.input<SchemaOf<Contract, Part>> };

/** A query or a body of which every field may be left out may be left out itself. */
type SentIfAny<Part> = {
  [K in keyof Part as Partial<Part[K]> extends Part[K] ? K : never]?: Part[K] | undefined;
} & { [K in keyof Part as Partial<Part[K]> extends Part[K] ? never : K]: Part[K] };

/** What the server's handler receives. */
export type ParamsOf<Contract> = Parsed<Contract, "params">;
export type QueryOf<Contract> = Parsed<Contract, "query">;
export type BodyOf<Contract> = Parsed<Contract, "body">;
/** What the server's handler returns; the schema turns it into the wire's form. */
export type ResultOf<Contract> = z.input<SchemaOf<Contract, "response">>;
/** What the client gets. */
export type ResponseOf<Contract> = z.output<SchemaOf<Contract, "response">>;
export type EventOf<Contract> = z.output<SchemaOf<Contract, "events">>;
/** What the client sends: only the parts that the contract has. */
export type InputOf<Contract> = Sent<Contract, "params"> &
  SentIfAny<Sent<Contract, "query">> &
  SentIfAny<Sent<Contract, "body">> &
  (Contract extends { upload: UploadContract } ? { file: Blob; filename?: string } : { file?: undefined });
