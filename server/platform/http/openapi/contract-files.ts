import { z } from "zod";
import * as accessTokens from "#shared/api/access-tokens.ts";
import * as agentAccess from "#shared/api/admin/agent-access.ts";
import * as permissions from "#shared/api/admin/permissions.ts";
import * as roles from "#shared/api/admin/roles.ts";
import * as dailyLimits from "#shared/api/admin/settings/daily-limits.ts";
import * as demo from "#shared/api/admin/settings/demo.ts";
import * as diaryQuestions from "#shared/api/admin/settings/diary-questions.ts";
import * as engineSettings from "#shared/api/admin/settings/engine-settings.ts";
import * as engines from "#shared/api/admin/settings/engines.ts";
import * as localModels from "#shared/api/admin/settings/local-models.ts";
import * as promoCodes from "#shared/api/admin/settings/promo-codes.ts";
import * as usageReports from "#shared/api/admin/settings/usage.ts";
import * as users from "#shared/api/admin/users.ts";
import * as agents from "#shared/api/agents.ts";
import * as audit from "#shared/api/audit.ts";
import * as auth from "#shared/api/auth.ts";
import * as book from "#shared/api/book.ts";
import * as chat from "#shared/api/chat.ts";
import * as common from "#shared/api/common.ts";
import * as config from "#shared/api/config.ts";
import * as contributions from "#shared/api/contributions.ts";
import * as diary from "#shared/api/diary.ts";
import * as documents from "#shared/api/documents.ts";
import * as family from "#shared/api/family.ts";
import * as help from "#shared/api/help.ts";
import * as history from "#shared/api/history.ts";
import * as listen from "#shared/api/listen.ts";
import * as memorial from "#shared/api/memorial.ts";
import * as memory from "#shared/api/memory.ts";
import * as myData from "#shared/api/my-data.ts";
import * as openQuestions from "#shared/api/open-questions.ts";
import * as opening from "#shared/api/opening.ts";
import * as photos from "#shared/api/photos.ts";
import * as settings from "#shared/api/settings.ts";
import * as tryOut from "#shared/api/try-out.ts";
import * as usage from "#shared/api/usage.ts";
import * as video from "#shared/api/video.ts";
import * as voice from "#shared/api/voice.ts";
import type { RouteContract } from "#shared/route.ts";

const contractFiles: readonly [tag: string, about: string, exports: Record<string, unknown>][] = [
  ["Configuration", "What a client has to know before anyone signs in.", config],
  ["Accounts", "Signing up, signing in and out, the password.", auth],
  ["Access tokens", "What a script sends in place of a session, as `Authorization: Bearer`.", accessTokens],
  ["Pets", "The pets that an account owns or may use; the API calls them agents.", agents],
  ["Contributions", "Answers and memories that people of a pet's family give it.", contributions],
  ["Family", "Links to a pet for other people, and what each of them may do.", family],
  ["Memorial page", "What a pet in memory shows to whoever has the address, and what guests write there.", memorial],
  ["Book", "A pet's book, to be printed or kept as a PDF.", book],
  ["Documents", "What a pet knows from PDF and text files.", documents],
  ["Photos", "Photos of a pet's life, with what they show.", photos],
  ["Diary", "What a pet knows from the answers of its owner.", diary],
  ["Open questions", "What people asked a pet and it could not answer.", openQuestions],
  ["Openings", "What an empty chat with a pet begins with.", opening],
  ["Chat", "Talking with a pet: chats, messages, replies and their speech.", chat],
  ["Try it", "What a visitor without an account may do: talk with the demo pet.", tryOut],
  ["Voice", "Recordings turned into text, and voices to choose from.", voice],
  ["Microphone", "What is said, turned into text while it is said.", listen],
  ["Chat history", "Past chats: lists, search and transcripts.", history],
  ["Memory", "What a pet remembers of the people who talk with it, by their leave.", memory],
  ["My data", "Everything of an account as files, and the end of an account.", myData],
  ["Help", "The assistant that answers questions about the product.", help],
  ["Usage", "What the account used today, and what it may use.", usage],
  ["Settings", "Settings of the whole product.", settings],
  ["Speaker film", "The film about the speaker for the collar.", video],
  ["Users", "Accounts and their roles.", users],
  ["Roles", "Roles and the permissions that they hold.", roles],
  ["Permissions", "Everything that a role can hold.", permissions],
  ["Agent access", "Who may use which pet.", agentAccess],
  ["Promo codes", "Codes that let people sign up.", promoCodes],
  ["Diary questions", "The questions that every diary asks.", diaryQuestions],
  ["Demo pet", "Which pet everybody may chat with, and what visitors may do.", demo],
  ["Usage reports", "What everybody used, by day and by user.", usageReports],
  ["Daily limits", "What the holders of a role may use a day.", dailyLimits],
  ["Engines", "Trying the engines behind the product.", engines],
  ["Engine settings", "How the engines are set, for administrators.", engineSettings],
  ["Local models", "Models of an Ollama nearby, for administrators.", localModels],
  ["Audit log", "Who did what, for a year.", audit],
];

export const tags = contractFiles.map(([name, description]) => ({ name, description }));

const names = new Map<unknown, { operationId: string; tags: string[] }>();
for (const [tag, , exports] of contractFiles)
  for (const [operationId, value] of Object.entries(exports)) names.set(value, { operationId, tags: [tag] });

// `user` becomes the component `User`.
for (const exports of [common, ...contractFiles.map(([, , each]) => each)])
  for (const [name, value] of Object.entries(exports))
    if (value instanceof z.ZodType)
      z.globalRegistry.add(value, { ...value.meta(), id: `${name.charAt(0).toUpperCase()}${name.slice(1)}` });

export function nameOf(contract: RouteContract): { operationId: string; tags: string[] } {
  const name = names.get(contract);
  if (name !== undefined) return name;
  throw new Error(`${contract.method} ${contract.path} is exported by no file that contract-files.ts lists.`);
}
