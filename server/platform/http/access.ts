import type { User } from "#shared/api/auth.ts";
import { hasPermission, isAdmin, type PermissionName } from "#shared/permissions.ts";
import type { Db } from "../db/client.ts";
import { forbiddenError, HttpError, notSignedIn } from "./errors.ts";

export type CurrentUser = Omit<User, "createdAt"> & { createdAt: Date; timeZone: string | null };

export interface AccessRequest {
  user: CurrentUser | undefined;
  /** In the form that the contract asks for. */
  params: Record<string, string>;
  db: Db;
}

/** `admit` returns the handler's scope, or throws an HttpError. */
export interface Access<Scope> {
  /** Shown in the listing of all routes. */
  readonly name: string;
  /** Without it: those who are signed in with a password of their own choice. */
  readonly admits?: "everyone" | "default password";
  admit(request: AccessRequest): Promise<Scope> | Scope;
}

export const everyone: Access<{ user: CurrentUser | undefined }> = {
  name: "public",
  admits: "everyone",
  admit: ({ user }) => ({ user }),
};

export const anyAccount: Access<{ user: CurrentUser }> = {
  name: "any account",
  admits: "default password",
  admit: ({ user }) => {
    if (user === undefined) throw notSignedIn();
    return { user };
  },
};

export const signedIn: Access<{ user: CurrentUser }> = {
  name: "signed in",
  admit: (request) => ({ user: requireUser(request) }),
};

export const can = (...permissions: [PermissionName, ...PermissionName[]]): Access<{ user: CurrentUser }> => ({
  name: permissions.join(" or "),
  admit: (request) => {
    const user = requireUser(request);
    if (!permissions.some((permission) => hasPermission(user, permission)))
      throw forbiddenError("You don't have permission to do that.");
    return { user };
  },
});

/** For keys, and where they are sent: no permission gives these. */
export const administrator: Access<{ user: CurrentUser }> = {
  name: "administrator",
  admit: (request) => {
    const user = requireUser(request);
    if (!isAdmin(user)) throw forbiddenError("Only an administrator can do that.");
    return { user };
  },
};

/** Throws HttpError 401, or 403 with `requirePasswordChange` while the password is a default one. */
export function requireUser({ user }: Pick<AccessRequest, "user">): CurrentUser {
  if (user === undefined) throw notSignedIn();
  if (user.isDefaultPassword) throw passwordChangeRequired(user);
  return user;
}

export const passwordChangeRequired = (user: CurrentUser): HttpError =>
  new HttpError(403, "password_change_required", "Please change your password to continue.", {
    requirePasswordChange: true,
    user,
  });
