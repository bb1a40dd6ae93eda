import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check, Circle } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { refreshSession, useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { AuthCard } from "@/features/auth/auth-frame.tsx";
import { dropTemporaryPassword, temporaryPasswordOf } from "@/features/auth/temporary-password.ts";
import { ApiError, call, fieldErrorsOf } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { changePassword, PASSWORD_TOO_SHORT, passwordRules } from "../../../../shared/api/auth.ts";
import { limits } from "../../../../shared/limits.ts";

interface Passwords {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

export function ChangePasswordPage() {
  const { isDefaultPassword, username } = useUser();
  const signOut = useSignOut();
  const issued = temporaryPasswordOf(username);
  const [fields, setFields] = useState<Passwords>({ currentPassword: issued, newPassword: "", confirmation: "" });
  const change = useChangePassword();
  const errors = fieldErrorsOf(change.error);
  const matches = fields.newPassword === fields.confirmation;
  const isLong = fields.newPassword.length >= limits.password.min;
  const isReady = fields.currentPassword !== "" && isLong && matches;
  const tooShort = fields.newPassword === "" || isLong ? {} : { hint: PASSWORD_TOO_SHORT };

  const set = (name: keyof Passwords) => (event: { target: { value: string } }) => {
    change.reset();
    setFields({ ...fields, [name]: event.target.value });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !change.isPending) change.mutate(fields);
  };

  return (
    <AuthCard
      title="Change Password"
      subtitle={isDefaultPassword ? "Please change your default password to continue" : "Update your password"}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Current Password" error={errors.currentPassword}>
          <PasswordInput
            autoComplete="current-password"
            value={fields.currentPassword}
            onChange={set("currentPassword")}
          />
        </Field>
        <Field label="New Password" error={errors.newPassword} {...tooShort}>
          <PasswordInput
            autoComplete="new-password"
            autoFocus={issued !== ""}
            value={fields.newPassword}
            onChange={set("newPassword")}
          />
        </Field>
        <Requirements password={fields.newPassword} />
        <Field label="Confirm New Password">
          <PasswordInput autoComplete="new-password" value={fields.confirmation} onChange={set("confirmation")} />
        </Field>
        <div aria-live="polite" className="-mt-3">
          {fields.confirmation !== "" && <Match matches={matches} />}
        </div>
        <Button type="submit" size="lg" busy={change.isPending} disabled={!isReady}>
          {change.isPending ? "Updating Password..." : "Update Password"}
        </Button>
      </form>
      {isDefaultPassword ? (
        <Button
          variant="ghost"
          onClick={() => {
            dropTemporaryPassword();
            void signOut();
          }}
        >
          Sign Out
        </Button>
      ) : (
        <Button asChild variant="ghost">
          <Link href="/app">Back</Link>
        </Button>
      )}
    </AuthCard>
  );
}

function useChangePassword() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: Passwords) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: async () => {
      dropTemporaryPassword();
      toast({ title: "Password Changed", description: "Your password has been successfully updated." });
      await refreshSession(client);
      navigate("/");
    },
    onError: (error) =>
      error instanceof ApiError
        ? toastError("Password Change Failed", error, "Failed to change password")
        : toastError("Password Change Error", error, "Failed to change password. Please try again."),
  });
}

function Requirements({ password }: { password: string }) {
  return (
    <div className="rounded-control bg-surface-sunken p-4 text-sm">
      <h2 className="mb-2 font-bold font-sans text-sm">Password requirements</h2>
      <ul className="flex flex-col gap-1">
        {passwordRules.map(({ label, test }) => {
          const isMet = test(password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={label} className={`flex items-center gap-2 ${isMet ? "text-success" : ""}`}>
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {label}
              <span className="sr-only">{isMet ? " (met)" : " (not met yet)"}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Match({ matches }: { matches: boolean }) {
  const Icon = matches ? Check : Circle;
  return (
    <p className={`flex items-center gap-2 font-semibold text-sm ${matches ? "text-success" : "text-ink-muted"}`}>
      <Icon aria-hidden="true" className="size-4" />
      {matches ? "Passwords match" : "Passwords don't match yet"}
    </p>
  );
}
