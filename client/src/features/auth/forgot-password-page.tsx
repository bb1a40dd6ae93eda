import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { forgotPassword } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Skeleton } from "@/components/ui/loading.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { useConfig } from "@/domain/config.ts";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { ApiError, call, fieldErrorsOf, serverMessageOf } from "@/lib/api.ts";

export function ForgotPasswordPage() {
  const config = useConfig();
  return (
    <AuthFrame title={t`Forgot your password?`} subtitle={t`You can choose a new one`}>
      {config.isPending ? (
        <Skeleton className="h-28 w-full" />
      ) : config.isError ? (
        <Notice
          tone="error"
          title={t`There is no connection just now.`}
          action={<Button onClick={() => void config.refetch()}>{t`Try again`}</Button>}
        />
      ) : config.data.mailsPasswords ? (
        <MailForm />
      ) : (
        <p>
          {t`Please ask your administrator: they can reset your password and give you a temporary one, which you replace by your own when you sign in.`}
        </p>
      )}
      <Button asChild variant="ghost">
        <Link href="/login">{t`Back to Sign In`}</Link>
      </Button>
    </AuthFrame>
  );
}

function MailForm() {
  const [email, setEmail] = useState("");
  const ask = useMutation({ mutationFn: () => call(forgotPassword, { body: { email } }) });
  const fieldError = fieldErrorsOf(ask.error).email;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (email.trim() !== "" && !ask.isPending) ask.mutate();
  };
  if (ask.isSuccess) return <MailSent email={email.trim()} onAgain={() => ask.reset()} />;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field
        label={t`Email`}
        hint={t`The address of your account. We mail you a link with which you choose a new password.`}
        error={fieldError}
      >
        <Input
          type="email"
          name="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => {
            ask.reset();
            setEmail(target.value);
          }}
        />
      </Field>
      {ask.isError && fieldError === undefined && <Notice tone="error">{sentenceOf(ask.error)}</Notice>}
      <Button type="submit" size="lg" busy={ask.isPending} disabled={email.trim() === ""}>
        {ask.isPending ? t`Sending...` : t`Mail me a link`}
      </Button>
    </form>
  );
}

function MailSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <>
      <Notice tone="success" title={t`Look into your mail`}>
        <Trans>
          If <strong className="break-all">{email}</strong> belongs to an account, a link is on its way there. It works
          once, for 30 minutes.
        </Trans>
      </Notice>
      <p className="text-ink-muted text-sm">
        {t`Nothing there after a few minutes? Look among the spam, or ask your administrator which address your account has.`}
      </p>
      <Button variant="outline" onClick={onAgain}>
        {t`Use another address`}
      </Button>
    </>
  );
}

const sentenceOf = (error: unknown): string =>
  serverMessageOf(error) ??
  (error instanceof ApiError
    ? t`That did not work. Please try again.`
    : t`There is no connection just now. Please try again.`);
