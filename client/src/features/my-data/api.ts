import { useQuery } from "@tanstack/react-query";
import { getMyData, listChatLooks } from "#shared/api/my-data.ts";
import { call } from "@/lib/api.ts";
import { listOf } from "@/lib/formats.ts";

export const myDataKey = ["/api/my-data"] as const;

/** Never fresh, because the counts grow with every chat. */
export const useMyData = () => useQuery({ queryKey: myDataKey, queryFn: () => call(getMyData, {}), staleTime: 0 });

/** Never fresh, because somebody may look at any time. */
export const useChatLooks = () =>
  useQuery({ queryKey: ["/api/my-data/chat-looks"], queryFn: () => call(listChatLooks, {}), staleTime: 0 });

/** '1 pet, 12 diary answers and 3 chats'. */
export const inWords = (items: readonly (string | false)[]): string => listOf(items.filter((item) => item !== false));
