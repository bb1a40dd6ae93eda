import { useQuery } from "@tanstack/react-query";
import { getConfig } from "#shared/api/config.ts";
import { call } from "@/lib/api.ts";

/** The public configuration: which engines run, and the product's name. It is asked for where it is wanted. */
export const useConfig = (isWanted = true) =>
  useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}), enabled: isWanted });
