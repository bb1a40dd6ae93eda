import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMyAccount } from "#shared/api/my-data.ts";
import { ConfirmDialog } from "@/components/ui/dialog.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input, PasswordInput } from "@/components/ui/input.tsx";
import { useLeave } from "@/domain/session/sign-out.ts";
import { ApiError, call } from "@/lib/api.ts";

type DeleteAccountDialogProps = { accountName: string; onClose: () => void };

/** Mount it only while it is open, so that its fields are empty each time. */
export function DeleteAccountDialog({ accountName, onClose }: DeleteAccountDialogProps) {
  const [password, setPassword] = useState("");
  const [typed, setTyped] = useState("");
  const leave = useLeave();
  const deletion = useMutation({
    mutationFn: () => call(deleteMyAccount, { body: { currentPassword: password, confirmation: typed } }),
    onSuccess: () =>
      leave({ title: "Account deleted", description: "Your account and everything in it are gone. Farewell!" }),
  });
  const { fields, message } = troubleOf(deletion.error);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open && !deletion.isPending) onClose();
      }}
      title="Delete my account?"
      description="Your account goes for good, with your pets, their diaries and documents, all chats and their audio. This can't be undone."
      confirmLabel={deletion.isPending ? "Deleting..." : "Delete for good"}
      confirmDisabled={typed.trim() !== accountName || password === ""}
      busy={deletion.isPending}
      onConfirm={() => deletion.mutate()}
    >
      <Field label="Your password" error={fields.currentPassword}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => {
            deletion.reset();
            setPassword(event.target.value);
          }}
        />
      </Field>
      <Field label={`Type "${accountName}" to confirm`} error={fields.confirmation}>
        <Input
          value={typed}
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {message !== undefined && (
        <p role="alert" className="font-semibold text-danger text-sm">
          {message}
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The error messages: those of fields where the server names them, else one for the form. */
function troubleOf(error: Error | null): { fields: Record<string, string>; message?: string } {
  if (error === null) return { fields: {} };
  if (!(error instanceof ApiError))
    return { fields: {}, message: "There is no connection just now. Please try again." };
  if (Object.keys(error.fields).length > 0) return { fields: error.fields };
  return { fields: {}, message: error.serverMessage ?? "Your account could not be deleted. Please try again." };
}
