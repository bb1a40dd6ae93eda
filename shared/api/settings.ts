import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { editedFrom, timestamp } from "./common.ts";

export const SPEAKER_LINK_KEY = "speaker_purchase_link";
/** Until somebody sets another address. */
export const DEFAULT_SPEAKER_LINK = "https://www.amazon.com/s?k=small+waterproof+bluetooth+clip+speaker";

/** Whether a link of a pet's family stands in for a promo code. */
export const INVITATION_SIGN_UP_KEY = "invitation_sign_up";

export const setting = z.object({
  key: z.string(),
  value: z.string(),
  description: z.string().nullable(),
  updatedAt: timestamp,
});
export type Setting = z.output<typeof setting>;

/** Nothing but http and https, so that no script can hide in it. */
export const speakerLink = z
  .string("Speaker link cannot be empty")
  .trim()
  .min(1, "Speaker link cannot be empty")
  .max(limits.settingValue, "Please enter a valid URL")
  .refine(isWebAddress, "Please enter a valid URL")
  .meta({ examples: ["https://example.com/collar-speaker"] });

export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}

export const getSpeakerLink = route({
  method: "GET",
  path: `/api/settings/${SPEAKER_LINK_KEY}`,
  summary: "Where the collar speaker is sold; null where no link is set, for which the screens have one built in",
  response: z.object({ setting: setting.nullable() }),
});

export const newSpeakerLink = z.object({ value: speakerLink });

export const putSpeakerLink = route({
  method: "PUT",
  path: `/api/settings/${SPEAKER_LINK_KEY}`,
  summary: "Change where the collar speaker is sold",
  body: newSpeakerLink.extend({ before: editedFrom }),
  response: z.object({ setting }),
  refusals: { 409: "The link was changed since the editor began with it (`before`)." },
});

const invitationSignUp = z.object({ isAllowed: z.boolean() });

export const getInvitationSignUp = route({
  method: "GET",
  path: `/api/settings/${INVITATION_SIGN_UP_KEY}`,
  summary: "Whether people who were invited to a pet may sign up without a promo code",
  response: invitationSignUp,
});

export const putInvitationSignUp = route({
  method: "PUT",
  path: `/api/settings/${INVITATION_SIGN_UP_KEY}`,
  summary: "Let people who were invited to a pet sign up without a promo code, or not",
  body: invitationSignUp,
  response: invitationSignUp,
});
