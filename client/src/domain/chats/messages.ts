import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type LatestChat, listLatestChats } from "#shared/api/chat.ts";
import { call } from "@/lib/api.ts";

export const messagesKey = (sessionId: string) => ["/api/sessions", sessionId, "messages"] as const;

/** Fetches the messages of a chat again. */
export const refreshMessages = (client: QueryClient, sessionId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: messagesKey(sessionId) });

/** Of each pet, the demo pet too, the chat to go on with, the pet used last first, on whichever device it was. */
export const fetchLatestChats = async (): Promise<LatestChat[]> => (await call(listLatestChats, {})).chats;

/** Fetched again at each mount, because every message changes them. */
export const useLatestChats = () =>
  useQuery({ queryKey: ["/api/sessions", "latest"], queryFn: fetchLatestChats, refetchOnMount: "always" });
