import { describe, expect, it, vi } from "vitest";
import { type CardInput, characterCardV2, characterCardV3, keysOf } from "./character-card.ts";

const at = new Date("2026-05-04T10:00:00.500Z");
const input: CardInput = {
  pet: {
    name: "Biscuit",
    systemPrompt: "You are Biscuit.",
    language: "en-US",
    voiceName: "en-US-GuyNeural",
    species: "dog",
    birthday: null,
    createdAt: at,
    updatedAt: at,
  },
  diary: [
    {
      question: "What is my favorite toy?",
      category: "Play",
      answer: "A rope. I share it with Gerald, the squirrel.",
    },
    { question: "Wie heißt mein bester Freund?", category: null, answer: "Harald." },
  ],
  creator: "robin-walker",
};

type Shape = Record<string, "string" | "strings" | "object" | "number" | "boolean">;

/** The fields of `data` that both specifications require. */
const dataFields: Shape = {
  name: "string",
  description: "string",
  personality: "string",
  scenario: "string",
  first_mes: "string",
  mes_example: "string",
  creator_notes: "string",
  system_prompt: "string",
  post_history_instructions: "string",
  alternate_greetings: "strings",
  tags: "strings",
  creator: "string",
  character_version: "string",
  extensions: "object",
};
const entryFields: Shape = {
  keys: "strings",
  content: "string",
  extensions: "object",
  enabled: "boolean",
  insertion_order: "number",
};
/** Those that the specification of version 2 admits besides. */
const optionalEntryFields: Shape = {
  case_sensitive: "boolean",
  name: "string",
  priority: "number",
  id: "number",
  comment: "string",
  selective: "boolean",
  secondary_keys: "strings",
  constant: "boolean",
  position: "string",
};

const kindOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.every((item) => typeof item === "string") ? "strings" : "array";
  return typeof value;
};
const shapeOf = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, kindOf(field)]));

describe("a character card", () => {
  it("of version 2 has the fields of its specification, and no others", () => {
    const { spec, spec_version, data } = characterCardV2(input);
    expect({ spec, spec_version }).toEqual({ spec: "chara_card_v2", spec_version: "2.0" });
    expect(shapeOf(data)).toEqual({ ...dataFields, character_book: "object" });
    const { entries, ...book } = data.character_book;
    expect(shapeOf(book)).toEqual({
      name: "string",
      description: "string",
      scan_depth: "number",
      recursive_scanning: "boolean",
      extensions: "object",
    });
    expect(entries).toHaveLength(2);
    for (const entry of entries) expect(shapeOf(entry)).toEqual({ ...entryFields, ...optionalEntryFields });
  });

  it("of version 3 has besides what its specification adds", () => {
    const { spec, spec_version, data } = characterCardV3(input);
    expect({ spec, spec_version }).toEqual({ spec: "chara_card_v3", spec_version: "3.0" });
    expect(shapeOf(data)).toEqual({
      ...dataFields,
      character_book: "object",
      group_only_greetings: "strings",
      creation_date: "number",
      modification_date: "number",
    });
    expect(data.creation_date).toBe(1_777_888_800);
    for (const entry of data.character_book.entries)
      expect(shapeOf(entry)).toEqual({ ...entryFields, ...optionalEntryFields, use_regex: "boolean" });
  });

  it("tells an answer when a word of its question or a name in it is said", () => {
    const [toy] = characterCardV3(input).data.character_book.entries;
    expect(toy?.keys).toEqual(["toy", "Gerald"]);
    expect(toy?.content).toBe("What is my favorite toy?\nA rope. I share it with Gerald, the squirrel.");
    expect(toy?.insertion_order).toBe(0);
  });

  it("knows names within a sentence from the words that begin one", () => {
    const answer = "The park. Never alone! Anna's mother and Uncle O'Neil come too, with Bo and Élodie.\nOften";
    expect(keysOf("Where?", answer)).toEqual(["Uncle", "Élodie"]);
  });

  it("reads a long answer for names without cutting it into words, and no further than it needs [T127]", () => {
    const segment = vi.spyOn(Intl.Segmenter.prototype, "segment");
    const answer = "We met Gerald, Anna, Harald, Rufus, Biscuit, Tucker, Robin, Karla and Otto. ".repeat(100);
    expect(keysOf("Who?", answer)).toHaveLength(8);
    expect(segment.mock.calls.map(([text]) => text)).toEqual(["Who?"]);
  });

  it("finds words in scripts without spaces, and tells what has no key at all times", () => {
    expect(keysOf("お気に入りのおもちゃは何ですか？", "")).not.toEqual([]);
    const diary = [{ question: "How are you?", category: null, answer: "fine" }];
    const [entry] = characterCardV2({ ...input, diary }).data.character_book.entries;
    expect(entry).toMatchObject({ keys: [], constant: true });
  });
});
