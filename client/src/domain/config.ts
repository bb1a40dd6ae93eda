import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { getConfig } from "../../../shared/api/config.ts";

/** The public configuration: which engines run, and the product's name. It is asked for where it is wanted. */
export const useConfig = (isWanted = true) =>
  useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}), enabled: isWanted });
