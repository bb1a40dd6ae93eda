import { eq, inArray } from "drizzle-orm";
import { hashPassword } from "#server/features/auth/passwords.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { PermissionName } from "#shared/permissions.ts";
import { permissions, rolePermissions, roles, userRoles, users } from "#shared/schema.ts";
import { ADMIN } from "./first-start.ts";

/** The template's hash costs as much as the product's, whatever this project's do (quick-argon2.ts). */
export async function rehashAdministrator(db: Db): Promise<void> {
  const password = await hashPassword(ADMIN.password);
  await db.update(users).set({ password }).where(eq(users.username, ADMIN.username));
}

/** An account with a role of its own that holds just these permissions, and a password that need not be changed. */
export async function insertAccount(
  db: Db,
  username: string,
  password: string,
  names: readonly PermissionName[],
): Promise<string> {
  const [user] = await db
    .insert(users)
    .values({
      username,
      email: `${username}@example.com`,
      password: await hashPassword(password),
      firstName: "Kim",
      lastName: "Tester",
      isDefaultPassword: false,
    })
    .returning({ id: users.id });
  const [role] = await db
    .insert(roles)
    .values({ name: `role-of-${username}` })
    .returning({ id: roles.id });
  if (user === undefined || role === undefined) throw new Error("The test account was not created.");
  await db.insert(userRoles).values({ userId: user.id, roleId: role.id });
  const held = await db
    .select({ permissionId: permissions.id })
    .from(permissions)
    .where(inArray(permissions.name, [...names]));
  if (held.length > 0)
    await db.insert(rolePermissions).values(held.map(({ permissionId }) => ({ roleId: role.id, permissionId })));
  return user.id;
}
