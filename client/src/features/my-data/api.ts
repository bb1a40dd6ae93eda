import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getMyData } from "../../../../shared/api/my-data.ts";

export const myDataKey = ["/api/my-data"] as const;

/** What the person owns. Never cached as fresh, because the counts grow with every chat. */
export const useMyData = () => useQuery({ queryKey: myDataKey, queryFn: () => call(getMyData, {}), staleTime: 0 });
