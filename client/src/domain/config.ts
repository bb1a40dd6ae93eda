import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getConfig } from "../../../shared/api/config.ts";

/** Which engines run. */
export const useConfig = () => useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}) });
