import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { oas31 } from "zod-openapi";
import type { RouteContract } from "#shared/route.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { scopesOfCalls } from "../token-scopes.ts";
import { openApiDocument, operationsOf } from "./document.ts";

const require = createRequire(import.meta.url);
let app: TestApp;
let document: oas31.OpenAPIObject;
let calls: ReturnType<typeof operationsOf>;

beforeAll(async () => {
  app = await startTestApp();
  document = openApiDocument("Pet Talk API", app.registered);
  calls = operationsOf(document);
});
afterAll(() => app.stop());

/** Those of `calls` of which something is not true, for a message that names them. */
const butFor = (isRight: (operation: oas31.OperationObject) => boolean) =>
  calls.filter(({ operation }) => !isRight(operation)).map(({ method, path }) => `${method} ${path}`);
const has = (operation: oas31.OperationObject, status: number) => operation.responses?.[status] !== undefined;

describe("the API document", () => {
  it("is what the server answers with", async () => {
    expect(await (await app.visitor().fetch("/api/openapi.json")).json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it("gives every call a name of its own and one of the tags, of which each has calls", () => {
    const names = calls.map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(app.registered.length);
    const tags = document.tags?.map(({ name }) => name) ?? [];
    expect(butFor(({ tags: own = [] }) => own.length === 1 && own.every((tag) => tags.includes(tag)))).toEqual([]);
    expect(tags.filter((tag) => !calls.some(({ operation }) => operation.tags?.includes(tag)))).toEqual([]);
  });

  it("names a success of every call, and the refusals that follow from what it takes and who may call it", () => {
    expect(butFor((operation) => [200, 101].some((status) => has(operation, status)))).toEqual([]);
    expect(butFor((operation) => has(operation, 500) && has(operation, 503))).toEqual([]);
    const takesSomething = ({ parameters = [], requestBody }: oas31.OperationObject) =>
      parameters.length > 0 || requestBody !== undefined;
    expect(butFor((operation) => has(operation, 400) === takesSomething(operation))).toEqual([]);
    const needsSession = ({ security = [] }: oas31.OperationObject) => security.length > 0;
    expect(butFor((operation) => !needsSession(operation) || (has(operation, 401) && has(operation, 403)))).toEqual([]);
    const limited = app.registered.filter(({ limit }) => limit !== undefined).length;
    expect(calls.filter(({ operation }) => has(operation, 429))).toHaveLength(limited);
  });

  it("asks for the session of just those calls that are not public", () => {
    const open = calls.filter(({ operation }) => operation.security?.length === 0).map(({ path }) => path);
    const isPublic = app.registered
      .filter(({ access }) => access === "public")
      .map(({ contract }) => contract.path.replaceAll(/:(\w+)/g, "{$1}"));
    expect(open.sort()).toEqual(isPublic.sort());
  });

  it("tells the scope of an access token for each call that one opens, and for no other [T136]", () => {
    const scopes = calls.map(({ method, path, operation: { security = [], description } }) => {
      const call = `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const named = security.flatMap(({ accessToken = [] }) => accessToken);
      if (named.length > 0) expect(description).toContain(`scope: ${named.join(" or ")}`);
      return [call, named] as const;
    });
    expect(Object.fromEntries(scopes.filter(([, named]) => named.length > 0))).toEqual(scopesOfCalls);
    expect(document.components?.securitySchemes?.accessToken).toMatchObject({ type: "http", scheme: "bearer" });
  });

  it("names each schema once, and refers to it", () => {
    const { schemas = {} } = document.components ?? {};
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(["User", "Agent", "Message", "Document", "ErrorBody"]));
    const agent = calls.find(({ operation }) => operation.operationId === "getAgent")?.operation.responses?.[200];
    expect(agent).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/Agent" } } },
    });
  });

  it("has an example of each text that a caller writes, which the contract accepts", () => {
    const wrong = app.registered.flatMap(({ contract }) =>
      fieldsOf(contract)
        .filter(([name, field]) => {
          const texts = textsOf(sentSchema(contract, name));
          const examples = texts.flatMap((text) => text.examples ?? []);
          return !texts.every(saysWhatItHolds) || !examples.every((example) => field.safeParse(example).success);
        })
        .map(([name]) => `${contract.method} ${contract.path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("passes the linter", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pet-talk-openapi-"));
    const file = join(folder, "openapi.json");
    await writeFile(file, JSON.stringify(document, null, 1));
    const linter = require.resolve("@redocly/cli/bin/cli.js");
    const outcome = await promisify(execFile)(process.execPath, [linter, "lint", file, "--format=stylish"], {
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    }).catch((failure: unknown) => failure);
    await rm(folder, { recursive: true, force: true });
    expect(outcome).toMatchObject({ stdout: "", stderr: expect.stringContaining("is valid") });
  });
});

describe("the page of the API", () => {
  it("shows every call with its statuses under its tag, and every named schema", async () => {
    const page = await (await app.visitor().fetch("/api/docs")).text();
    for (const { operation } of calls) expect(page).toContain(`id="${operation.operationId}"`);
    for (const name of Object.keys({ ...document.components?.schemas, ...document.components?.responses }))
      expect(page).toContain(`id="${name}"`);
    for (const target of page.matchAll(/href="#([^"]+)"/g)) expect(page).toContain(`id="${target[1]}"`);
    expect(page).not.toMatch(/undefined|\[object/);
  });
});

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

/** What a caller sends, field by field. */
const fieldsOf = ({ params, query, body }: RouteContract) =>
  [params, query, body].flatMap((part) => (part instanceof z.ZodObject ? Object.entries(part.shape) : []));

/** How the document describes a parameter or a field of the body. */
function sentSchema({ method, path }: RouteContract, name: string): Schema {
  const call = calls.find((each) => each.method === method && each.path === path.replaceAll(/:(\w+)/g, "{$1}"));
  const { parameters = [], requestBody } = call?.operation ?? {};
  for (const parameter of parameters) if ("in" in parameter && parameter.name === name) return parameter.schema ?? {};
  const [content] = requestBody !== undefined && "content" in requestBody ? Object.values(requestBody.content) : [];
  return followed(content?.schema ?? {}).properties?.[name] ?? {};
}

const followed = (schema: Schema): oas31.SchemaObject => ({
  ...document.components?.schemas?.[schema.$ref?.split("/").at(-1) ?? ""],
  ...schema,
});

/** The texts that a field can be. */
function textsOf(schema: Schema): oas31.SchemaObject[] {
  const target = followed(schema);
  if (target.anyOf !== undefined) return target.anyOf.flatMap(textsOf);
  return target.type?.includes("string") ? [target] : [];
}

const saysWhatItHolds = (text: oas31.SchemaObject) =>
  [text.enum, text.const, text.format, text.default, text.examples].some((known) => known !== undefined);
