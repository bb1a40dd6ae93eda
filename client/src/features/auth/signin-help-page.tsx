import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { AuthFrame } from "@/features/auth/auth-frame.tsx";

export function SigninHelpPage() {
  return (
    <AuthFrame title={t`Sign-In Help`} subtitle={t`The rules, and what to try when it doesn't work`} wide>
      <div className="flex flex-col gap-6">
        <Topic title={t`Your username`}>
          <li>{t`At least ${{ min: limits.username.min }} characters long.`}</li>
          <li>{t`Letters, numbers, hyphens (-) and underscores (_); no spaces.`}</li>
          <li>{t`Case-sensitive: capital and small letters count, so 'Buddy-Owner' and 'buddy-owner' are not the same.`}</li>
          <li>{t`The name that you chose when you signed up. It is not your email address.`}</li>
        </Topic>
        <Topic title={t`Your password`}>
          <li>{t`At least ${{ min: limits.password.min }} characters long, without spaces.`}</li>
          <li>{t`Case-sensitive.`}</li>
          <li>{t`An uppercase letter (A), a lowercase letter (a), a number (7) and a special character (! or ?).`}</li>
        </Topic>
        <Topic title={t`Email or username?`}>
          <li>{t`You sign in with your username. Your email address is how we reach you; it doesn't sign you in.`}</li>
        </Topic>
        <Topic title={t`How to change your password`}>
          <li>{t`Sign in, open the menu behind your initials at the top right, and choose 'Change Password'.`}</li>
          <li>{t`After your first sign-in with a temporary password you are asked to choose your own.`}</li>
          <li>
            <Trans>
              <Link href="/forgot-password" className="font-bold text-secondary underline underline-offset-4">
                Forgotten it?
              </Link>{" "}
              An administrator can reset it and give you a new temporary password.
            </Trans>
          </li>
        </Topic>
        <Topic title={t`'Invalid credentials'`}>
          <li>{t`An email address in place of the username.`}</li>
          <li>{t`A typing mistake: use the eye at the end of the password field to see what you typed.`}</li>
          <li>{t`Caps Lock is on.`}</li>
          <li>{t`Upper and lower case mixed up, in the username or in the password.`}</li>
          <li>{t`A temporary password that is more than 7 days old: ask an administrator for a new one.`}</li>
        </Topic>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button asChild>
          <Link href="/login">{t`Back to Sign In`}</Link>
        </Button>
        <Button asChild variant="outline">
          <Link href="/">{t`Go to Home`}</Link>
        </Button>
      </div>
    </AuthFrame>
  );
}

function Topic({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-1.5 text-lg">{title}</h2>
      <ul className="list-disc space-y-1 ps-5 marker:text-primary">{children}</ul>
    </section>
  );
}
