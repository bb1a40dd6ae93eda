import type { QueryClient } from "@tanstack/react-query";

export const messagesKey = (sessionId: string) => ["/api/sessions", sessionId, "messages"] as const;

/** Fetches the messages of a chat again. */
export const refreshMessages = (client: QueryClient, sessionId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: messagesKey(sessionId) });
