import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, Redirect } from "wouter";
import { DogWithCollar } from "@/components/art/dog-with-collar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { useSession } from "@/domain/session/session.ts";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { useSignIn } from "@/features/auth/use-sign-in.ts";
import { productName } from "@/lib/product.ts";

export function LoginPage() {
  const session = useSession({ ifLikely: true });
  const signIn = useSignIn();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { mutate, isPending } = useMutation({ mutationFn: signIn });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (username !== "" && password !== "" && !isPending) mutate({ username, password });
  };

  const isSignedIn = session.status === "authenticated" || session.status === "password-change-required";
  if (isSignedIn && !isPending) return <Redirect to="/app" replace />;
  return (
    <AuthFrame title={`Pet ${productName} AI`} subtitle="Sign in to chat with your pet" art={<DogWithCollar />}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Username" hint="Username is case-sensitive">
          <Input
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <Field label="Password" hint="Password is case-sensitive">
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <Button type="submit" size="lg" busy={isPending} disabled={username === "" || password === ""}>
          {isPending ? "Signing in..." : "Sign In"}
        </Button>
      </form>
      <footer className="flex flex-col items-center gap-1 text-center">
        <Link
          href="/signin-help"
          className="inline-flex min-h-11 items-center font-bold text-secondary underline underline-offset-4"
        >
          Trouble Signing In?
        </Link>
        <p>
          Need an account? Sign Up first from{" "}
          <Link href="/" className="font-bold text-secondary underline underline-offset-4">
            Home
          </Link>
          .
        </p>
      </footer>
    </AuthFrame>
  );
}
