import { z } from "zod";
import { interviewWording, line, listBy, type Rule, word } from "./rules.ts";

const interviewWordings = listBy(interviewWording).min(1);

/** `*` at the end stands for any letters. */
const beginning: Rule = (value) => (/\*./u.test(value) ? "may hold * at its end alone" : line(value));
const beginnings = listBy(beginning).min(1);

export const interview = z.strictObject({
  note: z.string().optional(),
  ...{ stop: interviewWordings, skip: interviewWordings, unknown: interviewWordings, nothing: interviewWordings },
  ...{ yes: interviewWordings, why: interviewWordings, meaning: interviewWordings, who: interviewWordings },
  ...{ privacy: interviewWordings, chatter: interviewWordings, opens: interviewWordings },
  corrects: listBy(line).min(1),
  asking: listBy(line).min(1),
  filler: listBy(word),
  ...{ talk: beginnings, around: beginnings, pet: listBy(beginning) },
  kinds: z.strictObject({
    date: z.strictObject({ asked: beginnings, words: beginnings }),
    size: z.strictObject({ asked: beginnings, words: beginnings }),
    name: z.strictObject({ asked: beginnings }),
    whether: z.strictObject({ asked: listBy(beginning), words: listBy(beginning) }),
    numbers: beginnings,
  }),
});
export type InterviewWords = z.infer<typeof interview>;
