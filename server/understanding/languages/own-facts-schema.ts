import { z } from "zod";
import { line, listBy, phrasing, stringBy, wording } from "./rules.ts";
import { animal, phraseBy } from "./schema.ts";

const asking = listBy(wording).min(1);
const animalNames = listBy(line).min(1);
const factSayings = (...filled: readonly string[]) => z.array(phraseBy(phrasing(...filled))).min(1);

export const ownFacts = z.strictObject({
  note: stringBy(line).optional(),
  /** `name` carries its article where the language has one. */
  animals: z.record(animal, z.strictObject({ name: stringBy(line), words: animalNames })),
  otherAnimals: animalNames,
  before: listBy(line),
  after: listBy(line),
  ...{ askWhether: asking, askKind: asking, askBirthday: asking, askDay: asking, askTime: asking },
  ...{ askReaders: asking, askCost: asking, askLeaving: asking },
  /** For languages in which Intl has no word for years of life. */
  years: stringBy(phrasing("count")).optional(),
  phrases: z.strictObject({
    ...{
      is: factSayings("kind"),
      isNot: factSayings("kind"),
      kind: factSayings("kind"),
      kindElse: factSayings("kind"),
    },
    ...{
      born: factSayings("date", "age"),
      bornOnly: factSayings("date"),
      age: factSayings("age"),
      birthdayToday: factSayings(),
      readers: factSayings(),
      readersOfPassing: factSayings(),
      cost: factSayings(),
      leaving: factSayings(),
    },
  }),
});
export type OwnFacts = z.infer<typeof ownFacts>;
