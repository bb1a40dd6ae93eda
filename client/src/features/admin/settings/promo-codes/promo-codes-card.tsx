import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { deletePromoCode, listPromoCodes, type PromoCode } from "#shared/api/admin/settings/promo-codes.ts";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { EmptyList, Loaded } from "@/features/admin/list-states.tsx";
import { useAdminMutation } from "@/features/admin/use-admin-mutation.ts";
import { call } from "@/lib/api.ts";
import { PromoCodeRow } from "./promo-code-row.tsx";

const CreatePromoCodeDialog = lazy(() =>
  import("./promo-code-dialogs.tsx").then((m) => ({ default: m.CreatePromoCodeDialog })),
);
const EditPromoCodeDialog = lazy(() =>
  import("./promo-code-dialogs.tsx").then((m) => ({ default: m.EditPromoCodeDialog })),
);

type OpenDialog = { kind: "create" } | { kind: "edit" | "delete"; code: PromoCode };

export function PromoCodesCard() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  // Registrations change the counts of uses without updating this list.
  const query = useQuery({ queryKey: keys.promoCodes, queryFn: () => call(listPromoCodes, {}), staleTime: 0 });
  const close = () => setDialog(null);
  return (
    <AdminCard
      title="Promo Codes"
      description="Whoever signs up needs one. Each account uses a code once."
      action={
        <Button variant="secondary" onClick={() => setDialog({ kind: "create" })}>
          <Plus aria-hidden="true" />
          <span>Add Promo Code</span>
        </Button>
      }
    >
      <Loaded query={query} what="The promo codes">
        {({ promoCodes }) =>
          promoCodes.length === 0 ? (
            <EmptyList>No promo codes yet. Without one, nobody can sign up.</EmptyList>
          ) : (
            <ul aria-label="Promo Codes" className="flex flex-col divide-y divide-line">
              {promoCodes.map((code) => (
                <PromoCodeRow
                  key={code.id}
                  code={code}
                  onEdit={() => setDialog({ kind: "edit", code })}
                  onDelete={() => setDialog({ kind: "delete", code })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>
        {dialog?.kind === "create" && <CreatePromoCodeDialog onClose={close} />}
        {dialog?.kind === "edit" && <EditPromoCodeDialog code={dialog.code} onClose={close} />}
        {dialog?.kind === "delete" && <DeletePromoCodeDialog code={dialog.code} onClose={close} />}
      </Suspense>
    </AdminCard>
  );
}

function DeletePromoCodeDialog({ code, onClose }: { code: PromoCode; onClose: () => void }) {
  const removal = useAdminMutation({
    mutationFn: () => call(deletePromoCode, { params: { id: code.id } }),
    errorTitle: "Failed to delete promo code",
    invalidates: [keys.promoCodes, keys.auditLog],
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose();
      }}
      title="Delete Promo Code"
      description={
        <>
          <span>{"Nobody can sign up with "}</span>
          <strong className="wrap-anywhere">{code.code}</strong>
          <span>{" any more. Accounts that were made with it stay."}</span>
        </>
      }
      confirmLabel={removal.isPending ? "Deleting..." : "Delete Promo Code"}
      busy={removal.isPending}
      onConfirm={() => removal.mutate(undefined)}
    />
  );
}
