import { lazy, Suspense, useEffect } from "react";
import { Route, Switch } from "wouter";
import { ErrorBoundary } from "@/app/error-boundary.tsx";
import { usePageTitle } from "@/app/use-page-title.ts";
import { PageLoading } from "@/components/ui/loading.tsx";
import { onFirstGesture } from "@/lib/first-gesture.ts";
import { lazyComponent } from "@/lib/part.ts";
import type { DemoPet } from "@/lib/product.ts";
import { useToast } from "@/lib/toast.ts";

const LandingPage = lazyComponent(() => import("@/features/landing/landing-page.tsx").then((m) => m.LandingPage));
const loadToaster = () => import("@/components/ui/toaster.tsx");
const Toaster = lazy(() =>
  loadToaster().then(
    (module) => ({ default: module.Toaster }),
    // Without a network the toaster's code can't be loaded, but the message must still be readable.
    () => ({ default: PlainMessage }),
  ),
);
const Product = lazyComponent(() => import("@/app/product.tsx").then((m) => m.Product));

export function App({ demoPet }: { demoPet: DemoPet | null }) {
  usePageTitle();
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/">
            <LandingPage demoPet={demoPet} />
          </Route>
          <Route component={Product} />
        </Switch>
      </Suspense>
      <Messages />
    </ErrorBoundary>
  );
}

/** Outside of the pages, because 'Logged Out' is shown on the next one. */
function Messages() {
  const isWanted = useToast() !== null;
  // Not with the first visit, but before a call can fail because the network is gone.
  useEffect(() => onFirstGesture(() => void loadToaster().catch(() => undefined)), []);
  return isWanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}

function PlainMessage() {
  const shown = useToast();
  if (shown === null || !shown.open) return null;
  return (
    <p
      role="alert"
      className="fixed inset-x-4 bottom-[calc(var(--bottom-bar,0px)+0.75rem)] z-60 m-auto rounded-card border border-line bg-surface-raised p-4 shadow-card sm:max-w-96"
    >
      <strong className="block">{shown.title}</strong>
      <span>{shown.description}</span>
    </p>
  );
}
