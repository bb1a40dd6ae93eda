import { randomInt } from "node:crypto";
import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { hashPassword, temporaryPassword } from "../auth/passwords.ts";
import { temporaryPasswordEnd } from "../auth/service.ts";
import questions from "./data/questions.json" with { type: "json" };
import tucker from "./data/tucker.json" with { type: "json" };
import type { FirstSignIn } from "./first-sign-in.ts";
import * as queries from "./queries.ts";
import { permissionSeeds, roleSeeds, SPEAKER_LINK } from "./roles.ts";

/** Never changes what is there. `keep` gets the first sign-in before it holds, so that it can't be lost. */
export async function seed(
  db: Db,
  env: Env,
  keep: (made: FirstSignIn) => void = () => undefined,
): Promise<FirstSignIn | null> {
  return db.transaction(async (tx) => {
    await queries.lockSeeding(tx);
    await queries.insertPermissions(tx, permissionSeeds);
    for (const role of roleSeeds) await queries.insertRole(tx, role);
    await queries.insertQuestions(
      tx,
      questions.map((question, index) => ({ ...question, orderIndex: index + 1 })),
    );
    await queries.insertSetting(tx, SPEAKER_LINK);
    if (await queries.hasUsers(tx)) return null;
    const made = await firstStart(tx, env);
    keep(made);
    return made;
  });
}

async function firstStart(tx: Db, env: Env): Promise<FirstSignIn> {
  const password = env.ADMIN_PASSWORD ?? temporaryPassword();
  const isDefaultPassword = env.ADMIN_PASSWORD === undefined;
  const hash = await hashPassword(password);
  const promoCode = env.PROMO_CODE ?? randomCode();
  const adminId = await queries.insertAdministrator(tx, {
    username: env.ADMIN_USERNAME,
    email: env.ADMIN_EMAIL,
    password: hash,
    temporaryPassword: isDefaultPassword ? hash : null,
    firstName: "Admin",
    lastName: "User",
    isDefaultPassword,
    temporaryPasswordUntil: isDefaultPassword ? temporaryPasswordEnd() : null,
  });
  await queries.insertPromoCode(tx, { code: promoCode, description: "Made at the first start" });
  await queries.insertPet(
    tx,
    {
      name: "Tucker",
      species: "dog",
      birthday: "2019-03-14",
      systemPrompt: DEFAULT_SYSTEM_PROMPT,
      createdBy: adminId,
      isDemo: true,
      voiceName: "en-US-GuyNeural",
    },
    tucker,
  );
  return { username: env.ADMIN_USERNAME, password: isDefaultPassword ? password : null, promoCode };
}

/** Two groups of four without look-alikes. */
function randomCode(): string {
  const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
  const group = () => Array.from({ length: 4 }, () => letters.charAt(randomInt(letters.length))).join("");
  return `${group()}-${group()}`;
}
