import { t } from "@lingui/core/macro";
import { useId } from "react";
import { errorIdOf, Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { ApiError } from "@/lib/api.ts";

export type Credentials = { username: string; password: string };

type SignInFieldsProps = {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  usernameHint?: string;
  /** One sentence for both fields: which of them is wrong is never said. */
  error?: string | undefined;
  isPasswordFirst?: boolean;
};

export function SignInFields({
  credentials,
  onChange,
  usernameHint,
  error,
  isPasswordFirst = false,
}: SignInFieldsProps) {
  const passwordId = useId();
  const isWrong = error !== undefined;
  return (
    <>
      <Field label={t`Username`} hint={usernameHint ?? t`Username is case-sensitive`}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={credentials.username}
          {...(isWrong && { "aria-invalid": true, "aria-describedby": errorIdOf(passwordId) })}
          onChange={({ target }) => onChange({ ...credentials, username: target.value })}
        />
      </Field>
      <Field id={passwordId} label={t`Password`} hint={t`Password is case-sensitive`} error={error}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          onChange={({ target }) => onChange({ ...credentials, password: target.value })}
          {...(isPasswordFirst ? { "data-first-field": true } : {})}
        />
      </Field>
    </>
  );
}

export const isFilledIn = ({ username, password }: Credentials): boolean =>
  username.trim() !== "" && password.trim() !== "";

/** Undefined for other failures, which are shown elsewhere. */
export const refusalOf = (error: unknown): string | undefined =>
  error instanceof ApiError && error.status === 401 ? (error.serverMessage ?? t`Invalid email or password`) : undefined;
