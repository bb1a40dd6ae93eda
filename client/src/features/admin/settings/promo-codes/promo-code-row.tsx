import { useId } from "react";
import { type PromoCode, updatePromoCode } from "#shared/api/admin/settings/promo-codes.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { keys } from "@/features/admin/keys.ts";
import { useAdminMutation } from "@/features/admin/use-admin-mutation.ts";
import { call } from "@/lib/api.ts";
import { dateOf } from "@/lib/dates.ts";
import { lastDayOf } from "../calendar-day.ts";

type PromoCodeRowProps = { code: PromoCode; onEdit: () => void; onDelete: () => void };

export function PromoCodeRow({ code, onEdit, onDelete }: PromoCodeRowProps) {
  const codeId = useId();
  const activation = useAdminMutation({
    mutationFn: (isActive: boolean) => call(updatePromoCode, { params: { id: code.id }, body: { isActive } }),
    errorTitle: "Failed to update promo code",
    invalidates: [keys.promoCodes, keys.auditLog],
  });
  const state = stateOf(code);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p id={codeId} className="wrap-anywhere font-bold font-mono">
            {code.code}
          </p>
          <Badge tone={state.tone}>{state.label}</Badge>
        </div>
        {code.description && <p className="wrap-anywhere text-ink-muted">{code.description}</p>}
        <p className="text-ink-muted text-sm">
          {code.expiresAt === null
            ? usesOf(code)
            : `${usesOf(code)}, valid until ${dateOf(lastDayOf(code.expiresAt).toISOString())}`}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" aria-describedby={codeId} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="outline" size="sm" aria-describedby={codeId} onClick={onDelete}>
          Delete
        </Button>
        <Switch
          aria-label={`${code.code} is active`}
          className="ml-1"
          checked={activation.isPending ? activation.variables : code.isActive}
          disabled={activation.isPending}
          onCheckedChange={(isActive) => activation.mutate(isActive)}
        />
      </div>
    </li>
  );
}

function stateOf(code: PromoCode): { label: string; tone: "success" | "warning" | "danger" } {
  if (!code.isActive) return { label: "Off", tone: "danger" };
  if (code.expiresAt !== null && new Date(code.expiresAt) <= new Date()) return { label: "Expired", tone: "warning" };
  if (code.maxUses !== null && code.usedCount >= code.maxUses) return { label: "Used up", tone: "warning" };
  return { label: "Active", tone: "success" };
}

function usesOf({ usedCount, maxUses }: PromoCode): string {
  if (maxUses !== null) return `${usedCount.toLocaleString()} of ${maxUses.toLocaleString()} uses`;
  return `${usedCount.toLocaleString()} ${usedCount === 1 ? "use" : "uses"}, no limit`;
}
