import { QueryClientProvider } from "@tanstack/react-query";
import { lazy, Suspense, useEffect } from "react";
import { Route, Switch } from "wouter";
import { NotFoundPage } from "@/app/not-found-page.tsx";
import { PageLoading } from "@/app/page-loading.tsx";
import { ProtectedRoute } from "@/app/protected-route.tsx";
import { Shell } from "@/app/shell.tsx";
import { TooltipProvider } from "@/components/ui/tooltip.tsx";
import { queryClient } from "@/domain/session/query-client.ts";
import { useSession } from "@/domain/session/session.ts";
import { LoginPage } from "@/features/auth/login-page.tsx";

const SigninHelpPage = lazy(() =>
  import("@/features/auth/signin-help-page.tsx").then((m) => ({ default: m.SigninHelpPage })),
);
const PromoCodePage = lazy(() =>
  import("@/features/auth/promo-code-page.tsx").then((m) => ({ default: m.PromoCodePage })),
);
const ForgotPasswordPage = lazy(() =>
  import("@/features/auth/forgot-password-page.tsx").then((m) => ({ default: m.ForgotPasswordPage })),
);
const ResetPasswordPage = lazy(() =>
  import("@/features/auth/reset-password-page.tsx").then((m) => ({ default: m.ResetPasswordPage })),
);
const RegisterPage = lazy(() => import("@/features/auth/register-page.tsx").then((m) => ({ default: m.RegisterPage })));
const ChangePasswordPage = lazy(() =>
  import("@/features/auth/change-password-page.tsx").then((m) => ({ default: m.ChangePasswordPage })),
);
const loadMainScreen = () => import("@/app/main-screen.tsx");
const MainScreen = lazy(() => loadMainScreen().then((m) => ({ default: m.MainScreen })));
const AdminPage = lazy(() => import("@/features/admin/admin-page.tsx").then((m) => ({ default: m.AdminPage })));
const ChatPage = lazy(() => import("@/app/chat-page.tsx").then((m) => ({ default: m.ChatPage })));
const MyDataPage = lazy(() => import("@/features/my-data/my-data-page.tsx").then((m) => ({ default: m.MyDataPage })));
const SpeakerPage = lazy(() => import("@/features/speaker/speaker-page.tsx").then((m) => ({ default: m.SpeakerPage })));

/** Everything but the landing page: its providers and its routes (specification, section 2). */
export function Product() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionOnStart />
      <TooltipProvider>
        <Suspense fallback={<PageLoading />}>
          <Switch>
            <Route path="/login" component={SignIn} />
            <Route path="/signin-help" component={SigninHelpPage} />
            <Route path="/forgot-password" component={ForgotPasswordPage} />
            <Route path="/reset-password" component={ResetPasswordPage} />
            <Route path="/promo-code" component={PromoCodePage} />
            <Route path="/register" component={RegisterPage} />
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
      </TooltipProvider>
    </QueryClientProvider>
  );
}

/** Asks who is signed in on every start, also on pages for everybody (specification, section 4). */
function SessionOnStart() {
  useSession();
  return null;
}

/** Loads the main screen while the name and the password are typed, so that it is there when they are sent. */
function SignIn() {
  useEffect(() => {
    void loadMainScreen().catch(() => undefined);
  }, []);
  return <LoginPage />;
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
