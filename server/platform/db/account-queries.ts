import { sql } from "drizzle-orm";
import { users } from "#shared/schema.ts";

/** The index `users_searched_trgm` is of this expression, folded. */
export const searchedUser = sql`(users.first_name || ' ' || users.last_name || ' ' || coalesce(users.username, '') || ' ' || users.email)`;

/** For a select from `users`: without the password, with current roles and permissions. */
export const accountColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  phone: users.phone,
  firstName: users.firstName,
  lastName: users.lastName,
  address: users.address,
  isDefaultPassword: users.isDefaultPassword,
  isActive: users.isActive,
  timeZone: users.timeZone,
  createdAt: users.createdAt,
  // In a select from one table Drizzle leaves out the table's name, which is ambiguous here.
  roles: sql<string[]>`array(
    select roles.name from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = users.id order by 1)`,
  permissions: sql<string[]>`array(
    select distinct permissions.name from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
    where user_roles.user_id = users.id order by 1)`,
};
