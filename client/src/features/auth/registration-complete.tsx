import { useEffect, useState } from "react";
import { Link } from "wouter";
import { Button } from "@/components/ui/button.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";
import { holdTemporaryPassword } from "@/features/auth/temporary-password.ts";

/** Shows the temporary password. It can't be shown again, so leaving without a copy needs a confirmation. */
export function RegistrationComplete({ username, password }: { username: string; password: string }) {
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (isCopied) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isCopied]);

  return (
    <AuthFrame title="Registration Complete" subtitle={`Welcome! Your username is ${username}`}>
      <CopyField
        label="Temporary Password"
        value={password}
        copied="Password copied!"
        refused="Please manually copy the password."
        onCopied={() => setCopied(true)}
        className="text-lg"
      />
      <Notice tone="warning" title="Copy this password now">
        It is shown only once. You will be asked to change it after your first sign-in.
      </Notice>
      <Button asChild size="lg">
        <Link href="/login" onClick={() => holdTemporaryPassword({ username, password })}>
          Continue to Sign In
        </Link>
      </Button>
    </AuthFrame>
  );
}
