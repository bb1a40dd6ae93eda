import german from "#server/understanding/data/de/interviewer.json" with { type: "json" };
import english from "#server/understanding/data/en/interviewer.json" with { type: "json" };
import type { Agent } from "#shared/api/agents.ts";
import type { User } from "#shared/api/auth.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { uuid } from "./uuid.ts";

/** When everything here was made. */
export const AT = "2026-05-04T10:00:00.000Z";

/** A pet as the API describes it. */
export const petOf = (fields: Partial<Agent> = {}): Agent => ({
  id: uuid(1),
  name: "Biscuit",
  systemPrompt: DEFAULT_SYSTEM_PROMPT,
  avatarUrl: null,
  voiceName: "en-US-JennyNeural",
  language: "en-US",
  species: null,
  birthday: null,
  canEdit: true,
  canEditDiary: true,
  documentCount: 0,
  diaryCount: 0,
  totalPages: 0,
  isReading: false,
  isBeyondMemory: false,
  knowledgeUpdatedAt: null,
  createdAt: AT,
  updatedAt: AT,
  ...fields,
});

/** A person with an account, as the API describes them. */
export const personOf = (fields: Partial<User> = {}): User => ({
  id: uuid(7),
  username: "walker",
  email: "walker@example.com",
  phone: null,
  firstName: "Wanda",
  lastName: "Walker",
  address: null,
  isDefaultPassword: false,
  isActive: true,
  roles: ["owner"],
  permissions: [],
  createdAt: AT,
  ...fields,
});

/** What Will says, by language. */
export const sayingsOf = { english, german };
