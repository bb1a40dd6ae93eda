import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, Redirect, useLocation } from "wouter";
import { login } from "#shared/api/auth.ts";
import { DogWithCollar } from "@/components/art/dog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { afterSignIn } from "@/domain/session/held-invitation.ts";
import { markSignedOut, refreshSession, useSession } from "@/domain/session/session.ts";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { isFilledIn, refusalOf, SignInFields } from "@/features/auth/sign-in-fields.tsx";
import { heldSignIn, holdTemporaryPassword } from "@/features/auth/temporary-password.ts";
import { ApiError, call } from "@/lib/api.ts";
import { useTypedEarly } from "@/lib/built-page.tsx";
import { deviceTimeZone } from "@/lib/device.ts";
import { tellOtherTabs } from "@/lib/other-tabs.ts";
import { productName } from "@/lib/product.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

export function LoginPage() {
  const session = useSession();
  const signIn = useSignIn();
  const [credentials, setCredentials] = useState(heldSignIn);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: signIn });
  const form = useTypedEarly((typed) => setCredentials((now) => ({ ...now, ...typed })));
  const isReady = isFilledIn(credentials);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady && !isPending) mutate(credentials);
  };

  const isSignedIn = session.status === "authenticated" || session.status === "password-change-required";
  return (
    <AuthFrame title={t`Pet ${productName} AI`} subtitle={t`Sign in to chat with your pet`} art={<DogWithCollar />}>
      {/* Beside the form, because who is signed in may be known before React has taken over the built page. */}
      {isSignedIn && !isPending && (
        <Redirect to={session.status === "authenticated" ? afterSignIn("/app") : "/app"} replace />
      )}
      {/* `post`: before the script runs, the browser itself might send the form, and must not put a password into an address. */}
      <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-5">
        <SignInFields
          credentials={credentials}
          error={refusalOf(error)}
          onChange={(changed) => {
            reset();
            setCredentials(changed);
          }}
        />
        <Button type="submit" size="lg" busy={isPending} disabled={!isReady}>
          {isPending ? t`Signing in...` : t`Sign In`}
        </Button>
      </form>
      <footer className="flex flex-col items-center gap-1 text-center">
        <nav aria-label={t`Help with signing in`} className="flex flex-wrap justify-center gap-x-5">
          <Link
            href="/forgot-password"
            className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
          >
            {t`Forgot your password?`}
          </Link>
          <Link
            href="/signin-help"
            className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
          >
            {t`Trouble Signing In?`}
          </Link>
        </nav>
        <p>
          <Trans>
            Need an account? Sign Up first from{" "}
            <Link href="/" className="font-bold text-secondary underline underline-offset-4">
              Home
            </Link>
            .
          </Trans>
        </p>
      </footer>
    </AuthFrame>
  );
}

/** The browser needs a moment to keep the new cookie (specification, section 9). */
const POST_LOGIN_WAIT_MS = 100;
const DEFAULT_PASSWORD_TOAST_MS = 10_000;

/** @throws what its toast says */
function useSignIn(): (credentials: { username: string; password: string }) => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async (credentials) => {
    try {
      const { user, requirePasswordChange } = await call(login, {
        body: { ...credentials, timeZone: deviceTimeZone() },
      });
      tellOtherTabs();
      // Ends the page of whoever was signed in before.
      markSignedOut(client);
      // Before the session is known: from then on the change of the password may be shown.
      if (requirePasswordChange) holdTemporaryPassword(credentials);
      setActivePet(null);
      await new Promise((resolve) => setTimeout(resolve, POST_LOGIN_WAIT_MS));
      client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
      await Promise.all([refreshSession(client), refreshAgents(client)]);
      if (requirePasswordChange)
        toast({
          title: t`Password Change Required`,
          description: t`Please change your password to continue.`,
          variant: "destructive",
          duration: DEFAULT_PASSWORD_TOAST_MS,
        });
      else toast({ title: t`Login Successful`, description: t`Welcome back, ${{ firstName: user.firstName }}!` });
      // A small window may have been scrolled to the button.
      scrollTo({ top: 0, behavior: "instant" });
      navigate(requirePasswordChange ? "/app" : afterSignIn("/app"));
    } catch (error) {
      if (error instanceof ApiError) toastError(t`Login Failed`, error, t`Invalid email or password`);
      else toastError(t`Login Error`, error, t`Failed to connect to server. Please try again.`);
      throw error;
    }
  };
}
