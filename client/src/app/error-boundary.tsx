import { t } from "@lingui/core/macro";
import { Component, type ReactNode } from "react";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageLoading } from "@/components/ui/loading.tsx";
import { isStaleCode, reloadForNewCode } from "@/lib/stale-code.ts";

type State = { status: "fine" | "reloading" | "failed" };

/** If code is missing after an update, the page is reloaded once. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { status: "fine" };

  static getDerivedStateFromError(error: unknown): State {
    return { status: isStaleCode(error) ? "reloading" : "failed" };
  }

  override componentDidCatch() {
    if (this.state.status === "reloading") reloadForNewCode();
  }

  override render() {
    if (this.state.status === "fine") return this.props.children;
    if (this.state.status === "reloading") return <PageLoading />;
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          as="h1"
          art={<LostPet />}
          title={t`Something went wrong`}
          action={<Button onClick={() => window.location.reload()}>{t`Try again`}</Button>}
        >
          {t`The page could not be shown. Nothing that was saved is lost.`}
        </EmptyState>
      </main>
    );
  }
}
