import { randomInt } from "node:crypto";
import { revokeTokens } from "#server/features/access-tokens/service.ts";
import { type Caller, record, userTarget } from "#server/features/audit/service.ts";
import { endSessions, issueTemporaryPassword } from "#server/features/auth/service.ts";
import { endReplies } from "#server/features/replies/replies.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isUniqueViolation } from "#server/platform/db/failures.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { badRequest, conflict, HttpError, notFound } from "#server/platform/http/errors.ts";
import type { createUser as createUserContract, UserChanges } from "#shared/api/admin/users.ts";
import type { EditedFrom } from "#shared/api/common.ts";
import { limits } from "#shared/limits.ts";
import { isAdmin } from "#shared/permissions.ts";
import type { BodyOf } from "#shared/route.ts";
import { assertMayAssign, assertMayManage, mayManage } from "../authority.ts";
import { findRole } from "../roles/queries.ts";
import * as queries from "./queries.ts";

type Account = NonNullable<Awaited<ReturnType<typeof queries.findUser>>>;

export const accountView = (caller: CurrentUser, account: Account) => ({
  ...account,
  canManage: mayManage(caller, account),
});

export async function createUser(
  db: Db,
  by: Caller,
  { roleIds, username, ...fields }: BodyOf<typeof createUserContract>,
) {
  const { password, stored } = await issueTemporaryPassword();
  const values = { ...fields, ...stored, phone: fields.phone || null, address: fields.address || null };
  return db.transaction(async (tx) => {
    const id = await insertUnderFreeName(tx, values, username || undefined);
    const created = await requireUser(tx, id);
    await record(tx, { by, action: "user.create", target: userTarget(created) });
    for (const roleId of new Set(roleIds)) await giveRole(tx, by, created, roleId);
    return answer(by, await requireUser(tx, id), password);
  });
}

/** Throws HttpError 403, or 409 for a taken name, the caller or the last administrator. */
export async function updateUser(
  db: Db,
  by: Caller,
  id: string,
  { before, ...changes }: UserChanges & { before?: EditedFrom },
) {
  const updated = await db.transaction(async (tx) => {
    if (changes.isActive === false) await queries.lockAdministrators(tx);
    const account = await requireManageable(tx, by, id);
    refuseIfChanged(before, account, changes);
    if (changes.isActive === false && account.isActive) await assertMayBeSwitchedOff(tx, by, account);
    const changed = changedFields(account, stored(account, changes));
    if (Object.keys(changed).length === 0) return account;
    await queries.changeUser(tx, id, changed).catch((error: unknown) => {
      throw isUniqueViolation(error) ? usernameTaken() : error;
    });
    if (changed.isActive === false) await endSessions(tx, id);
    await recordUpdate(tx, by, account, changed);
    return requireUser(tx, id);
  });
  if (!updated.isActive) await endReplies(db, { userId: id });
  return { user: accountView(by.user, updated) };
}

/** Ends sessions even where the last temporary password was never used. */
export async function resetPassword(db: Db, by: Caller, id: string) {
  if (id === by.user.id) throw conflict("To change your own password, please use 'Change Password' in the user menu.");
  const { password, stored } = await issueTemporaryPassword();
  const account = await db.transaction(async (tx) => {
    const account = await requireManageable(tx, by, id);
    await queries.changeUser(tx, id, stored);
    await revokeTokens(tx, id);
    await endSessions(tx, id);
    await record(tx, { by, action: "user.reset_password", target: userTarget(account) });
    return requireUser(tx, id);
  });
  await endReplies(db, { userId: id });
  return answer(by, account, password);
}

/** Sessions go on: only scripts stop, and replies under way. */
export async function revokeUserTokens(db: Db, by: Caller, id: string) {
  const revoked = await db.transaction(async (tx) => {
    const account = await requireManageable(tx, by, id);
    const tokens = await revokeTokens(tx, id);
    const details = { tokens };
    if (tokens > 0) await record(tx, { by, action: "user.revoke_tokens", target: userTarget(account), details });
    return tokens;
  });
  if (revoked > 0) await endReplies(db, { userId: id });
  return { revoked };
}

export async function assignRole(db: Db, by: Caller, userId: string, roleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await requireManageable(tx, by, userId);
    await giveRole(tx, by, account, roleId);
  });
}

/** Throws HttpError 409 for the caller or the last active administrator. */
export async function removeRole(db: Db, by: Caller, userId: string, roleId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await queries.lockAdministrators(tx);
    const account = await requireManageable(tx, by, userId);
    const role = await findRole(tx, roleId);
    if (role === null) throw notFound("Role");
    if (isAdmin({ roles: [role.name], permissions: [] })) {
      if (userId === by.user.id) throw conflict("You can't remove your own admin role.");
      await assertOtherAdmins(tx, account);
    }
    if (!(await queries.deleteUserRole(tx, userId, roleId))) throw notFound("Role");
    await record(tx, {
      by,
      action: "user.remove_role",
      target: userTarget(account),
      details: { role: role.name },
    });
  });
}

/** True until the end of the transaction. */
export async function hasOtherAdministrator(tx: Db, userId: string): Promise<boolean> {
  await queries.lockAdministrators(tx);
  return (await queries.countOtherActiveAdmins(tx, userId)) > 0;
}

async function giveRole(tx: Db, by: Caller, account: Account, roleId: string): Promise<void> {
  const role = await findRole(tx, roleId);
  if (role === null) throw notFound("Role");
  assertMayAssign(by.user, role);
  if (!(await queries.insertUserRole(tx, account.id, roleId)))
    throw conflict(`This user has the role '${role.name}' already.`);
  await record(tx, { by, action: "user.assign_role", target: userTarget(account), details: { role: role.name } });
}

/** Call `lockAdministrators` before. Throws HttpError 409. */
async function assertMayBeSwitchedOff(tx: Db, by: Caller, account: Account): Promise<void> {
  if (account.id === by.user.id) throw conflict("You can't deactivate yourself.");
  if (isAdmin(account)) await assertOtherAdmins(tx, account);
}

async function assertOtherAdmins(tx: Db, account: Account): Promise<void> {
  if (isAdmin(account) && (await queries.countOtherActiveAdmins(tx, account.id)) === 0)
    throw conflict("This is the last active administrator. Please make someone else an administrator first.");
}

/** Locked until the end of the transaction. Throws HttpError 404, 403. */
async function requireManageable(tx: Db, by: Caller, id: string): Promise<Account> {
  const account = await queries.lockUser(tx, id);
  if (account === null) throw notFound("User");
  assertMayManage(by.user, account);
  return account;
}

async function requireUser(db: Db, id: string): Promise<Account> {
  const account = await queries.findUser(db, id);
  if (account === null) throw notFound("User");
  return account;
}

async function insertUnderFreeName(
  tx: Db,
  values: Omit<Parameters<typeof queries.insertUser>[1], "username">,
  wanted: string | undefined,
): Promise<string> {
  for (const username of wanted === undefined ? usernamesFrom(values.email) : [wanted]) {
    const id = await queries.insertUser(tx, { ...values, username });
    if (id !== null) return id;
  }
  throw usernameTaken();
}

function stored(account: Account, { username, phone, address, ...changes }: UserChanges) {
  if (username === "" && account.username !== null) {
    const message = "Username is required";
    throw badRequest(message, { username: message });
  }
  return {
    ...changes,
    ...(username === undefined ? {} : { username: username || null }),
    ...(phone === undefined ? {} : { phone: phone || null }),
    ...(address === undefined ? {} : { address: address || null }),
  };
}

function changedFields(account: Account, wanted: ReturnType<typeof stored>): Partial<Account> {
  const current = new Map<string, unknown>(Object.entries(account));
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== undefined && value !== current.get(name)),
  );
}

async function recordUpdate(tx: Db, by: Caller, account: Account, changed: Partial<Account>): Promise<void> {
  const { isActive, ...others } = changed;
  const fields = Object.keys(others);
  const target = userTarget(account);
  if (isActive !== undefined) await record(tx, { by, action: isActive ? "user.activate" : "user.deactivate", target });
  if (fields.length > 0) await record(tx, { by, action: "user.update", target, details: { fields } });
}

const answer = (by: Caller, account: Account, defaultPassword: string) => ({
  user: accountView(by.user, account),
  username: account.username,
  defaultPassword,
});

function usernameTaken(): HttpError {
  const message = "That username is already taken. Please choose another one.";
  return new HttpError(409, "conflict", message, { fields: { username: message } });
}

const SUFFIX_LENGTH = 5;

/** Endless: 'robin-walker', 'robin-walker2', … */
function* usernamesFrom(email: string): Generator<string> {
  const base = plainNameOf(email).padEnd(limits.username.min, "0123456789");
  yield base;
  for (let number = 2; number <= 20; number++) yield `${base}${number}`;
  for (;;) yield `${base}-${String(randomInt(10_000)).padStart(4, "0")}`;
}

function plainNameOf(email: string): string {
  const local = email.split("@")[0] ?? "";
  const plain = local
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return (plain || "user").slice(0, limits.username.max - SUFFIX_LENGTH);
}
