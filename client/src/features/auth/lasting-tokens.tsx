import { Link } from "wouter";
import { ACCESS_TOKENS_PART, hasEnded, useAccessTokens } from "@/domain/access-tokens.ts";

/** A new password ends sessions and no access token, which whoever knew the old one may have made. */
export function LastingTokens() {
  const { data, isError } = useAccessTokens();
  const count = data?.tokens.filter((token) => !hasEnded(token)).length ?? 0;
  if (count === 0 && !isError) return null;
  return (
    <p className="text-center text-ink-muted text-sm">
      <span>{`${isError ? "Access tokens stay" : sentence(count)} valid after the change. `}</span>
      <Link
        href={`/my-data#${ACCESS_TOKENS_PART}`}
        className="inline-block font-bold text-secondary underline underline-offset-4"
      >
        {count === 1 ? "Revoke it in My data" : "Revoke them in My data"}
      </Link>
    </p>
  );
}

const sentence = (count: number): string =>
  count === 1 ? "1 access token of yours stays" : `${count} access tokens of yours stay`;
