import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { login, trimUsername, type User } from "#shared/api/auth.ts";
import { Button } from "@/components/ui/button.tsx";
import { Dialog } from "@/components/ui/dialog.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { markSignedOut, refreshSession } from "@/domain/session/session.ts";
import { useSignOut } from "@/domain/session/sign-out.ts";
import { call, serverMessageOf } from "@/lib/api.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { tellOtherTabs } from "@/lib/other-tabs.ts";
import { forgetLoadedFiles } from "@/lib/service-worker.ts";
import { dismissToast } from "@/lib/toast.ts";
import { type Credentials, isFilledIn, refusalOf, SignInFields } from "./sign-in-fields.tsx";

const FORM = "sign-in-again";

interface SignInAgainProps {
  open: boolean;
  user: User;
  /** Somebody else has signed in meanwhile, in another tab. */
  isReplaced: boolean;
}

/** Over the page of a person whose session ended: with the same account the page goes on as it is. */
export function SignInAgain({ open, user, isReplaced }: SignInAgainProps) {
  const [credentials, setCredentials] = useState({ username: user.username ?? "", password: "" });
  const signIn = useMutation({ mutationFn: useSignInAgain(user), networkMode: "always" });
  const signOut = useSignOut();
  const startAnew = useStartAnew();
  // The refused call has shown a message, which this dialog says better.
  useEffect(() => dismissToast(), []);
  const isReady = isFilledIn(credentials);
  const username = trimUsername(credentials.username);
  const isOther = username !== "" && username !== user.username;
  const refusal = refusalOf(signIn.error);

  const submit = (event: FormEvent) => {
    // React passes events of a dialog on to the page's form around it.
    event.stopPropagation();
    event.preventDefault();
    if (isReady && !signIn.isPending) signIn.mutate(credentials);
  };
  return (
    <Dialog
      open={open}
      size="sm"
      isClosable={false}
      hidesPage
      {...(isReplaced ? replaced : ended)}
      footer={
        <>
          <Button variant="outline" onClick={() => void (isReplaced ? startAnew() : signOut())}>
            {t`Leave this page`}
          </Button>
          <Button type="submit" form={FORM} busy={signIn.isPending} disabled={!isReady}>
            {signIn.isPending ? t`Signing in...` : t`Sign In`}
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} className="flex flex-col gap-5">
        {signIn.isError && refusal === undefined && <Notice tone="error" title={titleOf(signIn.error)} />}
        <SignInFields
          credentials={credentials}
          error={refusal}
          onChange={(changed) => {
            signIn.reset();
            setCredentials(changed);
          }}
          isPasswordFirst={user.username !== null}
          {...(isOther ? { usernameHint: OTHER_ACCOUNT } : {})}
        />
      </form>
    </Dialog>
  );
}

const ended = {
  title: t`Please sign in again`,
  description: t`You have been signed out. Everything on this page is still here, and you can go on where you were.`,
};
const replaced = {
  title: t`Somebody else has signed in`,
  description: t`It was in another tab of this browser. Nothing was done in their name. Sign in again to go on here where you were, which signs them out. If you leave this page, what is not saved here is lost.`,
};
const OTHER_ACCOUNT = t`With another username the page starts anew, and what is not saved here is lost.`;

const titleOf = (error: Error): string => serverMessageOf(error) ?? t`Failed to connect to server. Please try again.`;

/** Another account gets a new page, without anything of the first one. */
function useSignInAgain(before: User): (credentials: Credentials) => Promise<void> {
  const client = useQueryClient();
  const startAnew = useStartAnew();
  return async (credentials) => {
    const { user } = await call(login, { body: { ...credentials, timeZone: deviceTimeZone() } });
    tellOtherTabs();
    // Refused calls are repeated (lib/api.ts).
    return user.id === before.id ? refreshSession(client) : startAnew();
  };
}

function useStartAnew(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    setActivePet(null);
    sessionStorage.clear();
    markSignedOut(client);
    await forgetLoadedFiles().catch(() => undefined);
    // A new document, because parts of the page keep what was typed or recorded in memory.
    location.assign("/app");
  };
}
