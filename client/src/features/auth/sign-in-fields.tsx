import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";

export type Credentials = { username: string; password: string };

type SignInFieldsProps = {
  credentials: Credentials;
  onChange: (credentials: Credentials) => void;
  usernameHint?: string;
  /** Where the username is known already, a dialog begins at the password. */
  isPasswordFirst?: boolean;
};

export function SignInFields({ credentials, onChange, usernameHint, isPasswordFirst = false }: SignInFieldsProps) {
  return (
    <>
      <Field label="Username" hint={usernameHint ?? "Username is case-sensitive"}>
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={credentials.username}
          onChange={({ target }) => onChange({ ...credentials, username: target.value })}
        />
      </Field>
      <Field label="Password" hint="Password is case-sensitive">
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
