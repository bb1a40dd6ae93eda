import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { User } from "#shared/api/auth.ts";
import { setPageAccount } from "@/lib/api.ts";
import { fetchSession, type SessionAnswer } from "./fetch-session.ts";

/** Four states (specification, section 4), and two in which the server did not say who is there. */
export type SessionState =
  | { status: "loading" }
  | SessionAnswer
  /**
   * The session ended while the page was open, or somebody else has signed in since in another tab (`isReplaced`): the
   * page stays until its person has signed in again.
   */
  | { status: "interrupted"; user: User; isReplaced: boolean }
  /** The person may still be signed in. */
  | { status: "unreachable"; retry: () => void };

export const sessionKey = ["/api/auth/me"] as const;

type KnownSession = Exclude<SessionState, { status: "loading" } | { status: "unreachable" }>;

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
