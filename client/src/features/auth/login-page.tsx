import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, Redirect } from "wouter";
import { DogWithCollar } from "@/components/art/dog.tsx";
import { Button } from "@/components/ui/button.tsx";
import { useSession } from "@/domain/session/session.ts";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { isFilledIn, refusalOf, SignInFields } from "@/features/auth/sign-in-fields.tsx";
import { heldSignIn } from "@/features/auth/temporary-password.ts";
import { useSignIn } from "@/features/auth/use-sign-in.ts";
import { useTypedEarly } from "@/lib/built-page.tsx";
import { productName } from "@/lib/product.ts";

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
    <AuthFrame title={`Pet ${productName} AI`} subtitle="Sign in to chat with your pet" art={<DogWithCollar />}>
      {/* Beside the form, because who is signed in may be known before React has taken over the page that the build made. */}
      {isSignedIn && !isPending && <Redirect to="/app" replace />}
      {/* `post`: before the script runs, the browser itself might send it, and must not put a password into an address. */}
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
          {isPending ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <footer className="flex flex-col items-center gap-1 text-center">
        <nav aria-label="Help with signing in" className="flex flex-wrap justify-center gap-x-5">
          <Link
            href="/forgot-password"
            className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
          >
            Forgot your password?
          </Link>
          <Link
            href="/signin-help"
            className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
          >
            Trouble Signing In?
          </Link>
        </nav>
        <p>
          <span>{"Need an account? Sign Up first from "}</span>
          <Link href="/" className="font-bold text-secondary underline underline-offset-4">
            Home
          </Link>
          <span>.</span>
        </p>
      </footer>
    </AuthFrame>
  );
}
