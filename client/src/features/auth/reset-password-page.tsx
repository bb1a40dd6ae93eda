import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Link } from "wouter";
import { checkResetLink, resetForgotten } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { markSignedOut } from "@/domain/session/session.ts";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { isConfirmed, NewPasswordFields } from "@/features/auth/new-password-fields.tsx";
import { ApiError, call, fieldErrorsOf, serverMessageOf } from "@/lib/api.ts";

/** The token stands behind the `#` of the mailed link, and leaves the address as soon as it was read. */
export function ResetPasswordPage() {
  const [token] = useState(() => window.location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  const client = useQueryClient();
  useEffect(() => {
    if (token !== "") window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [token]);
  const finish = () => {
    // The reset ends every session.
    markSignedOut(client);
    setDone(true);
  };
  if (isDone) return <PasswordChanged />;
  return (
    <AuthFrame title={t`Choose a new password`} subtitle={t`It replaces the one that you forgot`}>
      {token === "" ? <ExpiredLink /> : <ResetLink token={token} onDone={finish} />}
      <Button asChild variant="ghost">
        <Link href="/login">{t`Back to Sign In`}</Link>
      </Button>
    </AuthFrame>
  );
}

function ResetLink({ token, onDone }: { token: string; onDone: () => void }) {
  const link = useQuery({
    // The token itself would stay in the cache.
    queryKey: ["reset-link"],
    queryFn: () => call(checkResetLink, { body: { token } }),
    gcTime: 0,
  });
  if (link.isPending) return <Skeleton className="h-72 w-full" />;
  if (!link.isError) return <NewPasswordForm token={token} username={link.data.username} onDone={onDone} />;
  if (isExpired(link.error)) return <ExpiredLink />;
  return (
    <Notice
      tone="error"
      title={serverMessageOf(link.error) ?? t`There is no connection just now.`}
      action={<Button onClick={() => void link.refetch()}>{t`Try again`}</Button>}
    />
  );
}

type NewPasswordFormProps = { token: string; username: string | null; onDone: () => void };

function NewPasswordForm({ token, username, onDone }: NewPasswordFormProps) {
  const [fields, setFields] = useState({ newPassword: "", confirmation: "" });
  const reset = useMutation({
    mutationFn: () => call(resetForgotten, { body: { token, newPassword: fields.newPassword } }),
    onSuccess: onDone,
  });
  const { newPassword: fieldError } = fieldErrorsOf(reset.error);
  const isReady = isConfirmed(fields);
  const change = (name: keyof typeof fields) => (event: { target: { value: string } }) => {
    reset.reset();
    setFields({ ...fields, [name]: event.target.value });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !reset.isPending) reset.mutate();
  };
  if (isExpired(reset.error)) return <ExpiredLink />;
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {username !== null && (
        <p className="text-center">
          <Trans>
            For the username <strong className="break-all">{username}</strong>
          </Trans>
        </p>
      )}
      {/* A password manager takes the name from here. */}
      <input type="text" name="username" autoComplete="username" value={username ?? ""} readOnly hidden />
      <NewPasswordFields
        {...fields}
        error={fieldError}
        autoFocus
        onNewPassword={change("newPassword")}
        onConfirmation={change("confirmation")}
      />
      {reset.isError && fieldError === undefined && (
        <Notice tone="error">
          {serverMessageOf(reset.error) ?? t`There is no connection just now. Please try again.`}
        </Notice>
      )}
      <Button type="submit" size="lg" busy={reset.isPending} disabled={!isReady}>
        {reset.isPending ? t`Saving...` : t`Save new password`}
      </Button>
    </form>
  );
}

function ExpiredLink() {
  return (
    <>
      <Notice tone="error" title={t`This link is no longer valid`}>
        {t`A link works once, for 30 minutes, and a newer mail replaces it. It also has to be complete.`}
      </Notice>
      <Button asChild size="lg">
        <Link href="/forgot-password">{t`Ask for a new link`}</Link>
      </Button>
    </>
  );
}

function PasswordChanged() {
  return (
    <AuthFrame title={t`Your password is changed`} subtitle={t`You were signed out everywhere`}>
      <Notice tone="success">{t`Sign in with your username and your new password.`}</Notice>
      <Button asChild size="lg">
        <Link href="/login">{t`Sign In`}</Link>
      </Button>
    </AuthFrame>
  );
}

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === "link_not_valid";
