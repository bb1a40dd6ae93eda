import { Suspense } from "react";
import { Route, Switch } from "wouter";
import { NotFoundPage } from "@/app/not-found-page.tsx";
import { PageLoading } from "@/app/page-loading.tsx";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { Shell } from "@/app/shell.tsx";
import { useSession } from "@/domain/session/session.ts";
import { lazyOf } from "@/lib/lazy-of.ts";
import { usePartsWhenQuiet } from "@/lib/use-parts-when-quiet.ts";

const ChangePasswordPage = lazyOf(() =>
  import("@/features/auth/change-password-page.tsx").then((m) => m.ChangePasswordPage),
);
const MainScreen = lazyOf(() => import("@/app/main-screen.tsx").then((m) => m.MainScreen));
const AdminPage = lazyOf(() => import("@/features/admin/admin-page.tsx").then((m) => m.AdminPage));
const ChatPage = lazyOf(() => import("@/app/chat-page.tsx").then((m) => m.ChatPage));
const MyDataPage = lazyOf(() => import("@/features/my-data/my-data-page.tsx").then((m) => m.MyDataPage));
const SpeakerPage = lazyOf(() => import("@/features/speaker/speaker-page.tsx").then((m) => m.SpeakerPage));

/** The screens behind the sign-in, and the page for an address that is none. */
export function SignedIn() {
  usePartsWhenQuiet();
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

/** In the frame of the product for those who are signed in, so that every way is open to them. */
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
