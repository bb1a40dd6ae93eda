import { me, type User, VISITOR_HEADER } from "#shared/api/auth.ts";
import { ApiError, request } from "@/lib/api.ts";
import { isRecord } from "@/lib/record.ts";

export type SessionAnswer =
  | { status: "unauthenticated" }
  | { status: "password-change-required"; user: User }
  | { status: "authenticated"; user: User };

export async function fetchSession(): Promise<SessionAnswer> {
  try {
    const response = await request(me, {}, { headers: { [VISITOR_HEADER]: "true" } });
    if (response.status === 204) return { status: "unauthenticated" };
    const user = userIn(await response.json());
    if (!user.isActive) return { status: "unauthenticated" };
    return { status: user.isDefaultPassword ? "password-change-required" : "authenticated", user };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { status: "unauthenticated" };
    if (!isRecord(error.body) || error.body.requirePasswordChange !== true) throw error;
    return { status: "password-change-required", user: userIn(error.body) };
  }
}

/**
 * The specification lets roles and permissions be names or objects with a name, in the user or beside it; our server
 * sends only the first. @throws TypeError where there is no user in the answer
 */
function userIn(body: unknown): User {
  if (!isRecord(body) || !isUser(body.user)) throw new TypeError("The server's answer names no user.");
  const { user } = body;
  return {
    ...user,
    isActive: user.isActive ?? true,
    roles: [...new Set([...namesIn(user.roles), ...namesIn(body.roles)])],
    permissions: [...new Set([...namesIn(user.permissions), ...namesIn(body.permissions)])],
  };
}

type UserOnWire = Omit<User, "isActive" | "roles" | "permissions"> & {
  isActive?: boolean;
  roles?: unknown;
  permissions?: unknown;
};

const isUser = (value: unknown): value is UserOnWire =>
  isRecord(value) && typeof value.id === "string" && ["boolean", "undefined"].includes(typeof value.isActive);

const namesIn = (list: unknown): string[] =>
  Array.isArray(list)
    ? list
        .map((entry: unknown) => (isRecord(entry) ? entry.name : entry))
        .filter((name): name is string => typeof name === "string")
    : [];
