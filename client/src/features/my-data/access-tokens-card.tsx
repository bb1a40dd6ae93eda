import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type AccessToken, revokeAccessToken } from "#shared/api/access-tokens.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardDescription, CardHeader, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { LoadError } from "@/components/ui/notice.tsx";
import { ACCESS_TOKENS_PART, accessTokensKey, hasEnded, useAccessTokens } from "@/domain/access-tokens.ts";
import { call, serverMessageOf } from "@/lib/api.ts";
import { dateOf, momentOf } from "@/lib/formats.ts";
import { toastError } from "@/lib/toast-error.ts";
import { MadeToken, NewTokenForm, scopeNames } from "./new-token-form.tsx";

export function AccessTokensCard() {
  const { data, error, refetch } = useAccessTokens();
  const [made, setMade] = useState<string | null>(null);
  const [isMaking, setMaking] = useState(false);
  const card = useRef<HTMLElement>(null);
  // A link from the change of a password leads here.
  useEffect(() => {
    if (location.hash === `#${ACCESS_TOKENS_PART}`) card.current?.scrollIntoView({ block: "start" });
  }, []);
  const finish = (token: string | null) => {
    setMade(token);
    setMaking(false);
  };
  return (
    <Card ref={card} id={ACCESS_TOKENS_PART} className="scroll-mt-22">
      <CardHeader>
        <CardTitle>{t`Access tokens`}</CardTitle>
        <CardDescription>
          <Trans>
            A script or a program of yours can talk with your pets without your password.{" "}
            <a href="/api/docs" className="font-bold text-secondary underline underline-offset-4">
              What it can do
            </a>
          </Trans>
        </CardDescription>
      </CardHeader>
      {made !== null && <MadeToken token={made} onDone={() => setMade(null)} />}
      {data !== undefined && <Tokens tokens={data.tokens} />}
      {data === undefined && error === null && <Skeleton className="h-6 w-2/3" />}
      {data === undefined && error !== null && (
        <LoadError title={t`This list could not be loaded`} onRetry={() => void refetch()}>
          {serverMessageOf(error) ?? t`Check your connection.`}
        </LoadError>
      )}
      {isMaking ? (
        <NewTokenForm onMade={finish} onCancel={() => finish(null)} />
      ) : (
        made === null && (
          <div>
            <Button variant="outline" onClick={() => setMaking(true)}>
              {t`New access token`}
            </Button>
          </div>
        )
      )}
    </Card>
  );
}

function Tokens({ tokens }: { tokens: readonly AccessToken[] }) {
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  if (tokens.length === 0) return <p>{t`You have no access tokens.`}</p>;
  return (
    <>
      <ul aria-label={t`Access tokens`} className="flex flex-col divide-y divide-line">
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
        ))}
      </ul>
      {revoked !== null && <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

function endOf(token: AccessToken): string {
  if (token.expiresAt === null) return t`without an end`;
  const day = dateOf(token.expiresAt);
  return hasEnded(token) ? t`ended ${day}` : t`ends ${day}`;
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const nameId = `token-${token.id}`;
  const isOver = hasEnded(token);
  const use = token.lastUsedAt === null ? t`never used` : t`last used ${{ lastUsedAt: momentOf(token.lastUsedAt) }}`;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <p id={nameId} className="wrap-anywhere font-bold">
            {token.name}
          </p>
          {token.scopes.map((scope) => (
            <Badge key={scope}>{scopeNames[scope]}</Badge>
          ))}
          {isOver && <Badge tone="warning">{t`Expired`}</Badge>}
        </div>
        <p className="text-ink-muted text-sm">{t`Made ${{ createdAt: dateOf(token.createdAt) }}, ${{ end: endOf(token) }}, ${use}`}</p>
      </div>
      <Button variant="outline" size="sm" aria-describedby={nameId} onClick={onRevoke}>
        {t`Revoke`}
      </Button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: AccessToken; onClose: () => void }) {
  const client = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => call(revokeAccessToken, { params: { id: token.id } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accessTokensKey });
      onClose();
    },
    onError: (error) => toastError(t`Failed to revoke the access token`, error, t`Please try again`),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Revoke this access token?`}
      description={t`Scripts that use ''${{ name: token.name }}' are refused from now on.`}
      confirmLabel={revoke.isPending ? t`Revoking...` : t`Revoke`}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate()}
    />
  );
}
