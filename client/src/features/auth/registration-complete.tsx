import { useMutation } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { useSignIn } from "@/features/auth/use-sign-in.ts";
import { toast } from "@/lib/toast.ts";

/** Shows the temporary password. It can't be shown again, so leaving without a copy needs a confirmation. */
export function RegistrationComplete({ username, password }: { username: string; password: string }) {
  const [isCopied, setCopied] = useState(false);
  const signIn = useMutation({ mutationFn: useSignIn() });

  useEffect(() => {
    if (isCopied) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password);
      setCopied(true);
      toast({ title: "Password copied!" });
    } catch {
      toast({ title: "Copy failed", description: "Please manually copy the password.", variant: "destructive" });
    }
  };

  return (
    <AuthFrame title="Registration Complete" subtitle={`Welcome! Your username is ${username}`}>
      <Field label="Temporary Password">
        <div className="flex gap-2">
          <Input
            readOnly
            aria-label="Temporary Password"
            value={password}
            onFocus={(event) => event.target.select()}
            onCopy={() => setCopied(true)}
            className="font-mono text-lg"
          />
          <Button
            variant="outline"
            size="icon"
            aria-label="Copy to clipboard"
            title="Copy to clipboard"
            onClick={() => void copy()}
          >
            <Copy aria-hidden="true" />
          </Button>
        </div>
      </Field>
      <Notice tone="warning" title="Copy this password now">
        It is shown only once. You will be asked to change it after your first sign-in.
      </Notice>
      <Button
        size="lg"
        busy={signIn.isPending}
        onClick={() => signIn.mutate({ username, password, hasJustRegistered: true })}
      >
        {signIn.isPending ? "Signing in..." : "Sign in now"}
      </Button>
      <Button asChild variant="ghost">
        <Link href="/login">Continue to Sign In</Link>
      </Button>
    </AuthFrame>
  );
}
