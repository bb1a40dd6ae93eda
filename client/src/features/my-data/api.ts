import { useQuery } from "@tanstack/react-query";
import { getMyData, listChatLooks } from "#shared/api/my-data.ts";
import { call } from "@/lib/api.ts";

export const myDataKey = ["/api/my-data"] as const;

/** What the person owns. Never cached as fresh, because the counts grow with every chat. */
export const useMyData = () => useQuery({ queryKey: myDataKey, queryFn: () => call(getMyData, {}), staleTime: 0 });

/** When others looked at the person's chats. Never cached as fresh, because it may happen at any time. */
export const useChatLooks = () =>
  useQuery({ queryKey: ["/api/my-data/chat-looks"], queryFn: () => call(listChatLooks, {}), staleTime: 0 });

/** A number with its noun: '1 pet', '3 pets'. */
export const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** Those that are there, as a sentence names them: '1 pet, 12 diary answers and 3 chats'. */
export const inWords = (items: readonly (string | false)[]): string =>
  new Intl.ListFormat("en-GB").format(items.filter((item) => item !== false));
