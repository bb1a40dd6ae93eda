import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  deletePromoCode,
  listPromoCodes,
  type PromoCode,
  updatePromoCode,
} from "#shared/api/admin/settings/promo-codes.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { AddButton, ChangeQuestion, ResourceCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { Row, RowButton, RowLine, RowSwitch } from "@/features/admin/row.tsx";
import { call } from "@/lib/api.ts";
import { dateOf, numberOf } from "@/lib/formats.ts";
import { lazyComponent } from "@/lib/part.ts";
import { lastDayOf } from "../calendar-day.ts";

const CreatePromoCodeDialog = lazyComponent(() =>
  import("./promo-code-dialogs.tsx").then((m) => m.CreatePromoCodeDialog),
);
const EditPromoCodeDialog = lazyComponent(() => import("./promo-code-dialogs.tsx").then((m) => m.EditPromoCodeDialog));

export function PromoCodesCard() {
  // Registrations change the counts of uses without updating this list.
  const query = useQuery({ queryKey: keys.promoCodes, queryFn: () => call(listPromoCodes, {}), staleTime: 0 });
  return (
    <ResourceCard
      title={t`Promo Codes`}
      description={t`Whoever signs up needs one. Each account uses a code once.`}
      action={
        <AddButton variant="secondary" dialog={<CreatePromoCodeDialog />}>
          {t`Add Promo Code`}
        </AddButton>
      }
      list={{ query, rows: query.data?.promoCodes }}
      empty={t`No promo codes yet. Without one, nobody can sign up.`}
    >
      {(code) => <PromoCodeRow code={code} />}
    </ResourceCard>
  );
}

const invalidates = [keys.promoCodes, keys.auditLog];

function PromoCodeRow({ code }: { code: PromoCode }) {
  const state = stateOf(code);
  return (
    <Row
      name={<span className="font-mono">{code.code}</span>}
      mark={<Badge tone={state.tone}>{state.label}</Badge>}
      actions={
        <>
          <RowButton dialog={<EditPromoCodeDialog code={code} />}>{t`Edit`}</RowButton>
          <RowButton dialog={<DeletePromoCodeDialog code={code} />}>{t`Delete`}</RowButton>
          <RowSwitch
            label={t`${{ code: code.code }} is active`}
            isOn={code.isActive}
            mutationFn={(isActive) => call(updatePromoCode, { params: { id: code.id }, body: { isActive } })}
            errorTitle={t`Failed to update promo code`}
            invalidates={invalidates}
          />
        </>
      }
    >
      {code.description !== null && (
        <RowLine>
          <bdi>{code.description}</bdi>
        </RowLine>
      )}
      <RowLine className="text-sm">
        {code.expiresAt === null
          ? usesOf(code)
          : t`${{ code: usesOf(code) }}, valid until ${{ expiresAt: dateOf(lastDayOf(code.expiresAt).toISOString()) }}`}
      </RowLine>
    </Row>
  );
}

const DeletePromoCodeDialog = ({ code }: { code: PromoCode }) => (
  <ChangeQuestion
    title={t`Delete Promo Code`}
    description={
      <Trans>
        Nobody can sign up with <strong className="wrap-anywhere">{code.code}</strong> any more. Accounts that were made
        with it stay.
      </Trans>
    }
    confirmLabel={t`Delete Promo Code`}
    pendingLabel={t`Deleting...`}
    mutationFn={() => call(deletePromoCode, { params: { id: code.id } })}
    errorTitle={t`Failed to delete promo code`}
    invalidates={invalidates}
  />
);

function stateOf(code: PromoCode): { label: string; tone: "success" | "warning" | "danger" } {
  if (!code.isActive) return { label: t`Off`, tone: "danger" };
  if (code.expiresAt !== null && new Date(code.expiresAt) <= new Date()) return { label: t`Expired`, tone: "warning" };
  if (code.maxUses !== null && code.usedCount >= code.maxUses) return { label: t`Used up`, tone: "warning" };
  return { label: t`Active`, tone: "success" };
}

function usesOf({ usedCount, maxUses }: PromoCode): string {
  if (maxUses !== null) return t`${{ usedCount: numberOf(usedCount) }} of ${{ maxUses: numberOf(maxUses) }} uses`;
  return plural(usedCount, { one: "# use, no limit", other: "# uses, no limit" });
}
