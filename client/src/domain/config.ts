import { useQuery } from "@tanstack/react-query";
import { getConfig } from "#shared/api/config.ts";
import { call } from "@/lib/api.ts";

export const useConfig = (isWanted = true) =>
  useQuery({ queryKey: ["/api/config"], queryFn: () => call(getConfig, {}), enabled: isWanted });
