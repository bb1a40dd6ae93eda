import { useQuery } from "@tanstack/react-query";
import { getMyData, listChatLooks } from "#shared/api/my-data.ts";
import { call } from "@/lib/api.ts";

export const myDataKey = ["/api/my-data"] as const;

/** What the person owns. Never cached as fresh, because the counts grow with every chat. */
export const useMyData = () => useQuery({ queryKey: myDataKey, queryFn: () => call(getMyData, {}), staleTime: 0 });

/** When others looked at the person's chats. Never cached as fresh, because it may happen at any time. */
export const useChatLooks = () =>
  useQuery({ queryKey: ["/api/my-data/chat-looks"], queryFn: () => call(listChatLooks, {}), staleTime: 0 });
