import { z } from "zod";
import { line, listBy } from "./rules.ts";

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
  ...[
    "vet",
    "breed",
    "sex",
    "born",
    "color",
    "diagnosis",
    "worms",
    "neutered",
    "teeth",
    "insurance",
    "price",
    "height",
    "heart",
  ],
] as const;
export type Fact = (typeof labeledFacts)[number];
export const labels = z.record(
  z.enum(labeledFacts),
  z.strictObject({
    on: listBy(line).min(1),
    asked: listBy(line).min(1),
    alsoAsked: listBy(line).default([]),
  }),
);
export type Labels = z.infer<typeof labels>;
