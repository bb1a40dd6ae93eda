import { type ReactNode, useId } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";

type AdminDialogProps = {
  title: ReactNode;
  description?: ReactNode;
  /** A button that closes it, unless there is something else to decide. */
  footer?: ReactNode;
  size?: "sm" | "md" | "lg";
  /** Escape does not close it either, because its content can't be shown again. */
  isSticky?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Mount it only while it is open. A click outside does not close it, so that no typed text is lost. */
export function AdminDialog({
  onClose,
  title,
  description,
  footer = (
    <Button variant="outline" onClick={onClose}>
      Done
    </Button>
  ),
  size = "md",
  isSticky = false,
  children,
}: AdminDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={<span className="wrap-anywhere">{title}</span>}
      description={description}
      footer={footer}
      size={size}
      onInteractOutside={(event) => event.preventDefault()}
      onEscapeKeyDown={(event) => {
        if (isSticky) event.preventDefault();
      }}
    >
      {children}
    </Dialog>
  );
}

type FormDialogProps = Omit<AdminDialogProps, "footer" | "isSticky"> & {
  /** From `useAdminForm`. */
  form: { submit: () => unknown; isPending: boolean };
  submitLabel: string;
  /** The label of the submit button while the call is under way. */
  pendingLabel: string;
};

export function FormDialog({ form, submitLabel, pendingLabel, onClose, children, ...dialog }: FormDialogProps) {
  const formId = useId();
  return (
    <AdminDialog
      {...dialog}
      onClose={() => {
        if (!form.isPending) onClose();
      }}
      footer={
        <>
          <Button variant="outline" disabled={form.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={form.isPending}>
            {form.isPending ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!form.isPending) void form.submit();
        }}
      >
        {children}
      </form>
    </AdminDialog>
  );
}
