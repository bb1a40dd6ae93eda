import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { id, optionalText, requiredText } from "./common.ts";
import { offeredLanguage } from "./voice.ts";

export const helpContexts = ["setup_screen", "interactive_diary"] as const;

/** Where a person may open the help assistant. */
export const helpPages = [
  "setup",
  "chat",
  "reporting",
  "purchase-speaker",
  "admin",
  "my-data",
  "change-password",
] as const;

export const helpRequest = z.object({
  /** A question about the product, or an answer to a diary question. */
  message: requiredText("Message", limits.message).meta({ examples: ["How do I add a document?"] }),
  context: z.enum(helpContexts),
  /** In the interview: the diary question that `message` answers. */
  question: optionalText("Question", limits.diaryQuestion)
    .meta({ examples: ["What is your favorite food?"] })
    .optional(),
  /** Its number: neighboring questions are not met with the same words. */
  number: z.number().int().min(1).max(10_000).optional(),
  category: optionalText("Category", limits.description)
    .meta({ examples: ["Food"] })
    .nullish(),
  /** What was said before in the help assistant, oldest first. */
  history: z
    .array(
      z.object({ question: requiredText("Question", limits.message), answer: requiredText("Answer", limits.message) }),
    )
    .max(limits.helpExchanges)
    .default([]),
  page: z.enum(helpPages).optional(),
  isPhone: z.boolean().default(false),
  /** The pet that is open. */
  agentId: id.nullish(),
  /** In the interview: the pet's language, where it is not that of the screen. */
  language: offeredLanguage.meta({ examples: ["de-DE"] }).optional(),
});
export type HelpRequest = z.output<typeof helpRequest>;

export const helpAssistant = route({
  method: "POST",
  path: "/api/help-assistant",
  summary: "Ask the help assistant about the product, or let the diary's interviewer reply to an answer",
  body: helpRequest,
  response: z.object({
    response: z.string().meta({ examples: ["Open Setup, choose Knowledge, and drop the file there."] }),
    /** The language of the response, where the request named one. */
    language: z.string().optional(),
  }),
  refusals: { 502: "The language model failed; another try will not help." },
});
