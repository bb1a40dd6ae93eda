import { z } from "zod";
import { interviewWording, line, listBy, word } from "./rules.ts";

const interviewWordings = listBy(interviewWording).min(1);

export const interview = z.strictObject({
  note: z.string().optional(),
  ...{ stop: interviewWordings, skip: interviewWordings, unknown: interviewWordings, nothing: interviewWordings },
  ...{ yes: interviewWordings, why: interviewWordings, meaning: interviewWordings, who: interviewWordings },
  ...{ privacy: interviewWordings, chatter: interviewWordings, opens: interviewWordings },
  corrects: listBy(line).min(1),
  asking: listBy(line).min(1),
  filler: listBy(word),
});
export type InterviewWords = z.infer<typeof interview>;
