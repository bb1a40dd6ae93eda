import fc from "fast-check";
import { hostileCursor, hostileDate, hostileJson, hostileNumber, hostileText, type Json } from "./hostile-values.ts";
import type { Schema } from "./operations.ts";

/** Stands for the id of something that is there; the sender puts it in. */
const kinds: Record<string, string> = {
  agentId: "agent",
  sessionId: "session",
  userId: "user",
  roleId: "role",
  roleIds: "role",
  permissionId: "permission",
  questionId: "question",
  ids: "question",
  retryMessageId: "message",
  before: "message",
  actorId: "user",
  targetId: "agent",
  replyId: "message",
};

export const knownId = (kind: string): fc.Arbitrary<string> =>
  fc.constantFrom(0, 1).map((index) => `known-${kind}-${index}`);

/** A value that fits the schema, mostly: at its ends, and with ids of things that are there. */
export function fittingValue(schema: Schema | boolean, name = ""): fc.Arbitrary<Json> {
  if (typeof schema === "boolean") return hostileJson;
  if (schema.const !== undefined) return fc.constant(jsonOf(schema.const));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(jsonOf));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => fittingValue(choice, name)));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return fittingObject(schema);
    case "array":
      return fc.array(fittingValue(itemsOf(schema), name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 8),
      });
    case "string":
      return fittingText(schema, name);
    case "integer":
    case "number":
      return fittingNumber(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return hostileJson;
  }
}

function fittingObject(schema: Schema): fc.Arbitrary<Json> {
  const required = schema.required ?? [];
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const value = fittingValue(field, name);
    return fc.tuple(fc.constant(name), required.includes(name) ? value : fc.option(value, { nil: undefined }));
  });
  if (fields.length === 0) return fc.constant({});
  return fc
    .tuple(...fields)
    .map((entries) =>
      Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    );
}

function fittingText(schema: Schema, name: string): fc.Arbitrary<string> {
  const kind = kinds[name];
  if (schema.format === "uuid") {
    const id = kind === undefined ? fc.uuid() : knownId(kind);
    return fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: fc.uuid() });
  }
  if (schema.format === "date-time")
    return fc.oneof(
      hostileDate,
      fc
        .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
        .map((date) => date.toISOString()),
    );
  if (schema.format === "email") return fc.emailAddress();
  if (name === "cursor")
    return fc.oneof({ weight: 3, arbitrary: hostileCursor }, { weight: 1, arbitrary: hostileText });
  if (name === "username") return fc.stringMatching(/^[A-Za-z0-9_-]{6,20}$/);
  if (name === "language") return fc.constantFrom("en-US", "de-DE", "zh-CN");
  if (name === "voiceName") return fc.constantFrom("en-US-JennyNeural", "de-DE-KatjaNeural");
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  const minLength = schema.minLength ?? 0;
  const maxLength = Math.max(minLength, schema.maxLength ?? 100);
  const plain = fc.string({ unit: "grapheme", minLength, maxLength: Math.min(maxLength, minLength + 40) });
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 1, arbitrary: fc.constantFrom(minLength, maxLength).map((length) => "a".repeat(length)) },
    { weight: 2, arbitrary: hostileText },
  );
}

function fittingNumber(schema: Schema): fc.Arbitrary<number> {
  const { minimum = -1_000, maximum = 1_000 } = schema;
  const [low, high] = [Math.ceil(Math.max(minimum, -1e9)), Math.floor(Math.min(maximum, 1e9))];
  return fc.oneof(fc.integer({ min: low, max: high }), fc.constantFrom(minimum, maximum), hostileNumber);
}

function itemsOf({ items }: Schema): Schema | boolean {
  return items === undefined || Array.isArray(items) ? true : items;
}

const jsonOf = (value: unknown): Json => JSON.parse(JSON.stringify(value));

/** A value in which one thing is not as it should be: replaced, left out, or added. */
export function spoiledValue(fitting: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc
    .tuple(fitting, fc.nat(), hostileJson, fc.constantFrom("replace", "replace", "leave out", "add"))
    .map(([value, place, hostile, kind]) => {
      const copy = jsonOf(value);
      const places = placesOf(copy);
      const at = places[place % Math.max(1, places.length)];
      if (at === undefined) return hostile;
      if (kind === "add") return addTo(copy, hostile, place);
      if (kind === "leave out") at.remove();
      else at.replace(hostile);
      return copy;
    });
}

interface Place {
  replace(value: Json): void;
  remove(): void;
}

/** Every field and item, however deep. */
function placesOf(value: Json): Place[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      { replace: (other) => void value.splice(index, 1, other), remove: () => void value.splice(index, 1) },
      ...placesOf(item),
    ]);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, field]) => [
    { replace: (other) => define(value, name, other), remove: () => void Reflect.deleteProperty(value, name) },
    ...placesOf(field),
  ]);
}

const extraNames = [
  "__proto__",
  "constructor",
  "id",
  "userId",
  "isAdmin",
  "roles",
  "password",
  "createdAt",
  "toString",
  "",
];

function addTo(value: Json, added: Json, place: number): Json {
  if (Array.isArray(value)) return [...value, added];
  if (value === null || typeof value !== "object") return [value, added];
  define(value, extraNames[place % extraNames.length] ?? "extra", added);
  return value;
}

/** An own field even where it is called `__proto__`. */
const define = (object: object, name: string, value: Json): void =>
  void Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
