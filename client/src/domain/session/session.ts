import { type QueryClient, useQuery } from "@tanstack/react-query";
import { me, type User, VISITOR_HEADER } from "#shared/api/auth.ts";
import { ApiError, request, setPageAccount } from "@/lib/api.ts";
import { isRecord } from "@/lib/record.ts";

/** Four states (specification, section 4), and two in which the server did not say who is there. */
export type SessionState =
  | { status: "loading" }
  | { status: "unauthenticated" }
  | { status: "password-change-required"; user: User }
  | { status: "authenticated"; user: User }
  /**
   * The session ended while the page was open, or somebody else has signed in since in another tab (`isReplaced`): the
   * page stays until its person has signed in again.
   */
  | { status: "interrupted"; user: User; isReplaced: boolean }
  /** The person may still be signed in. */
  | { status: "unreachable"; retry: () => void };

export const sessionKey = ["/api/auth/me"] as const;

type KnownSession = Exclude<SessionState, { status: "loading" } | { status: "unreachable" }>;
type SessionAnswer = Exclude<KnownSession, { status: "interrupted" }>;

export function useSession(): SessionState {
  const query = useQuery({ queryKey: sessionKey, queryFn: askWhoIsSignedIn });
  if (query.data !== undefined) return query.data;
  if (query.isError) return { status: "unreachable", retry: () => void query.refetch() };
  return { status: "loading" };
}

/** For components inside a ProtectedRoute. @throws Error elsewhere */
export function useUser(): User {
  const session = useSession();
  if ("user" in session) return session.user;
  throw new Error("This component belongs behind the protected-route rule.");
}

/** Never rejects: `useSession` shows that the server can't be reached. */
export async function refreshSession(client: QueryClient): Promise<void> {
  // A running request still has the answer from before, for example from before the sign-in.
  await client.cancelQueries({ queryKey: sessionKey });
  await client.fetchQuery({ queryKey: sessionKey, queryFn: askWhoIsSignedIn, staleTime: 0 }).catch(() => undefined);
}

/** @returns whether the person has signed in again; it stays pending for a page that they leave */
export async function markInterrupted(client: QueryClient, isReplaced: boolean): Promise<boolean> {
  const { status } = cacheSession(client, interrupted(cachedSession(client), isReplaced));
  if (status !== "interrupted") return false;
  return new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(() => {
      const now = cachedSession(client)?.status;
      if (now === "interrupted") return;
      unsubscribe();
      if (now === "authenticated" || now === "password-change-required") resolve(now === "authenticated");
    });
  });
}

export function markSignedOut(client: QueryClient): void {
  cacheSession(client, { status: "unauthenticated" });
}

const cachedSession = (client: QueryClient) => client.getQueryData<KnownSession>(sessionKey);

function cacheSession(client: QueryClient, answer: KnownSession): KnownSession {
  client.setQueryData<KnownSession>(sessionKey, ownedPage(answer));
  return answer;
}

function ownedPage(answer: KnownSession): KnownSession {
  setPageAccount("user" in answer ? answer.user.id : null);
  return answer;
}

/** A page that belongs to somebody becomes nobody else's, but waits for its own person. */
async function askWhoIsSignedIn({ client }: { client: QueryClient }): Promise<KnownSession> {
  const answer = await fetchSession();
  const cached = cachedSession(client);
  if (cached === undefined || cached.status === "unauthenticated") return ownedPage(answer);
  if (answer.status === "unauthenticated") return ownedPage(interrupted(cached, false));
  return ownedPage(answer.user.id === cached.user.id ? answer : interrupted(cached, true));
}

/** A page of somebody with a temporary password has nothing on it that could wait. */
const interrupted = (cached: KnownSession | undefined, isReplaced: boolean): KnownSession =>
  cached?.status === "authenticated" || cached?.status === "interrupted"
    ? { status: "interrupted", user: cached.user, isReplaced }
    : { status: "unauthenticated" };

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
