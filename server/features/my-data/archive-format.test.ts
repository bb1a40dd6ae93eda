import { describe, expect, it } from "vitest";
import { archivedMessage, archivedPet, manifest } from "./archive-format.ts";

/** What is said of the field, where the list in it holds so many items that are none. */
const complaints = (schema: typeof manifest | typeof archivedPet | typeof archivedMessage, field: string) =>
  schema
    .safeParse({ [field]: new Array(100_000).fill({}) })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ code, path }) => [code, path.length]);

describe("the form of an archive", () => {
  it.each([
    ["pets", manifest],
    ["diary", archivedPet],
    ["openQuestions", archivedPet],
    ["documents", archivedPet],
    ["photos", archivedPet],
    ["chats", archivedPet],
    ["sources", archivedMessage],
    ["choices", archivedMessage],
  ] as const)("refuses a list that is too long without a look at what is in it: %s [T123]", (field, schema) => {
    expect(complaints(schema, field)).toEqual([["too_big", 1]]);
  });
});
