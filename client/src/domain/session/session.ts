import { type QueryClient, useQuery } from "@tanstack/react-query";
import { ApiError, call } from "@/lib/api.ts";
import { me, passwordChangeRequired, type User } from "../../../../shared/api/auth.ts";

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

/** With `ifLikely` the server is not asked where nobody has signed in with this browser: the state stays `loading`. */
export function useSession({ ifLikely = false }: { ifLikely?: boolean } = {}): SessionState {
  const query = useQuery({ queryKey: sessionKey, queryFn: fetchSession, enabled: !ifLikely || mayBeSignedIn() });
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
  rememberSignedIn(false);
  client.setQueryData<Answer>(sessionKey, { status: "unauthenticated" });
}

async function fetchSession(): Promise<Answer> {
  const answer = await askWhoIsThere();
  rememberSignedIn(answer.status !== "unauthenticated");
  return answer;
}

async function askWhoIsThere(): Promise<Answer> {
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

/** A hint only, no secret and no proof: the session itself is in a cookie that scripts can't read. */
const SIGNED_IN_HERE = "signed-in";

function mayBeSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_HERE) !== null;
  } catch {
    return true;
  }
}

function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(SIGNED_IN_HERE, "true");
    else localStorage.removeItem(SIGNED_IN_HERE);
  } catch {
    // Without storage the server is asked each time.
  }
}
