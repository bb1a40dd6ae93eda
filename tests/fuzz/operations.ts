import { z } from "zod";

/** JSON Schema as the API's own document writes it. */
export type Schema = z.core.JSONSchema.JSONSchema;

export interface Parameter {
  name: string;
  in: "path" | "query";
  schema: Schema;
}

/** One call of the API, as its document describes it. */
export interface Operation {
  /** `POST /api/agents/{id}/chat`. */
  name: string;
  method: string;
  path: string;
  parameters: Parameter[];
  /** Absent where nothing is sent. */
  body: { type: "json" | "form"; schema: Schema } | undefined;
  answer: { type: string; schema: Schema };
  /** By status. */
  refusals: ReadonlyMap<number, Schema>;
}

const schema = z.custom<Schema>((value) => typeof value === "object" && value !== null);
const content = z.record(z.string(), z.object({ schema }));
const apiDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.enum(["path", "query"]), schema })).default([]),
        requestBody: z.object({ content }).optional(),
        // An answer without a body has no content.
        responses: z.record(z.string(), z.object({ content: content.default({}) })),
      }),
    ),
  ),
});

/** Every call of the document that `GET /api/openapi.json` answers with. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(apiDocument.parse(withoutReferences(document)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const sent = requestBody === undefined ? undefined : only(requestBody.content);
      const statuses = Object.keys(responses).map(Number);
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body:
          sent === undefined
            ? undefined
            : { type: sent.type === "application/json" ? ("json" as const) : ("form" as const), schema: sent.schema },
        // A call that becomes a WebSocket has no other success.
        answer: bodyOf(responses, statuses.includes(101) ? 101 : 200),
        refusals: new Map(
          statuses.filter((status) => status >= 400).map((status) => [status, bodyOf(responses, status).schema]),
        ),
      };
    }),
  );
}

/** What references lead to stands in their place; no schema of the document holds itself. */
function withoutReferences(document: unknown): unknown {
  const inlined = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inlined);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...rest }: Record<string, unknown> = { ...value };
    const own = Object.fromEntries(Object.entries(rest).map(([name, field]) => [name, inlined(field)]));
    return typeof $ref === "string" ? { ...Object(inlined(target($ref))), ...own } : own;
  };
  const target = (reference: string): unknown =>
    reference
      .slice("#/".length)
      .split("/")
      .reduce<unknown>((value, name) => Reflect.get(Object(value), name), document);
  return inlined(document);
}

function bodyOf(responses: Record<string, { content: z.output<typeof content> }>, status: number) {
  return only(responses[status]?.content ?? {});
}

function only(types: z.output<typeof content>): { type: string; schema: Schema } {
  const [first, ...more] = Object.entries(types);
  if (first === undefined || more.length > 0) throw new Error("A body of just one type was expected.");
  return { type: first[0], schema: first[1].schema };
}
