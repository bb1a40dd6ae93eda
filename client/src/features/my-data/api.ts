import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getMyData } from "../../../../shared/api/my-data.ts";

export const myDataKey = ["/api/my-data"] as const;

/** Counts grow with every chat, out of this page's sight. */
export const useMyData = () => useQuery({ queryKey: myDataKey, queryFn: () => call(getMyData, {}), staleTime: 0 });
