import { z } from "zod";
import { limits } from "../limits.ts";
import { route } from "../route.ts";
import { doneResponse, id, optionalText, timestamp } from "./common.ts";
import { familyRight } from "./family-right.ts";

/** What the owner calls a person, for the pet to know; an empty one stands for none. */
const calledAs = optionalText("What your pet calls them", limits.calledAs).meta({ examples: ["Anna, my big girl"] });

/** How long a link holds. */
export const linkDuration = z.enum(["day", "week", "revoked"]);
export type LinkDuration = z.output<typeof linkDuration>;

export const invitation = z.object({
  id,
  right: familyRight,
  calledAs: z.string().nullable(),
  /** First name of whoever made it. */
  invitedBy: z.string(),
  createdAt: timestamp,
  /** Null: until it is revoked. */
  expiresAt: timestamp.nullable(),
  /** Null: as often as anybody likes. */
  maxUses: z.number().int().nullable(),
  usedCount: z.number().int(),
});
export type Invitation = z.output<typeof invitation>;

export const familyMember = z.object({
  userId: id,
  name: z.string().meta({ examples: ["Anna Walker"] }),
  right: familyRight,
  calledAs: z.string().nullable(),
  since: timestamp,
  /** With this pet. What was said in them is the person's own. */
  chats: z.number().int(),
  messages: z.number().int(),
});
export type FamilyMember = z.output<typeof familyMember>;

const petId = z.object({ id });

export const getFamily = route({
  method: "GET",
  path: "/api/agents/:id/family",
  summary: "Who may use a pet, with which right, and the links that can be taken",
  params: petId,
  response: z.object({
    /** Null for a pet without an owner. */
    owner: z.string().nullable(),
    /** What is contributed waits for a yes. */
    approvesContributions: z.boolean(),
    members: z.array(familyMember),
    invitations: z.array(invitation),
  }),
});
export type Family = z.output<typeof getFamily.response>;

export const changeFamily = route({
  method: "PATCH",
  path: "/api/agents/:id/family",
  summary: "Choose whether what is contributed to a pet waits for a yes; what waits already stays so",
  params: petId,
  body: z.object({ approvesContributions: z.boolean() }),
  response: doneResponse,
});

export const newInvitation = z.object({
  right: familyRight,
  holdsFor: linkDuration.default("week"),
  /** Null: as often as anybody likes. */
  maxUses: z.number().int().min(1).max(limits.invitationUses).nullable().default(1),
  calledAs: calledAs.optional(),
});

export const createInvitation = route({
  method: "POST",
  path: "/api/agents/:id/family/invitations",
  summary: "Make a link that lets people use a pet; its token is answered once",
  params: petId,
  body: newInvitation,
  response: z.object({ token: z.string(), invitation }),
  refusals: { 409: "The pet has as many links as it may have." },
});

export const revokeInvitation = route({
  method: "DELETE",
  path: "/api/agents/:id/family/invitations/:invitationId",
  summary: "End a link; whoever came by it stays",
  params: z.object({ id, invitationId: id }),
  response: doneResponse,
  refusals: { 404: "The pet has no such link." },
});

const member = z.object({ id, userId: id });

export const changeMember = route({
  method: "PATCH",
  path: "/api/agents/:id/family/members/:userId",
  summary: "Give somebody another right, or change what the owner calls them",
  params: member,
  body: z.object({ right: familyRight.optional(), calledAs: calledAs.optional() }),
  response: doneResponse,
  refusals: { 404: "Nobody of that id is in the pet's family." },
});

export const removeMember = route({
  method: "DELETE",
  path: "/api/agents/:id/family/members/:userId",
  summary: "Take a pet from somebody, at once, with the link that they came by and those that they made",
  params: member,
  response: doneResponse,
  refusals: { 404: "Nobody of that id is in the pet's family." },
});

export const leaveFamily = route({
  method: "DELETE",
  path: "/api/agents/:id/family/me",
  summary: "Leave the family of somebody else's pet",
  params: petId,
  response: doneResponse,
  refusals: { 409: "The pet is the caller's own." },
});

const token = z
  .string("That link is not complete")
  .max(100)
  .meta({ examples: ["q3v5w0f6Wb0S1m9C4dG7hJ2kL8nP5rT6uX1yZ3aE4fI"] });

const deadLink = {
  404: "There never was such a link (`invitation_unknown`).",
  410: "The link has expired, was used up or revoked, or its pet is deleted (`invitation_expired`, `invitation_used_up`, `invitation_revoked`, `invitation_pet_deleted`).",
};

export const openInvitation = route({
  method: "POST",
  path: "/api/invitations/open",
  summary: "What a link offers; from then on this browser session may sign up by it, once",
  body: z.object({ token }),
  response: z.object({
    agentId: id,
    petName: z.string(),
    species: z.string().nullable(),
    hasPicture: z.boolean(),
    /** One sentence of the pet, in its language. */
    greeting: z.string(),
    invitedBy: z.string(),
    right: familyRight,
    /** What the caller is to the pet already. */
    already: z.enum(["owner", "member"]).nullable(),
    /** The link stands in for a promo code. */
    maySignUp: z.boolean(),
  }),
  refusals: deadLink,
});
export type OpenInvitation = z.output<typeof openInvitation.response>;

export const getInvitationPicture = route({
  method: "GET",
  path: "/api/invitations/picture",
  summary: "The picture of the pet whose link this browser session has opened",
  media: "image/webp",
  refusals: { 404: "No link is open, or its pet has no picture." },
});

export const takeInvitation = route({
  method: "POST",
  path: "/api/invitations/take",
  summary: "Take a link: from then on the caller may use the pet",
  body: z.object({ token }),
  response: z.object({ agentId: id, right: familyRight }),
  refusals: {
    ...deadLink,
    409: "The pet is the caller's own (`own_pet`), or the caller has that right already (`already_in_family`).",
  },
});
