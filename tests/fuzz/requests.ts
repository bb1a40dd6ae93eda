import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { brokenJson } from "../fixtures/hostile-input.ts";
import { SPOILED_ARCHIVES } from "./files.ts";
import { hostileJson, hostileText, type Json } from "./hostile-values.ts";
import type { Operation, Parameter, Schema } from "./operations.ts";
import { fittingValue, knownId, spoiledValue } from "./schema-values.ts";

/** A request as it goes out, but for `known-…` in path and body and `@file-…` in a form, which the sender puts in. */
export interface Request {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** Requests to one call: as it wants them, nearly so, and as nobody would send them. */
export function requestTo(operation: Operation): fc.Arbitrary<Request> {
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(operation.method) },
        {
          weight: 1,
          arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PATCH", "DELETE", "PUT", "POST", "GET", "PROPFIND"),
        },
      ),
      path: pathOf(operation),
      query: queryOf(operation),
      headers: oddHeaders,
      body: bodyOf(operation),
    })
    .map(({ method, path, query, headers, body }) => ({
      method,
      path: `${path}${query}`,
      headers: { ...headers, ...body.headers },
      body: body.content,
    }));
}

function pathOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === "path");
  const values = names.map((parameter) =>
    fc.oneof(
      { weight: 6, arbitrary: knownParameter(path, parameter).map(escaped) },
      { weight: 1, arbitrary: textOf(fittingValue(parameter.schema, parameter.name)).map(escaped) },
      { weight: 1, arbitrary: hostileText.map((text) => escaped(text.slice(0, 2_000))) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("%", "%zz", "%c0%af", "%00", "%ed%a0%80", "..%2f..", "a%2fb", "*", ";a=b"),
      },
    ),
  );
  return fc
    .tuple(...values)
    .map((chosen) =>
      names.reduce((text, { name }, index) => text.replace(`{${name}}`, () => chosen[index] ?? ""), path),
    );
}

/** What stands before an `id` in the path tells whose it is. */
const kindsByPath: [RegExp, string][] = [
  [/\/agents\/\{id\}/, "agent"],
  [/\/documents\/\{id\}/, "document"],
  [/\/messages\/\{id\}/, "message"],
  [/\/chat-sessions\/\{id\}/, "session"],
  [/\/promo-codes\/\{id\}/, "promo"],
  [/\/diary-questions\/\{id\}/, "question"],
];

function knownParameter(path: string, { name, schema }: Parameter): fc.Arbitrary<string> {
  if (name === "file") return fc.constant(path.includes("avatars") ? "known-avatar-0" : "known-sample-0");
  if (name === "filename") return fc.constantFrom("known-video-0", "known-video-1");
  if (name === "index") return fc.constantFrom("0", "1", "9999");
  const kind = name === "id" ? kindsByPath.find(([pattern]) => pattern.test(path))?.[1] : undefined;
  return kind === undefined ? textOf(fittingValue(schema, name)) : knownId(kind);
}

const textOf = (value: fc.Arbitrary<Json>): fc.Arbitrary<string> =>
  value.map((chosen) => (typeof chosen === "string" ? chosen : JSON.stringify(chosen)));
/** Never empty: that would be another path. */
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed()) || "%20";

function queryOf({ parameters }: Operation): fc.Arbitrary<string> {
  const own = parameters.filter((parameter) => parameter.in === "query");
  const pair = (name: fc.Arbitrary<string>, value: fc.Arbitrary<string>) =>
    fc.tuple(name, value).map(([key, text]) => `${escaped(key)}=${escaped(text.slice(0, 3_000))}`);
  const fitting = own.map(({ name, schema }) =>
    fc.option(pair(fc.constant(name), textOf(fittingValue(schema, name))), { nil: undefined }),
  );
  const names = [...own.map(({ name }) => name), "__proto__", "constructor", "q", "limit"];
  const spoiled = fc.oneof(
    pair(fc.constantFrom(...names), hostileText),
    pair(fc.constantFrom(...names.map((name) => `${name}[]`), "limit[a]", "cursor[0]", "a[b][c][d]"), hostileText),
    fc.constantFrom(
      "%",
      "%zz=%zz",
      "=",
      "&&&",
      "limit",
      "limit=1&limit=2",
      "cursor=&cursor=",
      "%00=%00",
      "a".repeat(4_000),
    ),
  );
  const odd = fc.oneof(
    { weight: own.length === 0 ? 12 : 3, arbitrary: fc.constant([]) },
    { weight: 2, arbitrary: fc.array(spoiled, { minLength: 1, maxLength: 3 }) },
  );
  return fc.tuple(fc.tuple(...fitting), odd).map(([given, added]) => {
    const parts = [...given.flatMap((part) => (part === undefined ? [] : [part])), ...added];
    return parts.length === 0 ? "" : `?${parts.join("&")}`;
  });
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        "bytes=0-",
        "bytes=-1",
        "bytes=5-2",
        "bytes=0-0,2-3",
        "bytes=99999999999999999999-",
        "bytes=-0",
        "bytes=a-b",
        "chars=0-1",
        "bytes",
        "bytes=0-0",
        "bytes=-99999999999",
      )
      .map((Range) => ({ Range })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { Accept: "text/html;q=nonsense" },
      { "Accept-Encoding": "br;q=2, *;q=-1" },
      { "If-None-Match": "*", "If-Modified-Since": "yesterday" },
      { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE" },
      {
        "X-Forwarded-For": "'; drop table users --",
        "X-Forwarded-Proto": "javascript",
        "X-Forwarded-Host": "evil.example",
      },
      { "X-Request-Id": "x".repeat(500) },
      { Expect: "100-continue" },
      { Expect: "200-maybe" },
      { Authorization: "Basic %%%" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { Host: "evil.example" },
      { Host: "" },
      { Cookie: "pettalk.sid=%; a=b; =; __proto__=1" },
      { Cookie: "pettalk.sid=s%3Anobody.signature" },
      { Upgrade: "websocket", Connection: "Upgrade" },
      { "X-Long": "h".repeat(8_000) },
      { "Accept-Language": "\u00ff\u00fe" },
    ),
  },
);

interface Body {
  headers: Record<string, string>;
  content: string | Buffer | undefined;
}

const nothing: Body = { headers: {}, content: undefined };
const asJson = (content: string | Buffer, more: Record<string, string> = {}): Body => ({
  headers: { "Content-Type": "application/json", ...more },
  content,
});

function bodyOf({ body }: Operation): fc.Arbitrary<Body> {
  if (body === undefined)
    return fc.oneof(
      { weight: 8, arbitrary: fc.constant(nothing) },
      { weight: 1, arbitrary: hostileJson.map((value) => asJson(JSON.stringify(value))) },
    );
  if (body.type === "form") return formOf(body.schema);
  const fitting = fittingValue(body.schema);
  return fc.oneof(
    { weight: 6, arbitrary: fitting.map((value) => asJson(JSON.stringify(value))) },
    { weight: 8, arbitrary: spoiledValue(fitting).map((value) => asJson(JSON.stringify(value))) },
    { weight: 1, arbitrary: hostileJson.map((value) => asJson(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.constantFrom(...brokenJson()).map((text) => asJson(text)) },
    { weight: 2, arbitrary: fitting.chain((value) => oddlySent(JSON.stringify(value))) },
    { weight: 1, arbitrary: fc.constant(nothing) },
  );
}

const bomb = gzipSync(Buffer.alloc(20_000_000, " "));

/** Right in itself, and packed, written or announced otherwise. */
function oddlySent(text: string): fc.Arbitrary<Body> {
  const type = (name: string): Body => ({ headers: { "Content-Type": name }, content: text });
  return fc.constantFrom<Body>(
    asJson(gzipSync(text), { "Content-Encoding": "gzip" }),
    asJson(gzipSync(text).subarray(0, -9), { "Content-Encoding": "gzip" }),
    asJson(deflateSync(text), { "Content-Encoding": "deflate" }),
    asJson(text, { "Content-Encoding": "gzip" }),
    asJson(text, { "Content-Encoding": "br" }),
    asJson(text, { "Content-Encoding": "identity, x-nothing" }),
    asJson(bomb, { "Content-Encoding": "gzip" }),
    asJson(Buffer.from(text, "utf16le"), { "Content-Type": "application/json; charset=utf-16le" }),
    asJson(Buffer.from(text, "utf16le"), { "Content-Type": "application/json; charset=utf-7" }),
    asJson(Buffer.from(text, "latin1"), { "Content-Type": "application/json; charset=latin1" }),
    asJson(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")])),
    asJson(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)])),
    asJson(Buffer.from([0x22, 0xc3, 0x28, 0xff, 0x22])),
    asJson(`${" ".repeat(300_000)}${text}`),
    asJson(text, { "Transfer-Encoding": "chunked" }),
    type("application/json; charset=nothing"),
    type("application/merge-patch+json"),
    type("text/plain"),
    type("application/x-www-form-urlencoded"),
    type("multipart/form-data; boundary=a"),
    type("a/b/c;;;"),
    type(""),
  );
}

const BOUNDARY = "fuzz-boundary";
const CRLF = "\r\n";

const spoiled = Array.from({ length: SPOILED_ARCHIVES }, (_, index) => `spoiled${index}`);

/** What the sender has bytes for, by the form's field. */
const filesByField: Record<string, string[]> = {
  avatar: ["png", "jpeg", "svg", "gif", "text"],
  file: ["text", "pdf", "brokenpdf", "png", "utf16", "text"],
  audio: ["webm", "wav", "brokenwebm", "text", "silence"],
  archive: ["zip", "ownarchive", "brokenzip", "otherzip", "text", ...spoiled],
};

function formOf(schema: Schema): fc.Arbitrary<Body> {
  const properties = Object.entries(schema.properties ?? {});
  const field = properties.find(([, value]) => typeof value === "object" && value.format === "binary")?.[0] ?? "file";
  const fields = properties.flatMap(([name, value]) =>
    name === field ? [] : [fieldPart(name, textOf(fittingValue(value, name)))],
  );
  const filename = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom("a.txt", "a.pdf", "a.png", "a.zip", "a.webm") },
    hostileText,
  );
  const filePart = fc
    .tuple(
      fc.constantFrom(...(filesByField[field] ?? []), "nothing"),
      filename,
      fc.constantFrom("text/plain", "application/pdf", "image/png", "image/svg+xml", "a/b/c", ""),
    )
    .map(([kind, name, type]) =>
      partOf(`name="${field}"; filename="${quoted(name)}"`, `@file-${kind}@`, `Content-Type: ${type}`),
    );
  const oddPart = fc.oneof(
    fieldPart("__proto__", hostileText),
    fieldPart("constructor[prototype][isAdmin]", hostileText),
    fieldPart("a[b][c][d][e]", hostileText),
    ...properties.map(([name]) => fieldPart(`${name}[]`, hostileText)),
    ...properties.map(([name]) => fieldPart(`${name}[4294967294]`, fc.constant("x"))),
    fieldPart("n".repeat(200), hostileText),
    fc.constantFrom(
      partOf(`name="${field}"`, "a text, not a file"),
      partOf('name="other"; filename="a.txt"', "@file-text@"),
      partOf('filename="a.txt"', "without a name"),
      partOf(`name="${field}"; filename=""`, ""),
      partOf(`name="${field}"; filename*=UTF-8''%e2%82`, "odd name"),
      partOf('name="x"', "x", "Content-Transfer-Encoding: base64"),
      `--${BOUNDARY}${CRLF}${CRLF}without headers${CRLF}`,
      `--${BOUNDARY}${CRLF}${"X: y".repeat(5_000)}`,
    ),
  );
  const ending = fc.oneof(
    { weight: 10, arbitrary: fc.constant(`--${BOUNDARY}--${CRLF}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom("", `--${BOUNDARY}`, `--${BOUNDARY}--`, "--other--", "\u0000".repeat(3_000)),
    },
  );
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${BOUNDARY}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=other",
        "multipart/mixed; boundary=a",
        "application/json",
        'multipart/form-data; boundary="\u00ff"',
      ),
    },
  );
  const parts = fc.tuple(
    fc.tuple(...fields.map((part) => fc.option(part, { nil: "" }))),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(oddPart, { minLength: 1, maxLength: 3 }) },
    ),
    fc.oneof({ weight: 12, arbitrary: filePart }, { weight: 1, arbitrary: fc.constant("") }),
  );
  return fc.tuple(parts, ending, type).map(([[given, odd, file], end, contentType]) => ({
    headers: { "Content-Type": contentType },
    content: [...given, ...odd, file, end].join(""),
  }));
}

const quoted = (text: string): string =>
  text
    .slice(0, 5_000)
    .replaceAll('"', "%22")
    .replaceAll(/[\r\n]/g, " ");
const partOf = (disposition: string, content: string, header = ""): string =>
  `--${BOUNDARY}${CRLF}Content-Disposition: form-data; ${disposition}${CRLF}${header === "" ? "" : header + CRLF}${CRLF}${content}${CRLF}`;
const fieldPart = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  value.map((text) => partOf(`name="${name}"`, text));
