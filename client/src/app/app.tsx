import { lazy, Suspense } from "react";
import { Route, Switch } from "wouter";
import { ErrorBoundary } from "@/app/error-boundary.tsx";
import { PageLoading } from "@/app/page-loading.tsx";

// The landing page comes without the rest of the product: a first visit loads little.
const LandingPage = lazy(() =>
  import("@/features/landing/landing-page.tsx").then((module) => ({ default: module.LandingPage })),
);
// Messages outlive a change of page: 'Logged Out' is read on the landing page.
const Toaster = lazy(() => import("@/components/ui/toaster.tsx").then((module) => ({ default: module.Toaster })));
const Product = lazy(() => import("@/app/product.tsx").then((module) => ({ default: module.Product })));

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/" component={LandingPage} />
          <Route component={Product} />
        </Switch>
      </Suspense>
      <Suspense>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  );
}
