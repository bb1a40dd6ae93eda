import { useQuery } from "@tanstack/react-query";
import { type AccessToken, listAccessTokens } from "#shared/api/access-tokens.ts";
import { call } from "@/lib/api.ts";

export const accessTokensKey = ["/api/access-tokens"] as const;

/** Never fresh, because a script may use a token at any time. */
export const useAccessTokens = () =>
  useQuery({ queryKey: accessTokensKey, queryFn: () => call(listAccessTokens, {}), staleTime: 0 });

export const hasEnded = ({ expiresAt }: AccessToken): boolean =>
  expiresAt !== null && new Date(expiresAt) <= new Date();

export const ACCESS_TOKENS_PART = "access-tokens";
