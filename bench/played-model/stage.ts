import { setTimeout as sleep } from "node:timers/promises";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent } from "#shared/api/agents.ts";
import { login } from "#shared/api/auth.ts";
import { addDiaryEntry } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { ADMIN, PROMO_CODE } from "#tests/support/first-start.ts";
import { signUp, userIdOf, type Visitor, visit } from "#tests/support/visitor.ts";
import { petOfSet, petWithLibrary } from "../chat/questions.ts";
import type { Talk } from "./talks.ts";

/** A pet of the talks, and who talks with it. */
export interface Company {
  agentId: string;
  owner: Visitor;
  guest: Visitor;
}

type PetName = Talk["pet"];
export type Stage = (pet: PetName) => Promise<Company>;

const ids = { en: "huck", de: "fiete", es: "churro", ja: "komugi" } as const;
const POLL_MS = 100;

/** Makes each pet when it is first talked with, in a product that was started with the tests' administrator and promo code. */
export function createStage(url: string): Stage {
  const companies = new Map<PetName, Promise<Company>>();
  return (name) => {
    const company = companies.get(name) ?? assemble(url, name);
    companies.set(name, company);
    return company;
  };
}

async function assemble(url: string, pet: PetName): Promise<Company> {
  const { name, locale, species, birthday, person, diary, documents } =
    pet === "library" ? petWithLibrary() : petOfSet(pet, "seen", ids[pet]);
  const owner = await signUp(url, PROMO_CODE, `owner-${pet}`, person);
  const body = { name, language: locale, species, birthday };
  const { id: agentId } = await owner.call(createAgent, { body });
  const params = { id: agentId };
  for (const entry of diary) await owner.call(addDiaryEntry, { params, body: entry });
  for (const { name: filename, text } of documents)
    await owner.call(uploadDocument, { params, file: new Blob([text], { type: "text/plain" }), filename });
  for (let isRead = false; !isRead; await sleep(POLL_MS)) {
    const read = await owner.call(listDocuments, { params });
    isRead = read.every(({ processingStatus }) => processingStatus === "processed");
    if (read.some(({ processingStatus }) => processingStatus === "failed")) throw new Error("A document failed.");
  }
  const guest = await signUp(url, PROMO_CODE, `guest-${pet}`, "Priya");
  const admin = visit(url);
  await admin.call(login, { body: ADMIN });
  await admin.call(grantAgentAccess, { body: { agentId, userId: await userIdOf(guest) } });
  return { agentId, owner, guest };
}
