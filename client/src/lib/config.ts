import { useQuery } from "@tanstack/react-query";
import { getConfig } from "../../../shared/api/common.ts";
import { call } from "./api.ts";

/** Which engines run. */
export const useConfig = () => useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}) });
