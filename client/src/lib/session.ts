import { type QueryClient, useQuery } from "@tanstack/react-query";
import { me, passwordChangeRequired, type User } from "../../../shared/api/auth.ts";
import { ApiError, call } from "./api.ts";

/** The four states of a session (specification, section 4). */
export type SessionState =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "password-change-required"; user: User }
  | { status: "authenticated"; user: User }
  /** The server could not be asked: nobody is signed out for that. */
  | { status: "unreachable"; retry: () => void };

export const sessionKey = ["/api/auth/me"] as const;

type Answer = Exclude<SessionState, { status: "loading" } | { status: "unreachable" }>;

export function useSession(): SessionState {
  const query = useQuery({ queryKey: sessionKey, queryFn: fetchSession });
  if (query.data !== undefined) return query.data;
  if (query.isError) return { status: "unreachable", retry: () => void query.refetch() };
  return { status: "loading" };
}

/** The signed-in user; only for components that stand behind the protected-route rule. */
export function useUser(): User {
  const session = useSession();
  if (session.status === "authenticated" || session.status === "password-change-required") return session.user;
  throw new Error("This component belongs behind the protected-route rule.");
}

export const refreshSession = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: sessionKey });

export function markSignedOut(client: QueryClient): void {
  client.setQueryData<Answer>(sessionKey, { status: "unauthenticated" });
}

async function fetchSession(): Promise<Answer> {
  try {
    const { user } = await call(me, {});
    return user.isActive ? { status: "authenticated", user } : { status: "unauthenticated" };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const change = passwordChangeRequired.safeParse(error.body);
    if (change.success) return { status: "password-change-required", user: change.data.user };
    if (error.status === 401) return { status: "unauthenticated" };
    throw error;
  }
}
