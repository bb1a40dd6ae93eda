import { z } from "zod";
import { interviewWording, line, listBy, phrasing, type Rule, stringBy, word } from "./rules.ts";

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
  /** What tells the pet that it said something wrong. */
  rejects: interviewWordings,
  asking: listBy(line).min(1),
  filler: listBy(word),
  ...{ talk: beginnings, around: beginnings, pet: listBy(beginning), sad: beginnings },
  kinds: z.strictObject({
    date: z.strictObject({ asked: beginnings, words: beginnings }),
    size: z.strictObject({ asked: beginnings, words: beginnings }),
    name: z.strictObject({ asked: beginnings }),
    whether: z.strictObject({ asked: listBy(beginning), words: listBy(beginning) }),
    numbers: beginnings,
  }),
});
export type InterviewWords = z.infer<typeof interview>;

const saying = stringBy(phrasing());
const sayings = listBy(phrasing()).min(2);
const greetings = z.strictObject({ empty: saying, begun: saying });

/** What Will says. */
export const interviewer = z.strictObject({
  note: z.string().optional(),
  lead: z.strictObject({ question: stringBy(phrasing("number")), asked: saying, own: saying }),
  greetings: z.strictObject({ first: greetings, again: greetings }),
  ...{ allDone: saying, skipped: saying, undone: saying, rest: saying, stopped: saying, wentBack: saying },
  ...{ congratulation: saying, congratulationOne: saying, congratulationMore: stringBy(phrasing("count")) },
  ...{ notKnown: saying, unsure: saying, notWritten: saying, corrected: saying, wrong: saying },
  ...{ yes: saying, chatter: saying },
  questions: z.strictObject({
    ...{ why: saying, meaning: stringBy(phrasing("question")), who: saying, privacy: saying, else: saying },
  }),
  quoting: listBy(phrasing("words")).min(3),
  ...{ plainly: sayings, closing: sayings, gentle: sayings },
  /** By the category of the question; without it, `closing`. */
  closingOf: z.record(z.string(), sayings).optional(),
});
export type InterviewerWords = z.infer<typeof interviewer>;
