import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The one file of a multipart upload; `body` describes the other form fields. */
export interface UploadContract {
  field: string;
  /** A larger file is answered with 413. */
  maxBytes: number;
  /** In words, for the API document. */
  accepts: string;
}

/**
 * The account whose page a call comes from. Tabs of a browser share one session: after somebody else has signed in in
 * another tab, the server can tell by this header.
 */
export const PAGE_ACCOUNT_HEADER = "X-Page-Account";
/** In the query of a WebSocket, for which a browser sends no header. */
export const PAGE_ACCOUNT_QUERY = "account";

/**
 * The server's handler, the typed client and the OpenAPI document are made from this. What the response schema does not
 * name does not leave the server. A stream has `events` in place of `response`.
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
  /** The JSON in the text frames of a call that becomes a WebSocket. */
  webSocket?: { fromClient: z.ZodType; fromServer: z.ZodType };
  /** The type of an answer in bytes, such as `audio/mpeg`. */
  media?: string;
  /** When the call answers 204 in place of its response. */
  empty?: string;
  /** For calls that find out or change who is signed in: answered whoever the page belongs to. */
  fromAnyPage?: true;
  /**
   * Refusals of this call alone, by status, in words for the API document. Those that follow from the other parts, the
   * guard and the limit are added by themselves.
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

/** A query or a body whose fields are all optional is optional itself. */
type SentIfAny<Part> = {
  [K in keyof Part as Partial<Part[K]> extends Part[K] ? K : never]?: Part[K] | undefined;
} & { [K in keyof Part as Partial<Part[K]> extends Part[K] ? never : K]: Part[K] };

/** What the server's handler receives. */
export type ParamsOf<Contract> = Parsed<Contract, "params">;
export type QueryOf<Contract> = Parsed<Contract, "query">;
export type BodyOf<Contract> = Parsed<Contract, "body">;
/** What the server's handler returns. */
export type ResultOf<Contract> = z.input<SchemaOf<Contract, "response">>;
/** What the client gets. */
export type ResponseOf<Contract> = z.output<SchemaOf<Contract, "response">>;
export type EventOf<Contract> = z.output<SchemaOf<Contract, "events">>;
/** What the client sends. */
export type InputOf<Contract> = Sent<Contract, "params"> &
  SentIfAny<Sent<Contract, "query">> &
  SentIfAny<Sent<Contract, "body">> &
  (Contract extends { upload: UploadContract } ? { file: Blob; filename?: string } : { file?: undefined });
