import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { badRequest, conflict, forbiddenError, HttpError, notSignedIn } from "#server/platform/http/errors.ts";
import { announceEnd } from "#server/platform/http/session.ts";
import type { Registration } from "#shared/api/auth.ts";
import { type Caller, record, userTarget } from "../audit/service.ts";
import { maySignUpBy, signUpByInvitation } from "../family/service.ts";
import { endReplies } from "../replies/replies.ts";
import { isCommonPassword, spell, wordsIn } from "./common-passwords.ts";
import { hashPassword, temporaryPassword, verifyPassword } from "./passwords.ts";
import * as queries from "./queries.ts";

const TEMPORARY_PASSWORD_DAYS = 7;

/** Also ends mailed links. In the transaction that takes rights from the account, with `endReplies` after it. */
export async function endSessions(tx: Db, userId: string): Promise<string[]> {
  const ended = await queries.deleteSessions(tx, userId);
  await announceEnd(tx, { userId });
  await queries.deletePasswordResets(tx, userId);
  return ended;
}

/** Throws HttpError 401, worded and timed alike for every reason. */
export async function checkCredentials(
  db: Db,
  { username, password }: { username: string; password: string },
  ip: string | null,
): Promise<CurrentUser> {
  const found = await queries.findForSignIn(db, username);
  const matches = await verifyPassword(found?.password ?? null, password);
  const refusal = refusalOf(found, matches);
  await record(db, {
    by: { user: refusal === null && found !== null ? found.user : null, ip },
    action: refusal === null ? "auth.sign_in" : "auth.sign_in_failed",
    // An unknown name is not logged: it may be a password in the wrong field.
    ...(found === null ? {} : { target: userTarget(found.user) }),
    ...(refusal === null ? {} : { details: { reason: refusal } }),
  });
  if (refusal === "temporary_password_expired")
    throw new HttpError(
      401,
      refusal,
      "Your temporary password has expired. Please ask your administrator for a new one.",
    );
  if (refusal !== null || found === null) throw new HttpError(401, "invalid_credentials", "Invalid credentials");
  return found.user;
}

/** Within `limiter.guess`. Returns the stored hash; throws HttpError 400. */
export async function checkPassword(db: Db, by: Caller, currentPassword: string): Promise<string> {
  const stored = await queries.findPassword(db, by.user.id);
  if (stored !== null && (await verifyPassword(stored, currentPassword))) return stored;
  await record(db, { by, action: "auth.wrong_password", target: userTarget(by.user) });
  const message = "The current password is not right.";
  throw badRequest(message, { currentPassword: message });
}

/** The caller's session is begun anew. Throws HttpError 400, or 401 where it has ended. */
export async function changePassword(
  db: Db,
  { user, ip }: Caller,
  { stored, currentPassword, newPassword }: { stored: string; currentPassword: string; newPassword: string },
  sessionId: string,
): Promise<void> {
  await requireStrength(db, newPassword, currentPassword, user);
  const replacement = await hashPassword(newPassword);
  await db.transaction(async (tx) => {
    const changed = await queries.replacePassword(tx, user.id, stored, replacement);
    if (!changed) throw conflict("Your password was changed elsewhere at the same moment.");
    const ended = await endSessions(tx, user.id);
    if (!ended.includes(sessionId)) throw notSignedIn();
    await record(tx, { by: { user, ip }, action: "auth.password_change", target: userTarget(user) });
  });
  await endReplies(db, { userId: user.id });
}

export async function acceptPromoCode(db: Db, code: string): Promise<string> {
  const id = await queries.findUsablePromoCode(db, code);
  if (id === null)
    throw forbiddenError("That promo code is not valid. Please contact your administrator for a valid promo code.");
  return id;
}

/** What somebody signs up by, as their session holds it. */
export interface SignUpPass {
  kind: "invitationId" | "promoCodeId";
  id: string;
}

/** An invitation to a pet comes first, so that whoever signs up finds the pet. Throws HttpError 403 where there is neither. */
export async function requireSignUpPass(
  db: Db,
  { promoCodeId, invitationId }: { promoCodeId?: string | undefined; invitationId?: string | undefined },
): Promise<SignUpPass> {
  if (invitationId !== undefined && (await maySignUpBy(db, invitationId)))
    return { kind: "invitationId", id: invitationId };
  if (promoCodeId !== undefined && (await queries.isPromoCodeUsable(db, promoCodeId)))
    return { kind: "promoCodeId", id: promoCodeId };
  throw promoCodeRequired();
}

const promoCodeRequired = () =>
  new HttpError(403, "promo_code_required", "Please enter a valid promo code to continue.");

/** Returns the temporary password, which is stored nowhere. */
export async function register(
  db: Db,
  { pass, sessionId }: { pass: SignUpPass; sessionId: string },
  fields: Registration & { timeZone?: string | undefined },
  ip: string | null,
): Promise<string> {
  const { password, stored } = await issueTemporaryPassword();
  await db.transaction(async (tx) => {
    if (!(await queries.takeFromSession(tx, sessionId, pass.kind))) throw promoCodeRequired();
    if (pass.kind === "promoCodeId" && !(await queries.consumePromoCode(tx, pass.id)))
      throw new HttpError(403, "promo_code_required", "That promo code has been used up. Please enter another one.");
    const created = await queries.insertOwner(tx, { ...fields, ...stored });
    if (created === null) {
      const message = "That username is already taken. Please choose another one.";
      throw new HttpError(409, "conflict", message, { fields: { username: message } });
    }
    const user = { id: created, username: fields.username, email: fields.email };
    await record(tx, {
      by: { user, ip },
      action: "auth.register",
      target: userTarget(user),
      details: { [pass.kind]: pass.id },
    });
    if (pass.kind === "invitationId") await signUpByInvitation(tx, { user, ip }, pass.id);
  });
  return password;
}

/** The password is shown once. */
export async function issueTemporaryPassword() {
  const password = temporaryPassword();
  const hash = await hashPassword(password);
  const stored = {
    password: hash,
    temporaryPassword: hash,
    isDefaultPassword: true,
    temporaryPasswordUntil: temporaryPasswordEnd(),
  };
  return { password, stored };
}

export const temporaryPasswordEnd = (): Date => new Date(Date.now() + TEMPORARY_PASSWORD_DAYS * 24 * 60 * 60 * 1000);

type SignInRefusal = "unknown_user" | "wrong_password" | "switched_off" | "temporary_password_expired";

function refusalOf(
  found: { user: CurrentUser; temporaryPasswordUntil: Date | null } | null,
  matches: boolean,
): SignInRefusal | null {
  if (found === null) return "unknown_user";
  if (!matches) return "wrong_password";
  if (!found.user.isActive) return "switched_off";
  const { temporaryPasswordUntil: until } = found;
  return until !== null && until < new Date() ? "temporary_password_expired" : null;
}

export async function requireStrength(db: Db, newPassword: string, previous: string, user: CurrentUser): Promise<void> {
  const isUsed = newPassword === previous || (await wasTemporary(db, user.id, newPassword));
  const weakness = isUsed
    ? "Please choose a password that you did not use before."
    : await weaknessOf(newPassword, user);
  if (weakness !== undefined) throw badRequest(weakness, { newPassword: weakness });
}

async function wasTemporary(db: Db, userId: string, password: string): Promise<boolean> {
  const hash = await queries.findTemporaryPassword(db, userId);
  return hash !== null && (await verifyPassword(hash, password));
}

async function weaknessOf(password: string, user: CurrentUser): Promise<string | undefined> {
  const [mailbox] = user.email.split("@");
  const own = [user.username, user.email, mailbox].map((name) => spell((name ?? "").toLowerCase()));
  if ([spell(password.toLowerCase()), ...wordsIn(password)].some((word) => own.includes(word)))
    return "Your username or email can't be your password.";
  if (await isCommonPassword(password))
    return "That password is too common: it is among the first that are tried. Please choose another one.";
  return undefined;
}
