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
      toast({ title: "Promo code accepted!", description: "You can now proceed to registration" });
      navigate("/register");
    },
    onError: (error) =>
      error instanceof ApiError
        ? toastError("Invalid promo code", error, "Please enter a valid promo code to continue.")
        : toastError("Validation failed", error, "Unable to validate promo code. Please try again."),
  });
  const form = useTypedEarly(({ promoCode = "" }) => setCode(promoCode));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() !== "" && !check.isPending) check.mutate(code);
  };
  return (
    <AuthFrame title="Enter Promo Code" subtitle="Signing up needs an invitation">
      <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label="Promo Code"
          hint="Please contact your administrator for a valid promo code."
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
          {check.isPending ? "Validating..." : "Continue"}
        </Button>
      </form>
      <Button asChild variant="ghost">
        <Link href="/">Back to Home</Link>
      </Button>
    </AuthFrame>
  );
}

const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && (error.status === 403 || error.status === 400)
    ? (error.serverMessage ?? "Please enter a valid promo code to continue.")
    : undefined;
