import { z } from "zod";
import data from "./things.json" with { type: "json" };

const verdict = z.enum(["never", "little", "fine"]);
export type Verdict = z.infer<typeof verdict>;

export const listedSpecies = ["dog", "cat", "rabbit", "bird", "horse", "guinea_pig", "tortoise"] as const;
export type ListedSpecies = (typeof listedSpecies)[number];
/** `other`: an animal that is not listed. `unknown`: the owner named none. */
export type Species = ListedSpecies | "other" | "unknown";

const bySpecies = z.strictObject({
  ...{ dog: verdict, cat: verdict, rabbit: verdict, bird: verdict, horse: verdict, guinea_pig: verdict },
  tortoise: verdict,
  other: verdict.optional(),
});

export const thingsFile = z
  .strictObject({
    note: z.string(),
    sources: z.record(z.string(), z.strictObject({ name: z.string().min(1), address: z.url() })),
    reasons: z.record(z.string(), z.string().min(1)),
    things: z.record(
      z.string(),
      z.strictObject({
        verdict: z.union([verdict, bySpecies]),
        reason: z.string(),
        sources: z.array(z.string()).min(1),
        /** 'can you get my socks?' asks nothing about food. */
        onlyIfEaten: z.boolean().default(false),
      }),
    ),
  })
  .superRefine(({ sources, reasons, things }, context) => {
    for (const [key, thing] of Object.entries(things)) {
      const unknown = [...thing.sources.filter((source) => !(source in sources))];
      if (!(thing.reason in reasons)) unknown.push(thing.reason);
      for (const name of unknown)
        context.addIssue({ code: "custom", path: ["things", key], message: `${name} is not explained` });
    }
  });

let file: z.infer<typeof thingsFile> | undefined;
const read = () => {
  file ??= thingsFile.parse(data);
  return file;
};

export const thingKeys = (): string[] => Object.keys(read().things);

export const isOnlyAskedIfEaten = (thing: string): boolean => read().things[thing]?.onlyIfEaten ?? false;

const order: readonly Verdict[] = ["fine", "little", "never"];
export const strictness = (one: Verdict): number => order.indexOf(one);
const strictest = (verdicts: readonly Verdict[]): Verdict => order[Math.max(...verdicts.map(strictness))] ?? "never";

/** An animal that is not listed gets the strictest verdict of all. */
export function verdictFor(thing: string, species: Species): Verdict {
  const verdicts = read().things[thing]?.verdict ?? "never";
  if (typeof verdicts === "string") return verdicts;
  if (species === "other" && verdicts.other !== undefined) return verdicts.other;
  if (species === "other" || species === "unknown") return strictest(listedSpecies.map((one) => verdicts[one]));
  return verdicts[species];
}

export function reasonFor(thing: string): string {
  const { things, reasons } = read();
  return reasons[things[thing]?.reason ?? ""] ?? "";
}
