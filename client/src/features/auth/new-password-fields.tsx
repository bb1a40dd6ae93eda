import { t } from "@lingui/core/macro";
import { Check, Circle } from "lucide-react";
import type { ChangeEvent } from "react";
import { PASSWORD_TOO_SHORT, passwordRules } from "#shared/api/auth.ts";
import { limits } from "#shared/limits.ts";
import { Field } from "@/components/ui/field.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";

interface NewPassword {
  newPassword: string;
  confirmation: string;
}

interface NewPasswordFieldsProps extends NewPassword {
  error: string | undefined;
  autoFocus?: boolean;
  onNewPassword: (event: ChangeEvent<HTMLInputElement>) => void;
  onConfirmation: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The server knows the other rules. */
export const isConfirmed = ({ newPassword, confirmation }: NewPassword): boolean =>
  newPassword.trim().length >= limits.password.min && newPassword.trim() === confirmation.trim();

export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { newPassword, confirmation, error, autoFocus = false, onNewPassword, onConfirmation } = props;
  const isShort = newPassword !== "" && newPassword.trim().length < limits.password.min;
  return (
    <>
      <Field label={t`New Password`} error={error} {...(isShort ? { hint: PASSWORD_TOO_SHORT } : {})}>
        <PasswordInput autoComplete="new-password" autoFocus={autoFocus} value={newPassword} onChange={onNewPassword} />
      </Field>
      <Requirements password={newPassword.trim()} />
      <Field label={t`Confirm New Password`}>
        <PasswordInput autoComplete="new-password" value={confirmation} onChange={onConfirmation} />
      </Field>
      <div aria-live="polite" className="-mt-3">
        {confirmation !== "" && <Match matches={newPassword.trim() === confirmation.trim()} />}
      </div>
    </>
  );
}

function Requirements({ password }: { password: string }) {
  return (
    <div className="rounded-control bg-surface-sunken p-4 text-sm">
      <h2 className="mb-2 font-bold font-sans text-sm">{t`Password requirements`}</h2>
      <ul className="flex flex-col gap-1">
        {passwordRules.map(({ label, test }) => {
          const isMet = test(password);
          const Icon = isMet ? Check : Circle;
          return (
            <li key={label} className={`flex items-center gap-2 ${isMet ? "text-success" : ""}`}>
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              <span>{label}</span>
              <span className="sr-only">{` ${isMet ? t`(met)` : t`(not met yet)`}`}</span>
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
      <span>{matches ? t`Passwords match` : t`Passwords don't match yet`}</span>
    </p>
  );
}
