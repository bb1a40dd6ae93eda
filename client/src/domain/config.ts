import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getConfig } from "../../../shared/api/config.ts";

/** The public configuration: which engines run, and the product's name. */
export const useConfig = () => useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}) });
