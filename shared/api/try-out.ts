import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { deviceTimeZone } from "../time-zone.ts";
import { pictureName } from "./agents.ts";
import { choice, replyEnding } from "./chat.ts";
import { requiredText } from "./common.ts";

/** Nothing of it is stored, so there are no ids, and sound comes in the event. */
export const tryOutEvent = z.discriminatedUnion("type", [
  /** Emergency help with which the reply begins; it comes as `content` too. */
  z.object({ type: z.literal("help"), text: z.string() }),
  /** The model is loaded into memory first, which may take minutes. */
  z.object({ type: z.literal("loading") }),
  z.object({ type: z.literal("content"), content: z.string() }),
  /** The sentences come in order. */
  z.object({ type: z.literal("speech"), mp3: z.base64() }),
  z.object({ type: z.literal("choices"), choices: z.array(choice) }),
  z.object({
    type: z.literal("complete"),
    /** The diary questions and documents that the reply was taken from. */
    sources: z.array(z.string()).meta({ examples: [["What is my favorite food?"]] }),
    /** Left out where the reply is whole. */
    ending: replyEnding.optional(),
  }),
  z.object({ type: z.literal("error"), error: z.string(), code: z.string() }),
]);
export type TryOutEvent = z.output<typeof tryOutEvent>;

export const tryOutTurn = z.object({
  role: z.enum(["user", "assistant"]),
  content: z.string().max(limits.tryOut.turn),
});
export type TryOutTurn = z.output<typeof tryOutTurn>;

export const tryOut = route({
  method: "POST",
  path: "/api/try-out",
  summary: "A visitor asks the demo pet and reads the reply as it is made; nothing is stored",
  body: z.object({
    message: requiredText("Message", limits.tryOut.message).meta({ examples: ["What do you like to eat?"] }),
    /** Oldest first: only the visitor's page remembers it. */
    turns: z.array(tryOutTurn).max(limits.tryOut.turns).default([]),
    generateAudio: z.boolean().default(false),
    /** For the pet's today. Limits by address are counted in UTC whatever this says. */
    timeZone: deviceTimeZone,
  }),
  events: tryOutEvent,
  refusals: { 404: "There is no demo pet, or visitors may not try it." },
});

export const getDemoPicture = route({
  method: "GET",
  path: "/api/try-out/picture/:file",
  summary: "The demo pet's own picture, for visitors",
  params: pictureName,
  media: "image/webp",
  refusals: { 404: "That is not the picture of a pet that visitors may try." },
});
