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
      toast({ title: "Agent deleted successfully!" });
      onClose();
    },
    onError: (error) => toastError("Failed to delete agent", error, "Please try again"),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !removal.isPending) onClose();
      }}
      title="Delete Agent?"
      description={
        <>
          <strong>{pet.name}</strong>
          <span>
            {
              " goes for good, and with it its diary, its memories, its documents, all chats with it and their audio, and what people told it about themselves. This can't be undone."
            }
          </span>
        </>
      }
      confirmLabel={removal.isPending ? "Deleting..." : "Delete"}
      confirmDisabled={!isSameName(typed, pet.name)}
      busy={removal.isPending}
      onConfirm={() => removal.mutate()}
    >
      <Field label={`Type "${pet.name}" to confirm`}>
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </ConfirmDialog>
  );
}
