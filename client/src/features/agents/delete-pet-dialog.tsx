import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Agent, deleteAgent } from "#shared/api/agents.ts";
import { isSameName } from "#shared/fold-text.ts";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

type DeletePetDialogProps = { pet: Agent; onClose: () => void; onDeleted: (pet: Agent) => void };

/** Mount it only while it is open, so that its field is empty each time. */
export function DeletePetDialog({ pet, onClose, onDeleted }: DeletePetDialogProps) {
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call(deleteAgent, { params: { id: pet.id } }),
    onSuccess: async () => {
      onDeleted(pet);
      await refreshAgents(client);
      toast({ title: t`Agent deleted successfully!` });
      onClose();
    },
    onError: (error) => toastError(t`Failed to delete agent`, error, t`Please try again`),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose();
      }}
      title={t`Delete Agent?`}
      description={
        <Trans>
          <strong>{pet.name}</strong> goes for good, and with it its diary, its memories, its documents, all chats with
          it and their audio, and what people told it about themselves. This can't be undone.
        </Trans>
      }
      confirmLabel={removal.isPending ? t`Deleting...` : t`Delete`}
      confirmDisabled={!isSameName(typed, pet.name)}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      <Field label={t`Type "${{ name: pet.name }}" to confirm`}>
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
