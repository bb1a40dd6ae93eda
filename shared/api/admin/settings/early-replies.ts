import { z } from "zod";
import { route } from "#shared/route.ts";

/** The key of the setting. */
export const EARLY_REPLIES_KEY = "early_replies";

/**
 * Whether the model is asked while a person pauses in speaking, though they may go on and it was in vain. `auto`: where the
 * model runs in one's own network, so that no call is paid; a voice is asked in vain only where it is built in.
 */
export const earlyModes = ["auto", "on", "off"] as const;
export const earlyMode = z.enum(earlyModes);
export type EarlyMode = z.output<typeof earlyMode>;

const shownEarlyReplies = z.object({
  mode: earlyMode,
  /** Whether the model that is set is built in or runs in one's own network. */
  isLocal: z.boolean(),
});
export type ShownEarlyReplies = z.output<typeof shownEarlyReplies>;

export const getEarlyReplies = route({
  method: "GET",
  path: "/api/admin/early-replies",
  summary: "Whether a reply is begun while the person may still go on speaking",
  response: shownEarlyReplies,
});

export const putEarlyReplies = route({
  method: "PUT",
  path: "/api/admin/early-replies",
  summary: "Begin replies early, or not",
  body: z.object({ mode: earlyMode }),
  response: shownEarlyReplies,
});
