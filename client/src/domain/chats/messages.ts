import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type LatestChat, listLatestChats } from "#shared/api/chat.ts";
import { call } from "@/lib/api.ts";

export const messagesKey = (sessionId: string) => ["/api/sessions", sessionId, "messages"] as const;

export const refreshMessages = (client: QueryClient, sessionId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: messagesKey(sessionId) });

/** One chat of each pet, the demo pet too; the pet used last comes first, on whichever device it was. */
export const fetchLatestChats = async (): Promise<LatestChat[]> => (await call(listLatestChats, {})).chats;

export const useLatestChats = () =>
  useQuery({ queryKey: ["/api/sessions", "latest"], queryFn: fetchLatestChats, refetchOnMount: "always" });
