import { t } from "@lingui/core/macro";
import { Link2 } from "lucide-react";
import { useState } from "react";
import type { Agent } from "#shared/api/agents.ts";
import { type Invitation, revokeInvitation } from "#shared/api/family.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Card, CardTitle } from "@/components/ui/card.tsx";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { call } from "@/lib/api.ts";
import { momentOf, numberOf } from "@/lib/formats.ts";
import { useFamilyChange } from "./family-queries.ts";
import { rightWords } from "./right-words.ts";

type LinksCardProps = { pet: Agent; invitations: readonly Invitation[] };

/** Those that can be taken; used up, they are gone from here. */
export function LinksCard({ pet, invitations }: LinksCardProps) {
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const revoke = useFamilyChange(pet.id, (invitationId: string) =>
    call(revokeInvitation, { params: { id: pet.id, invitationId } }),
  );
  return (
    <Card aria-label={t`Links`}>
      <CardTitle>{t`Links that can be taken`}</CardTitle>
      {invitations.length === 0 && <p className="text-ink-muted">{t`There are none.`}</p>}
      {invitations.length > 0 && (
        <ul className="flex flex-col divide-y divide-line">
          {invitations.map((invitation) => (
            <li key={invitation.id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
              <Link2 aria-hidden="true" className="size-5 shrink-0 text-ink-muted" />
              <div className="flex min-w-0 flex-1 basis-52 flex-col">
                <p className="flex flex-wrap items-center gap-2">
                  <Badge tone="secondary">{rightWords[invitation.right].name}</Badge>
                  <span>{usesOf(invitation)}</span>
                </p>
                {invitation.calledAs !== null && (
                  <p className="wrap-anywhere">{t`For “${{ calledAs: invitation.calledAs }}”`}</p>
                )}
                <p className="text-ink-muted text-sm">{endOf(invitation)}</p>
              </div>
              <Button variant="outline" size="sm" onClick={() => setRevoked(invitation)}>
                {t`Revoke`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {revoked !== null && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && !revoke.isPending && setRevoked(null)}
          title={t`Revoke this link?`}
          description={t`Nobody can take it any more. Whoever came by it stays.`}
          confirmLabel={revoke.isPending ? t`Revoking...` : t`Revoke`}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(revoked.id, { onSuccess: () => setRevoked(null) })}
        />
      )}
    </Card>
  );
}

const usesOf = ({ usedCount, maxUses }: Invitation): string =>
  maxUses === null
    ? t`taken ${{ usedCount: numberOf(usedCount) }} times`
    : t`taken ${{ usedCount: numberOf(usedCount) }} of ${{ maxUses: numberOf(maxUses) }} times`;

const endOf = ({ invitedBy, expiresAt }: Invitation): string =>
  expiresAt === null
    ? t`Made by ${invitedBy}, until it is revoked`
    : t`Made by ${invitedBy}, until ${{ end: momentOf(expiresAt) }}`;
