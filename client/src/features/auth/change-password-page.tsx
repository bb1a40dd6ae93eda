import { plural, t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { changePassword } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { ACCESS_TOKENS_PART, hasEnded, useAccessTokens } from "@/domain/access-tokens.ts";
import { afterSignIn } from "@/domain/session/held-invitation.ts";
import { refreshSession, useUser } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { AuthCard } from "@/features/auth/auth-frame.tsx";
import { isConfirmed, NewPasswordFields } from "@/features/auth/new-password-fields.tsx";
import { dropTemporaryPassword, temporaryPasswordOf } from "@/features/auth/temporary-password.ts";
import { ApiError, call, fieldErrorsOf } from "@/lib/api.ts";
import { NEW_OWNER } from "@/lib/product.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

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
  const change = useChangePassword(isDefaultPassword);
  const errors = fieldErrorsOf(change.error);
  const isReady = fields.currentPassword.trim() !== "" && isConfirmed(fields);

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
      title={t`Change Password`}
      subtitle={isDefaultPassword ? t`Please change your default password to continue` : t`Update your password`}
    >
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label={t`Current Password`} error={errors.currentPassword}>
          <PasswordInput
            autoComplete="current-password"
            value={fields.currentPassword}
            onChange={set("currentPassword")}
          />
        </Field>
        <NewPasswordFields
          {...fields}
          error={errors.newPassword}
          autoFocus={issued !== ""}
          onNewPassword={set("newPassword")}
          onConfirmation={set("confirmation")}
        />
        <Button type="submit" size="lg" busy={change.isPending} disabled={!isReady}>
          {change.isPending ? t`Updating Password...` : t`Update Password`}
        </Button>
      </form>
      {!isDefaultPassword && <LastingTokens />}
      {isDefaultPassword ? (
        <Button
          variant="ghost"
          onClick={() => {
            dropTemporaryPassword();
            void signOut();
          }}
        >
          {t`Sign Out`}
        </Button>
      ) : (
        <Button asChild variant="ghost">
          <Link href="/app">{t`Back`}</Link>
        </Button>
      )}
    </AuthCard>
  );
}

function useChangePassword(isFirst: boolean) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: ({ currentPassword, newPassword }: Passwords) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    onSuccess: async () => {
      dropTemporaryPassword();
      toast({ title: t`Password Changed`, description: t`Your password has been successfully updated.` });
      await refreshSession(client);
      const home = afterSignIn("/");
      navigate(home, isFirst && home === "/" ? { state: NEW_OWNER } : {});
    },
    onError: (error) =>
      error instanceof ApiError
        ? toastError(t`Password Change Failed`, error, t`Failed to change password`)
        : toastError(t`Password Change Error`, error, t`Failed to change password. Please try again.`),
  });
}

/** A new password ends no access token, which whoever knew the old one may have made. */
function LastingTokens() {
  const { data, isError } = useAccessTokens();
  const count = data?.tokens.filter((token) => !hasEnded(token)).length ?? 0;
  if (count === 0 && !isError) return null;
  return (
    <p className="text-center text-ink-muted text-sm">
      <span>{`${isError ? t`Access tokens stay valid after the change.` : sentence(count)} `}</span>
      <Link
        href={`/my-data#${ACCESS_TOKENS_PART}`}
        className="inline-block font-bold text-secondary underline underline-offset-4"
      >
        {plural(count, { one: "Revoke it in My data", other: "Revoke them in My data" })}
      </Link>
    </p>
  );
}

const sentence = (count: number): string =>
  plural(count, {
    one: "# access token of yours stays valid after the change.",
    other: "# access tokens of yours stay valid after the change.",
  });
