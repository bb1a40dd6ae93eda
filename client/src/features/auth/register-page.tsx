import { t } from "@lingui/core/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Link, Redirect } from "wouter";
import { checkPromo, type Registration, register, registration } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { holdTemporaryPassword } from "@/features/auth/temporary-password.ts";
import { call, fieldErrorsOf } from "@/lib/api.ts";
import { useTypedEarly } from "@/lib/built-page.tsx";
import { deviceTimeZone } from "@/lib/device.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

type FieldName = keyof Registration;

const inputs: readonly { name: FieldName; label: string; type: string; autoComplete: string; hint?: string }[] = [
  {
    name: "username",
    label: t`Username`,
    type: "text",
    autoComplete: "username",
    hint: t`At least 6 characters: letters, numbers, hyphens (-) and underscores (_). You will sign in with it.`,
  },
  { name: "email", label: t`Email`, type: "email", autoComplete: "email" },
  { name: "phone", label: t`Phone`, type: "tel", autoComplete: "tel", hint: t`For example (555) 123-4567` },
  { name: "firstName", label: t`First Name`, type: "text", autoComplete: "given-name" },
  { name: "lastName", label: t`Last Name`, type: "text", autoComplete: "family-name" },
  { name: "address", label: t`Address`, type: "text", autoComplete: "street-address" },
];

const empty: Registration = { username: "", email: "", phone: "", firstName: "", lastName: "", address: "" };

export function RegisterPage() {
  const promo = useQuery({
    queryKey: ["/api/auth/promo/check"],
    queryFn: () => call(checkPromo, {}),
    staleTime: 0,
    gcTime: 0,
  });
  const create = useMutation({
    mutationFn: (fields: Registration) => call(register, { body: { ...fields, timeZone: deviceTimeZone() } }),
    onSuccess: () =>
      toast({
        title: t`Registration successful!`,
        description: t`Your account has been created. Please copy your temporary password.`,
      }),
    onError: (error) => toastError(t`Registration failed`, error, t`Please try again.`),
  });
  if (create.isSuccess)
    return <RegistrationComplete username={create.data.username} password={create.data.tempPassword} />;
  if (promo.isError) return <Redirect to="/promo-code" replace />;
  const serverErrors = fieldErrorsOf(create.error);
  return <RegistrationForm isBusy={create.isPending} serverErrors={serverErrors} onSubmit={create.mutate} />;
}

interface RegistrationFormProps {
  isBusy: boolean;
  serverErrors: Record<string, string>;
  onSubmit: (fields: Registration) => void;
}

function RegistrationForm({ isBusy, serverErrors, onSubmit }: RegistrationFormProps) {
  const [fields, setFields] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useTypedEarly((typed) => setFields((now) => ({ ...now, ...typed })));
  const isComplete = Object.values(fields).every((value) => value.trim() !== "");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || isBusy) return;
    const checked = registration.safeParse(fields);
    setErrors(checked.success ? {} : messagesOf(checked.error.issues));
    if (checked.success) onSubmit(checked.data);
  };

  return (
    <AuthFrame title={t`Create Your Account`} subtitle={t`One account, one pet. It takes a minute.`} wide>
      <form ref={form} method="post" onSubmit={submit} noValidate className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        {inputs.map(({ name, label, hint, type, autoComplete }) => (
          <Field
            key={name}
            label={label}
            hint={hint}
            error={errors[name] ?? serverErrors[name]}
            required
            className={name === "username" || name === "address" ? "sm:col-span-2" : ""}
          >
            <Input
              name={name}
              type={type}
              autoComplete={autoComplete}
              autoCapitalize={name === "username" || name === "email" ? "none" : undefined}
              spellCheck={false}
              value={fields[name]}
              onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Button type="submit" size="lg" busy={isBusy} disabled={!isComplete} className="sm:col-span-2">
          {isBusy ? t`Creating Account...` : t`Create Account`}
        </Button>
      </form>
      <Button asChild variant="ghost">
        <Link href="/promo-code">{t`Back`}</Link>
      </Button>
    </AuthFrame>
  );
}

function messagesOf(issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const { path, message } of issues) messages[String(path[0])] ??= message;
  return messages;
}

/** The temporary password can't be shown again, so leaving without a copy needs a confirmation. */
export function RegistrationComplete({ username, password }: { username: string; password: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (isCopied) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isCopied]);

  return (
    <AuthFrame title={t`Registration Complete`} subtitle={t`Welcome! Your username is ${username}`}>
      <CopyField
        label={t`Temporary Password`}
        value={password}
        copied={t`Password copied!`}
        refused={t`Please manually copy the password.`}
        onCopied={() => setCopied(true)}
        className="text-lg"
      />
      <Notice tone="warning" title={t`Copy this password now`}>
        {t`It is shown only once. You will be asked to change it after your first sign-in.`}
      </Notice>
      <Button asChild size="lg">
        <Link href="/login" onClick={() => holdTemporaryPassword({ username, password })}>
          {t`Continue to Sign In`}
        </Link>
      </Button>
    </AuthFrame>
  );
}
