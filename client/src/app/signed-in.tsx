import { t } from "@lingui/core/macro";
import { useIsFetching } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Link, Route, Switch } from "wouter";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { Shell } from "@/app/shell.tsx";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { PageLoading } from "@/components/ui/loading.tsx";
import { useEndOfTemporaryChats } from "@/domain/pets/use-open-pet.ts";
import { useSession } from "@/domain/session/session.ts";
import { lazyComponent } from "@/lib/part.ts";
import { loadLazyParts } from "../lib/part.ts";

const ChangePasswordPage = lazyComponent(() =>
  import("@/features/auth/change-password-page.tsx").then((m) => m.ChangePasswordPage),
);
const MainScreen = lazyComponent(() => import("@/app/main-screen.tsx").then((m) => m.MainScreen));
const AdminPage = lazyComponent(() => import("@/features/admin/admin-page.tsx").then((m) => m.AdminPage));
const ChatPage = lazyComponent(() => import("@/app/chat-page.tsx").then((m) => m.ChatPage));
const MyDataPage = lazyComponent(() => import("@/features/my-data/my-data-page.tsx").then((m) => m.MyDataPage));
const MemoryPage = lazyComponent(() => import("@/features/memory/memory-page.tsx").then((m) => m.MemoryPage));
const BookPage = lazyComponent(() => import("@/features/book/book-page.tsx").then((m) => m.BookPage));
const FamilyPage = lazyComponent(() => import("@/features/family/family-page.tsx").then((m) => m.FamilyPage));
const MemorialPage = lazyComponent(() => import("@/features/memorial/memorial-page.tsx").then((m) => m.MemorialPage));
const SpeakerPage = lazyComponent(() => import("@/features/speaker/speaker-page.tsx").then((m) => m.SpeakerPage));

export function SignedIn() {
  usePartsWhenQuiet();
  useEndOfTemporaryChats();
  return (
    <Suspense fallback={<PageLoading />}>
      <Switch>
        <Route path="/change-password">
          <ProtectedRoute>
            <Shell>
              <div className="px-4 py-6">
                <ChangePasswordPage />
              </div>
            </Shell>
          </ProtectedRoute>
        </Route>
        <Route path="/app">
          <ProtectedRoute>
            <Shell>
              <MainScreen />
            </Shell>
          </ProtectedRoute>
        </Route>
        <Route path="/chat/:agentId?">
          {({ agentId }) => (
            <ProtectedRoute>
              <ChatPage agentId={agentId} />
            </ProtectedRoute>
          )}
        </Route>
        <Route path="/purchase-speaker">
          <ProtectedRoute>
            <Shell>
              <SpeakerPage />
            </Shell>
          </ProtectedRoute>
        </Route>
        <Route path="/my-data">
          <ProtectedRoute>
            <Shell>
              <MyDataPage />
            </Shell>
          </ProtectedRoute>
        </Route>
        <Route path="/memories/:agentId">
          {({ agentId }) => (
            <ProtectedRoute>
              <Shell>
                <MemoryPage agentId={agentId} />
              </Shell>
            </ProtectedRoute>
          )}
        </Route>
        <Route path="/book/:agentId">
          {({ agentId }) => (
            <ProtectedRoute>
              <Shell>
                <BookPage key={agentId} agentId={agentId} />
              </Shell>
            </ProtectedRoute>
          )}
        </Route>
        <Route path="/family/:agentId">
          {({ agentId }) => (
            <ProtectedRoute>
              <Shell>
                <FamilyPage agentId={agentId} />
              </Shell>
            </ProtectedRoute>
          )}
        </Route>
        <Route path="/memorial-page/:agentId">
          {({ agentId }) => (
            <ProtectedRoute>
              <Shell>
                <MemorialPage agentId={agentId} />
              </Shell>
            </ProtectedRoute>
          )}
        </Route>
        <Route path="/admin">
          <ProtectedRoute>
            <Shell>
              <AdminPage />
            </Shell>
          </ProtectedRoute>
        </Route>
        <Route component={NotFoundRoute} />
      </Switch>
    </Suspense>
  );
}

/** Those who are signed in keep the product's frame, so that every way is open to them. */
function NotFoundRoute() {
  const session = useSession();
  if (session.status === "loading") return <PageLoading />;
  if (session.status !== "authenticated")
    return (
      <main className="grid min-h-dvh place-items-center">
        <NotFoundPage home="/" />
      </main>
    );
  return (
    <Shell>
      <NotFoundPage home="/app" />
    </Shell>
  );
}

function NotFoundPage({ home }: { home: "/" | "/app" }) {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title={t`404 Page Not Found`}
      action={
        <Button asChild>
          <Link href={home}>{t`Go to Home`}</Link>
        </Button>
      }
    >
      {t`Somebody sniffed all over the place and found nothing here.`}
    </EmptyState>
  );
}

const QUIET_MS = 2_000;

/** Loads menus and dialogs (part.ts) once nothing was asked of the server for a while. */
function usePartsWhenQuiet(): void {
  const isQuiet = useIsFetching() === 0;
  useEffect(() => {
    if (!isQuiet) return undefined;
    const timer = setTimeout(() => void loadLazyParts(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isQuiet]);
}
