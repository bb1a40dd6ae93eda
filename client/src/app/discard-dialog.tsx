import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";

type DiscardDialogProps = { unsaved: string[]; onKeep: () => void; onDiscard: () => void };

export function DiscardDialog({ unsaved, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onKeep();
      }}
      title="Discard unsaved changes?"
      description={`Not saved yet: ${unsaved.join(", ")}. If you go on, these changes are lost.`}
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
    />
  );
}
