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
  refusal: Schema;
}

const schema = z.custom<Schema>((value) => typeof value === "object" && value !== null);
const content = z.record(z.string(), z.object({ schema }));
const apiDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ name: z.string(), in: z.enum(["path", "query"]), schema })),
        requestBody: z.object({ content }).optional(),
        responses: z.object({ 200: z.object({ content }), default: z.object({ content }) }),
      }),
    ),
  ),
});

/** Every call of the document that `GET /api/openapi.json` answers with. */
export function operationsOf(document: unknown): Operation[] {
  return Object.entries(apiDocument.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, responses }]) => {
      const sent = requestBody === undefined ? undefined : only(requestBody.content);
      const answer = only(responses[200].content);
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        body:
          sent === undefined
            ? undefined
            : { type: sent.type === "application/json" ? ("json" as const) : ("form" as const), schema: sent.schema },
        answer,
        refusal: only(responses.default.content).schema,
      };
    }),
  );
}

function only(types: z.output<typeof content>): { type: string; schema: Schema } {
  const [first, ...more] = Object.entries(types);
  if (first === undefined || more.length > 0) throw new Error("A body of just one type was expected.");
  return { type: first[0], schema: first[1].schema };
}
