import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { BareShell } from "@/app/shell.tsx";
import { OfflinePicture } from "@/components/art/offline.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Overlay } from "@/components/ui/dialog.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageLoading } from "@/components/ui/loading.tsx";
import { markInterrupted, refreshSession, useSession } from "@/domain/session/session.ts";
import { onSignedOut } from "@/lib/api.ts";
import type { Elements } from "@/lib/elements.ts";
import { onOtherTab } from "@/lib/other-tabs.ts";
import { lazyComponent, lazyPart } from "@/lib/part.ts";

const LoginPage = lazyComponent(() => import("@/features/auth/login-page.tsx").then((m) => m.LoginPage));
const signInAgain = lazyPart(() => import("@/features/auth/sign-in-again.tsx").then((module) => module.SignInAgain));
const ChangePasswordPage = lazyComponent(() =>
  import("@/features/auth/change-password-page.tsx").then((m) => m.ChangePasswordPage),
);

export function ProtectedRoute({ children }: { children: Elements }) {
  const session = useSession();
  const client = useQueryClient();
  useEffect(() => onSignedOut((isReplaced) => markInterrupted(client, isReplaced)), [client]);
  useEffect(() => onOtherTab(() => void refreshSession(client)), [client]);
  switch (session.status) {
    case "loading":
      return <PageLoading />;
    case "unauthenticated":
      return <LoginPage />;
    case "password-change-required":
      return (
        <BareShell>
          <ChangePasswordPage />
        </BareShell>
      );
    case "unreachable":
      return (
        <main className="grid min-h-dvh place-items-center">
          <EmptyState
            as="h1"
            art={<OfflinePicture />}
            title={t`We can't connect just now`}
            action={<Button onClick={session.retry}>{t`Try again`}</Button>}
          >
            {t`Check your connection. You are not signed out, and nothing is lost.`}
          </EmptyState>
        </main>
      );
    case "authenticated":
    case "interrupted":
      // One place in the tree for both, so that the page keeps its state.
      return (
        <>
          {children}
          {session.status === "interrupted" && <Overlay panel={signInAgain} shown={{ open: true, ...session }} />}
        </>
      );
  }
}
