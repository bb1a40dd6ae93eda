import { z } from "zod";
import { pageInfo, pageQuery } from "#shared/api/common.ts";
import { familyRight } from "#shared/api/family-right.ts";
import { route } from "#shared/route.ts";
import { doneResponse, id, pageLimit, timestamp } from "../common.ts";

export const adminAgent = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
  language: z.string(),
  /** Null for a pet without an owner, and for a caller who may not learn of users. */
  ownerName: z.string().nullable(),
  createdAt: timestamp,
});
export type AdminAgent = z.output<typeof adminAgent>;

/** A caller with manage_agents alone gets their own pets (D12). */
export const listAdminAgents = route({
  method: "GET",
  path: "/api/admin/agents",
  summary: "Pets by name; q searches their names",
  query: z.object(pageQuery),
  response: z.object({ agents: z.array(adminAgent), ...pageInfo }),
});

export const accessEntry = z.object({
  id,
  userId: id,
  agentId: id,
  /** Empty, as is the email, for a caller who may not learn of users (D12). */
  userName: z.string(),
  userEmail: z.string(),
  agentName: z.string(),
  right: familyRight,
  createdAt: timestamp,
});
export type AccessEntry = z.output<typeof accessEntry>;

export const listAgentAccess = route({
  method: "GET",
  path: "/api/admin/user-agent-access",
  summary: "Who was granted which pet, newest first; q searches users and pets",
  query: z.object(pageQuery),
  response: z.object({ userAgentAccess: z.array(accessEntry), ...pageInfo }),
});

/** For role managers too, who may not list the users. */
export const searchGrantees = route({
  method: "GET",
  path: "/api/admin/user-agent-access/users",
  summary: "Active users by name, to whom a pet can be granted; q searches names, user names and email addresses",
  query: z.object({ ...pageQuery, limit: pageLimit.default(20) }),
  response: z.object({ users: z.array(z.object({ id, name: z.string(), email: z.string() })), ...pageInfo }),
});

const access = z.object({
  userId: z.uuid("Please select both user and agent"),
  agentId: z.uuid("Please select both user and agent"),
});

export const grantAgentAccess = route({
  method: "POST",
  path: "/api/admin/user-agent-access",
  summary: "Let a user use a pet",
  body: access.extend({ right: familyRight.default("talk") }),
  response: z.object({ access: accessEntry }),
  refusals: {
    403: "Only an administrator lets others manage a pet.",
    404: "There is no such user or pet.",
    409: "The user may use the pet already.",
  },
});

export const changeAgentAccess = route({
  method: "PATCH",
  path: "/api/admin/user-agent-access",
  summary: "Give a user another right on a pet",
  body: access.extend({ right: familyRight }),
  response: doneResponse,
  refusals: {
    403: "Only an administrator lets others manage a pet.",
    404: "There is no such access.",
  },
});

export const revokeAgentAccess = route({
  method: "DELETE",
  path: "/api/admin/user-agent-access",
  summary: "Take that back, at once",
  body: access,
  response: doneResponse,
  refusals: { 404: "There is no such access." },
});
