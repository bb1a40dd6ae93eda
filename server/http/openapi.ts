import { z } from "zod";
import { errorBody, timestamp } from "../../shared/api/common.ts";
import type { RouteContract } from "../../shared/route.ts";
import type { RegisteredRoute } from "./gate.ts";

/** The OpenAPI 3.1 document of all registered routes, made from the same contracts that the handlers run. */
export function openApiDocument(title: string, registered: readonly RegisteredRoute[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { contract, access } of registered) {
    const path = contract.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] ??= {};
    Object.assign(paths[path], { [contract.method.toLowerCase()]: operation(contract, access) });
  }
  return { openapi: "3.1.0", info: { title, version: "1" }, paths };
}

function operation(contract: RouteContract, access: string) {
  return {
    summary: contract.summary,
    description: `Access: ${access}`,
    parameters: [...parameters("path", contract.params), ...parameters("query", contract.query)],
    ...(contract.body === undefined && contract.upload === undefined ? {} : { requestBody: requestBody(contract) }),
    responses: {
      200: { description: "Done", content: { [responseType(contract)]: { schema: responseSchema(contract) } } },
      default: {
        description: "Refused or failed",
        content: { "application/json": { schema: jsonSchema(errorBody, "output") } },
      },
    },
  };
}

function parameters(place: "path" | "query", schema: z.ZodObject | undefined) {
  if (schema === undefined) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !(field instanceof z.ZodOptional),
    schema: jsonSchema(z.object({ [name]: field }), "input").properties?.[name] ?? {},
  }));
}

function requestBody(contract: RouteContract) {
  const fields = contract.body === undefined ? undefined : jsonSchema(contract.body, "input");
  if (contract.upload === undefined) return { required: true, content: { "application/json": { schema: fields } } };
  const { field, accepts, maxBytes } = contract.upload;
  const file = { type: "string", format: "binary", description: `${accepts}, up to ${maxBytes} bytes` };
  const schema = { type: "object", required: [field], properties: { ...fields?.properties, [field]: file } };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

function responseType(contract: RouteContract): string {
  if (contract.events !== undefined) return "text/event-stream";
  return contract.response === undefined ? (contract.media ?? "application/octet-stream") : "application/json";
}

function responseSchema(contract: RouteContract) {
  const schema = contract.events ?? contract.response;
  return schema === undefined ? { type: "string", format: "binary" } : jsonSchema(schema, "output");
}

function jsonSchema(schema: z.ZodType, io: "input" | "output") {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: (context) => {
      if (context.zodSchema !== timestamp) return;
      for (const key of Object.keys(context.jsonSchema)) Reflect.deleteProperty(context.jsonSchema, key);
      Object.assign(context.jsonSchema, { type: "string", format: "date-time" });
    },
  });
  return rest;
}
