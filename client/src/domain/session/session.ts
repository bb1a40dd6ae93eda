import { type QueryClient, useQuery } from "@tanstack/react-query";
import { z } from "zod";
import { ApiError, request } from "@/lib/api.ts";
import { me, passwordChangeRequired, type User, user, VISITOR_HEADER } from "../../../../shared/api/auth.ts";

/** The four states of a session (specification, section 4), and two in which the server did not say who is there. */
export type SessionState =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "password-change-required"; user: User }
  | { status: "authenticated"; user: User }
  /** The session ended on the server while the page was open: the page stays until the person has signed in again. */
  | { status: "interrupted"; user: User }
  /** The server could not be reached; the person may still be signed in. */
  | { status: "unreachable"; retry: () => void };

export const sessionKey = ["/api/auth/me"] as const;

type Answer = Exclude<SessionState, { status: "loading" } | { status: "unreachable" }>;

export function useSession(): SessionState {
  const query = useQuery({ queryKey: sessionKey, queryFn: fetchSession });
  if (query.data !== undefined) return query.data;
  if (query.isError) return { status: "unreachable", retry: () => void query.refetch() };
  return { status: "loading" };
}

/** The signed-in user, for components inside a ProtectedRoute. @throws Error elsewhere */
export function useUser(): User {
  const session = useSession();
  if ("user" in session) return session.user;
  throw new Error("This component belongs behind the protected-route rule.");
}

/** Asks the server again who is signed in. Never rejects: `useSession` shows that the server can't be reached. */
export async function refreshSession(client: QueryClient): Promise<void> {
  // A request that is under way still has the answer from before, for example from before the sign-in.
  await client.cancelQueries({ queryKey: sessionKey });
  await client.fetchQuery({ queryKey: sessionKey, queryFn: fetchSession, staleTime: 0 }).catch(() => undefined);
}

/** Where somebody was signed in, the next sign-in goes on with their page. */
export function markInterrupted(client: QueryClient): void {
  client.setQueryData<Answer>(sessionKey, (held) => {
    if (held?.status === "authenticated") return { status: "interrupted", user: held.user };
    return held?.status === "password-change-required" ? { status: "unauthenticated" } : held;
  });
}

export function markSignedOut(client: QueryClient): void {
  client.setQueryData<Answer>(sessionKey, { status: "unauthenticated" });
}

/** Asks the server who is signed in. */
export async function fetchSession(): Promise<Answer> {
  try {
    const response = await request(me, {}, { headers: { [VISITOR_HEADER]: "true" } });
    if (response.status === 204) return { status: "unauthenticated" };
    const user = userIn(await response.json());
    return user.isActive ? { status: "authenticated", user } : { status: "unauthenticated" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) return { status: "unauthenticated" };
    if (!passwordChange.safeParse(error.body).success) throw error;
    return { status: "password-change-required", user: userIn(error.body) };
  }
}

/** What the specification asks a client to understand is more than our server says. */
const names = z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).default([]);
const answer = z.object({
  user: user.extend({ isActive: z.boolean().default(true), roles: names, permissions: names }),
  roles: names,
  permissions: names,
});
const passwordChange = passwordChangeRequired.pick({ requirePasswordChange: true });

function userIn(body: unknown): User {
  const { user, roles, permissions } = answer.parse(body);
  return { ...user, roles: union(user.roles, roles), permissions: union(user.permissions, permissions) };
}

const union = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])];
