import type { ReactNode } from "react";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog.tsx";
import { useShowDialog } from "./admin-card.tsx";
import { type AdminMutation, useAdminMutation } from "./use-admin-mutation.ts";

export type AdminDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** A button that closes it, unless there is something else to decide. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Escape does not close it either, because its content can't be shown again. */
  isSticky?: boolean;
  /** While its work is under way nothing closes it. */
  isBusy?: boolean;
  children: ReactNode;
};

/** A click outside does not close it, so that no typed text is lost. */
export function AdminDialog({ title, footer, isSticky = false, isBusy = false, ...dialog }: AdminDialogProps) {
  const showDialog = useShowDialog();
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(open) => {
        if (!open && !isBusy) showDialog(null);
      }}
      title={<span className="wrap-anywhere">{title}</span>}
      footer={
        footer ?? (
          <Button variant={isSticky ? "primary" : "outline"} onClick={() => showDialog(null)}>
            Done
          </Button>
        )
      }
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => {
        if (isSticky) event.preventDefault();
      }}
    />
  );
}

type AdminQuestionProps = {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  /** The label of the button while the work is under way. */
  pendingLabel: string;
};

/** Asks before something that can't be taken back. */
export function AdminQuestion({
  confirmLabel,
  pendingLabel,
  isPending,
  ...question
}: AdminQuestionProps & { isPending: boolean; onConfirm: () => void }) {
  const showDialog = useShowDialog();
  return (
    <ConfirmDialog
      {...question}
      open
      onOpenChange={(open) => {
        if (!open && !isPending) showDialog(null);
      }}
      confirmLabel={isPending ? pendingLabel : confirmLabel}
      busy={isPending}
    />
  );
}

type ChangeQuestionProps = AdminQuestionProps & Omit<AdminMutation<void, unknown>, "onSuccess" | "scope">;

/** Asks before a change by an administrator, and makes it. */
export function ChangeQuestion({ title, description, confirmLabel, pendingLabel, ...change }: ChangeQuestionProps) {
  const showDialog = useShowDialog();
  const { mutate, isPending } = useAdminMutation({ ...change, onSuccess: () => showDialog(null) });
  return (
    <AdminQuestion
      {...{ title, description, confirmLabel, pendingLabel, isPending }}
      onConfirm={() => mutate(undefined)}
    />
  );
}
