import { Component, type ReactNode } from "react";
import { LostPet } from "@/components/art/lost-pet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";

/** Catches what a screen throws, such as code that could not be loaded after an update. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-items-center">
        <EmptyState
          as="h1"
          art={<LostPet />}
          title="Something went wrong"
          action={<Button onClick={() => window.location.reload()}>Try again</Button>}
        >
          The page could not be shown. Nothing that was saved is lost.
        </EmptyState>
      </main>
    );
  }
}
