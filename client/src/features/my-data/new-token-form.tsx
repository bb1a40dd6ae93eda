import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { createAccessToken, type TokenScope, tokenScopes } from "#shared/api/access-tokens.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { accessTokensKey } from "@/domain/access-tokens.ts";
import { call, fieldErrorsOf } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";

const NEVER = "never";
const ends = [
  { value: "30", label: t`in 30 days` },
  { value: "90", label: t`in 90 days` },
  { value: "365", label: t`in a year` },
  { value: NEVER, label: t`when I revoke it` },
];

type NewTokenFormProps = { onMade: (token: string) => void; onCancel: () => void };

export function NewTokenForm({ onMade, onCancel }: NewTokenFormProps) {
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["read"]);
  const [days, setDays] = useState("90");
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      call(createAccessToken, { body: { name, scopes: [...scopes], days: days === NEVER ? null : Number(days) } }),
    onSuccess: async ({ token }) => {
      onMade(token);
      await client.invalidateQueries({ queryKey: accessTokensKey });
    },
    onError: (error) => toastError(t`Failed to make an access token`, error, t`Please try again`),
  });
  const problem = tooLong(name, limits.tokenName);
  const isReady = name.trim() !== "" && problem === undefined && scopes.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !make.isPending) make.mutate();
  };
  const toggle = (scope: TokenScope, isOn: boolean) =>
    setScopes(isOn ? [...scopes, scope] : scopes.filter((held) => held !== scope));
  return (
    <form aria-label={t`New access token`} onSubmit={submit} className="flex flex-col gap-5 border-line border-t pt-5">
      <Field label={t`What is it for?`} error={problem ?? fieldErrorsOf(make.error).name}>
        <Input autoFocus value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1.5 font-bold">{t`It may`}</legend>
        {tokenScopes.map((scope) => (
          <ScopeSwitch key={scope} scope={scope} isOn={scopes.includes(scope)} onToggle={toggle} />
        ))}
      </fieldset>
      <Field label={t`It ends`}>
        <Select value={days} onValueChange={setDays} options={ends} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={make.isPending} disabled={!isReady}>
          {make.isPending ? t`Making...` : t`Make the token`}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  );
}

type ScopeSwitchProps = { scope: TokenScope; isOn: boolean; onToggle: (scope: TokenScope, isOn: boolean) => void };

function ScopeSwitch({ scope, isOn, onToggle }: ScopeSwitchProps) {
  const id = `scope-${scope}`;
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <p id={id}>
        <strong>{scopeNames[scope]}</strong>
        <span>{`: ${scopeTexts[scope]}`}</span>
      </p>
      <Switch aria-labelledby={id} checked={isOn} onCheckedChange={(next) => onToggle(scope, next)} />
    </div>
  );
}

export function MadeToken({ token, onDone }: { token: string; onDone: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title={t`Copy this token now`}>
        {t`It is shown only once. Whoever has it can do what you allowed, so keep it like a password.`}
      </Notice>
      <CopyField
        label={t`Your new access token`}
        value={token}
        copied={t`Access token copied!`}
        refused={t`Please copy the token by hand.`}
      />
      <div>
        <Button onClick={onDone}>{t`I have copied it`}</Button>
      </div>
    </div>
  );
}

export const scopeNames: Record<TokenScope, string> = { read: t`Read`, chat: t`Chat`, knowledge: t`Teach` };

const scopeTexts: Record<TokenScope, string> = {
  read: t`see your pets, their diary and documents, and your chats`,
  chat: t`talk with your pets`,
  knowledge: t`answer diary questions, add and delete documents`,
};
