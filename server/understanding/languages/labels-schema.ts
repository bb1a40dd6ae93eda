import { z } from "zod";
import { line, listBy } from "./rules.ts";

/** What lines with a label tell in a pet's papers. */
export const labeledFacts = [
  ...[
    "weight",
    "temperature",
    "medicine",
    "food",
    "allergies",
    "vaccinations",
    "appointment",
    "visit",
    "chip",
    "owner",
  ],
  ...["vet", "breed", "sex", "born", "color", "diagnosis", "worms", "neutered", "teeth", "insurance"],
] as const;
export type Fact = (typeof labeledFacts)[number];
/** By what is told: the labels of such lines, words in which people ask for it, and words that may stand beside these. */
export const labels = z.record(
  z.enum(labeledFacts),
  z.strictObject({
    on: listBy(line).min(1),
    asked: listBy(line).min(1),
    alsoAsked: listBy(line).default([]),
  }),
);
export type Labels = z.infer<typeof labels>;
