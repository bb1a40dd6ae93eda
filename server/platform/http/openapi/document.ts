import { z } from "zod";
import {
  createDocument,
  type oas31,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import { timestamp } from "#shared/api/common.ts";
import type { RouteContract, UploadContract } from "#shared/route.ts";
import type { RegisteredRoute } from "../gate.ts";
import { SESSION_COOKIE } from "../session.ts";
import { scopesOf } from "../token-scopes.ts";
import { nameOf, tags } from "./contract-files.ts";
import { refusalsOf } from "./refusals.ts";

export function openApiDocument(title: string, registered: readonly RegisteredRoute[]): oas31.OpenAPIObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of registered) {
    const path = route.contract.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.contract.method.toLowerCase()]: operation(route) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: { title, version: "1" },
      servers: [{ url: "/" }],
      tags,
      paths,
      components: {
        securitySchemes: {
          session: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
          accessToken: {
            type: "http",
            scheme: "bearer",
            description: "Beside each call, the scope that the token needs.",
          },
        },
      },
    },
    {
      // A transform has no JSON Schema of its own.
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema === timestamp || zodSchema === timestamp.options[0])
          Object.assign(jsonSchema, { anyOf: undefined, type: "string", format: "date-time" });
      },
    },
  );
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

export function operationsOf({ paths = {} }: oas31.OpenAPIObject) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [{ method: method.toUpperCase(), path, operation }];
    }),
  );
}

function operation(route: RegisteredRoute): ZodOpenApiOperationObject {
  const { contract, access } = route;
  const { params, query } = contract;
  const body = requestContent(contract);
  return {
    ...nameOf(contract),
    summary: contract.summary,
    description: [`Access: ${access}`, ...tokenScopes(contract)].join(". "),
    security:
      access === "public" ? [] : [{ session: [] }, ...scopesOf(contract).map((scope) => ({ accessToken: [scope] }))],
    requestParams: { ...(params && { path: params }), ...(query && { query }) },
    ...(body && { requestBody: { required: !mayBeLeftOut(contract), content: body } }),
    responses: { ...successes(route), ...refusalsOf(route) },
  };
}

function tokenScopes(contract: RouteContract): string[] {
  const scopes = scopesOf(contract);
  return scopes.length === 0 ? [] : [`Access token with the scope: ${scopes.join(" or ")}`];
}

function requestContent({ body, upload }: RouteContract) {
  if (upload !== undefined) return { "multipart/form-data": { schema: form(body, upload) } };
  return body && { "application/json": { schema: body } };
}

const mayBeLeftOut = ({ body, upload }: RouteContract): boolean =>
  upload === undefined && body?.safeParse({}).success === true;

function form(body: z.ZodType | undefined, { field, accepts, maxBytes }: UploadContract): z.ZodObject {
  const file = z.string().meta({ format: "binary", description: `${accepts}, up to ${maxBytes} bytes` });
  return z.object({ ...(body instanceof z.ZodObject ? body.shape : {}), [field]: file });
}

function successes({ contract, sendsRanges }: RegisteredRoute): Record<string, ZodOpenApiResponseObject> {
  const { events, response, empty, webSocket, media = "application/octet-stream" } = contract;
  if (webSocket !== undefined)
    return {
      101: {
        description: "A WebSocket. Its text frames hold JSON: of these, what each side may send",
        content: { "application/json": { schema: z.object(webSocket) } },
      },
    };
  if (events !== undefined)
    return {
      200: { description: "Events, one `data:` line each", content: { "text/event-stream": { schema: events } } },
    };
  if (response !== undefined)
    return {
      200: { description: "Success", content: { "application/json": { schema: response } } },
      ...(empty !== undefined && { 204: { description: empty } }),
    };
  const content = { [media]: { schema: { type: "string", format: "binary" } } } as const;
  const whole = { description: "The file", content };
  if (!sendsRanges) return { 200: whole };
  return { 200: whole, 206: { description: "The part of the file that the header Range asks for", content } };
}
