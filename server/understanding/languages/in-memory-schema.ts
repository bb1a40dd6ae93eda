import { z } from "zod";
import { line, listBy, phrasing, spokenPattern, stringBy } from "./rules.ts";
import { phraseBy } from "./schema.ts";

/** What a pet that has died is asked; of two that a message may ask, the first counts. */
export const hardQuestions = [
  ...["newPet", "fault", "pain", "after", "why", "again", "missing", "waiting", "now", "watching", "love", "needs"],
  ...["invite", "age", "alive", "where", "self", "dead"],
] as const;
export type HardQuestion = (typeof hardQuestions)[number];

const asks = listBy(spokenPattern).min(1);
const says = (...filled: readonly string[]) => z.array(phraseBy(phrasing(...filled))).min(1);

export const inMemory = z.strictObject({
  note: stringBy(line).optional(),
  asks: z.strictObject({
    ...{ newPet: asks, fault: asks, pain: asks, after: asks, why: asks, again: asks, missing: asks, waiting: asks },
    ...{ watching: asks, love: asks, needs: asks, invite: asks, now: asks, alive: asks, where: asks, self: asks },
    ...{ age: asks, dead: asks },
  }),
  phrases: z.strictObject({
    ...{ dead: says("date"), alive: says("date"), missing: says(), waiting: says(), watching: says(), where: says() },
    ...{ needs: says(), invite: says(), now: says(), lived: says("date", "age"), noAge: says("date"), pain: says() },
    ...{ fault: says(), why: says(), again: says(), newPet: says(), love: says(), self: says() },
    ...{ greeting: says(), goodbye: says(), thanks: says(), grief: says(), comfort: says(), listen: says() },
    ...{ told: says("text"), written: says("text"), document: says("name", "text"), unknown: says(), noMore: says() },
    ...{ kind: says("kind"), name: says("told"), notTold: says(), inDanger: says(), relieved: says() },
    ...{ hello: says(), ready: says() },
  }),
  /** By diary question: how a person asks for it. */
  starters: z.record(z.string(), stringBy(line)),
});
export type InMemoryWords = z.infer<typeof inMemory>;
