import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { revokeTokens } from "#server/features/access-tokens/service.ts";
import { record, userTarget } from "#server/features/audit/service.ts";
import { endReplies } from "#server/features/replies/replies.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Env } from "#server/platform/env.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { conflict, HttpError } from "#server/platform/http/errors.ts";
import type { JobHandlers, JobQueue } from "#server/platform/jobs/queue.ts";
import type { Mailer } from "#server/platform/mail/mail.ts";
import { hashPassword, verifyPassword } from "../passwords.ts";
import { findActiveUser, replacePassword } from "../queries.ts";
import { endSessions, requireStrength } from "../service.ts";
import * as queries from "./queries.ts";
import { resetMail } from "./reset-mail.ts";

/** 256 bits, so that nobody finds a link by trying, and a digest needs no salt. */
const TOKEN_BYTES = 32;
const VALID_MS = 30 * 60 * 1000;
const MAILS_PER_HOUR = 5;
/** Accounts may share an address; the mail has a link for each. */
const ACCOUNTS_PER_MAIL = 10;
/** A later attempt would bring a link that nobody waits for. */
const MAIL_ATTEMPTS = 4;

export interface ForgottenPasswordDeps {
  db: Db;
  env: Env;
  jobs: JobQueue;
  mailer: Mailer | null;
}

export function requireMailer({ mailer }: Pick<ForgottenPasswordDeps, "mailer">): void {
  if (mailer === null)
    throw new HttpError(403, "mail_not_set_up", "No mail can be sent from here. Please ask your administrator.");
}

/** After the answer, whose time would tell whether there is an account. */
export async function requestResetMail({ db, jobs }: ForgottenPasswordDeps, email: string): Promise<void> {
  const userIds = await queries.findByEmail(db, email, ACCOUNTS_PER_MAIL);
  await jobs.enqueue(db, "mail_password_reset", { userIds }, { maxAttempts: MAIL_ATTEMPTS });
}

export function forgottenPasswordJobs(deps: ForgottenPasswordDeps): Pick<JobHandlers, "mail_password_reset"> {
  return {
    async mail_password_reset(payload) {
      await mailLinks(deps, z.object({ userIds: z.array(z.uuid()) }).parse(payload).userIds);
    },
  };
}

async function mailLinks({ db, env, mailer }: ForgottenPasswordDeps, userIds: readonly string[]): Promise<void> {
  if (mailer === null || env.PUBLIC_URL === undefined) return;
  const links: { user: CurrentUser; token: string; url: string }[] = [];
  for (const userId of userIds) {
    const user = await findActiveUser(db, userId);
    const token = user === null ? null : await makeToken(db, user);
    if (user !== null && token !== null) links.push({ user, token, url: resetUrl(env.PUBLIC_URL, token) });
  }
  const [first] = links;
  if (first === undefined) return;
  const mail = { to: first.user.email, productName: env.PRODUCT_NAME, minutes: VALID_MS / 60_000, links };
  try {
    await mailer.send(resetMail(mail));
  } catch (error) {
    // What never arrived must not count.
    for (const { token } of links) await queries.deleteLink(db, digestOf(token));
    throw error;
  }
  for (const { user } of links)
    await record(db, { by: { user: null, ip: null }, action: "auth.reset_mail", target: userTarget(user) });
}

/** Null where the account has had enough mails. */
function makeToken(db: Db, user: CurrentUser): Promise<string | null> {
  return db.transaction(async (tx) => {
    if ((await queries.countRecentLocked(tx, user.id)) >= MAILS_PER_HOUR) return null;
    const token = randomBytes(TOKEN_BYTES).toString("base64url");
    const expiresAt = new Date(Date.now() + VALID_MS);
    await queries.insertReset(tx, { userId: user.id, digest: digestOf(token), expiresAt });
    return token;
  });
}

/** Browsers send nothing behind the `#`: neither a log nor a Referer has it. */
const resetUrl = (publicUrl: string, token: string) => `${new URL("/reset-password", publicUrl)}#${token}`;

export async function usernameOfLink(db: Db, token: string): Promise<string | null> {
  return (await requireLink(db, digestOf(token))).user.username;
}

/** Throws HttpError 404 for the link, 400 for an easy password. */
export async function resetForgotten(
  db: Db,
  { token, newPassword, ip }: { token: string; newPassword: string; ip: string | null },
): Promise<void> {
  const digest = digestOf(token);
  const { user, password } = await requireLink(db, digest);
  const isSame = await verifyPassword(password, newPassword);
  await requireStrength(db, newPassword, isSame ? newPassword : "", user);
  const replacement = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    if (!(await queries.takeLink(tx, digest))) throw linkNotValid();
    if (!(await replacePassword(tx, user.id, password, replacement)))
      throw conflict("Your password was changed elsewhere at the same moment.");
    await revokeTokens(tx, user.id);
    await endSessions(tx, user.id);
    await record(tx, { by: { user, ip }, action: "auth.reset_password", target: userTarget(user) });
  });
  await endReplies(db, { userId: user.id });
}

async function requireLink(db: Db, digest: string) {
  const found = await queries.findByLink(db, digest);
  if (found === null) throw linkNotValid();
  return found;
}

const linkNotValid = () =>
  new HttpError(404, "link_not_valid", "This link is no longer valid. Please ask for a new one.");

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
