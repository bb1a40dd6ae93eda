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
      title="Promo Codes"
      description="Whoever signs up needs one. Each account uses a code once."
      action={
        <AddButton variant="secondary" dialog={<CreatePromoCodeDialog />}>
          Add Promo Code
        </AddButton>
      }
      list={{ query, rows: query.data?.promoCodes }}
      empty="No promo codes yet. Without one, nobody can sign up."
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
          <RowButton dialog={<EditPromoCodeDialog code={code} />}>Edit</RowButton>
          <RowButton dialog={<DeletePromoCodeDialog code={code} />}>Delete</RowButton>
          <RowSwitch
            label={`${code.code} is active`}
            isOn={code.isActive}
            mutationFn={(isActive) => call(updatePromoCode, { params: { id: code.id }, body: { isActive } })}
            errorTitle="Failed to update promo code"
            invalidates={invalidates}
          />
        </>
      }
    >
      {code.description !== null && <RowLine>{code.description}</RowLine>}
      <RowLine className="text-sm">
        {code.expiresAt === null
          ? usesOf(code)
          : `${usesOf(code)}, valid until ${dateOf(lastDayOf(code.expiresAt).toISOString())}`}
      </RowLine>
    </Row>
  );
}

const DeletePromoCodeDialog = ({ code }: { code: PromoCode }) => (
  <ChangeQuestion
    title="Delete Promo Code"
    description={
      <>
        <span>{"Nobody can sign up with "}</span>
        <strong className="wrap-anywhere">{code.code}</strong>
        <span>{" any more. Accounts that were made with it stay."}</span>
      </>
    }
    confirmLabel="Delete Promo Code"
    pendingLabel="Deleting..."
    mutationFn={() => call(deletePromoCode, { params: { id: code.id } })}
    errorTitle="Failed to delete promo code"
    invalidates={invalidates}
  />
);

function stateOf(code: PromoCode): { label: string; tone: "success" | "warning" | "danger" } {
  if (!code.isActive) return { label: "Off", tone: "danger" };
  if (code.expiresAt !== null && new Date(code.expiresAt) <= new Date()) return { label: "Expired", tone: "warning" };
  if (code.maxUses !== null && code.usedCount >= code.maxUses) return { label: "Used up", tone: "warning" };
  return { label: "Active", tone: "success" };
}

function usesOf({ usedCount, maxUses }: PromoCode): string {
  if (maxUses !== null) return `${numberOf(usedCount)} of ${numberOf(maxUses)} uses`;
  return `${numberOf(usedCount)} ${usedCount === 1 ? "use" : "uses"}, no limit`;
}
