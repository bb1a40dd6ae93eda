import { sql } from "drizzle-orm";
import { users } from "../../shared/schema.ts";

/** A user without the password, with the names of roles and permissions as they are now; for a select from `users`. */
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
  createdAt: users.createdAt,
  // Written out, for in a select from one table Drizzle leaves the tables' names off the columns.
  roles: sql<string[]>`array(
    select roles.name from user_roles join roles on roles.id = user_roles.role_id
    where user_roles.user_id = users.id order by 1)`,
  permissions: sql<string[]>`array(
    select distinct permissions.name from user_roles
    join role_permissions on role_permissions.role_id = user_roles.role_id
    join permissions on permissions.id = role_permissions.permission_id
    where user_roles.user_id = users.id order by 1)`,
};
