import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { validatePromo } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { ApiError, call } from "@/lib/api.ts";
import { useTypedEarly } from "@/lib/built-page.tsx";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

export function PromoCodePage() {
  const [, navigate] = useLocation();
  const [code, setCode] = useState("");
  const check = useMutation({
    mutationFn: (promoCode: string) => call(validatePromo, { body: { promoCode } }),
    onSuccess: () => {
      toast({ title: t`Promo code accepted!`, description: t`You can now proceed to registration` });
      navigate("/register");
    },
    onError: (error) =>
      error instanceof ApiError
        ? toastError(t`Invalid promo code`, error, t`Please enter a valid promo code to continue.`)
        : toastError(t`Validation failed`, error, t`Unable to validate promo code. Please try again.`),
  });
  const form = useTypedEarly(({ promoCode = "" }) => setCode(promoCode));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "" && !check.isPending) check.mutate(code);
  };
  return (
    <AuthFrame title={t`Enter Promo Code`} subtitle={t`Signing up needs an invitation`}>
      <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={t`Promo Code`}
          hint={t`Please contact your administrator for a valid promo code.`}
          error={refusalOf(check.error)}
        >
          <PasswordInput
            name="promoCode"
            autoComplete="off"
            value={code}
            onChange={(event) => {
              check.reset();
              setCode(event.target.value);
            }}
          />
        </Field>
        <Button type="submit" size="lg" busy={check.isPending} disabled={code.trim() === ""}>
          {check.isPending ? t`Validating...` : t`Continue`}
        </Button>
      </form>
      <Button asChild variant="ghost">
        <Link href="/">{t`Back to Home`}</Link>
      </Button>
    </AuthFrame>
  );
}

const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status === 403 || error.status === 400)
    ? (error.serverMessage ?? t`Please enter a valid promo code to continue.`)
    : undefined;
