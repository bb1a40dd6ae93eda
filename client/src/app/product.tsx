import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Route, Switch } from "wouter";
import { PageLoading } from "@/components/ui/loading.tsx";
import { queryClient } from "@/domain/session/query-client.ts";
import { useSession } from "@/domain/session/session.ts";
import { onFirstGesture } from "@/lib/first-gesture.ts";
import { lazyComponent } from "@/lib/part.ts";

const LoginPage = lazyComponent(() => import("@/features/auth/login-page.tsx").then((m) => m.LoginPage));
const SigninHelpPage = lazyComponent(() =>
  import("@/features/auth/signin-help-page.tsx").then((m) => m.SigninHelpPage),
);
const PromoCodePage = lazyComponent(() => import("@/features/auth/promo-code-page.tsx").then((m) => m.PromoCodePage));
const ForgotPasswordPage = lazyComponent(() =>
  import("@/features/auth/forgot-password-page.tsx").then((m) => m.ForgotPasswordPage),
);
const ResetPasswordPage = lazyComponent(() =>
  import("@/features/auth/reset-password-page.tsx").then((m) => m.ResetPasswordPage),
);
const RegisterPage = lazyComponent(() => import("@/features/auth/register-page.tsx").then((m) => m.RegisterPage));
const InvitationPage = lazyComponent(() =>
  import("@/features/family/invitation-page.tsx").then((m) => m.InvitationPage),
);
const loadSignedIn = () => import("@/app/signed-in.tsx");
const SignedIn = lazyComponent(() => loadSignedIn().then((m) => m.SignedIn));

export function Product() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionOnStart />
      <Suspense fallback={<PageLoading />}>
        <Switch>
          <Route path="/login" component={SignIn} />
          <Route path="/signin-help" component={SigninHelpPage} />
          <Route path="/forgot-password" component={ForgotPasswordPage} />
          <Route path="/reset-password" component={ResetPasswordPage} />
          <Route path="/promo-code" component={PromoCodePage} />
          <Route path="/register" component={RegisterPage} />
          <Route path="/invitation" component={InvitationPage} />
          <Route component={SignedIn} />
        </Switch>
      </Suspense>
    </QueryClientProvider>
  );
}

/** On every start, also on pages for everybody (specification, section 4). */
function SessionOnStart() {
  useSession();
  return null;
}

/** The main screen is loaded while name and password are typed. */
function SignIn() {
  useEffect(
    () =>
      onFirstGesture(() => void Promise.all([loadSignedIn(), import("@/app/main-screen.tsx")]).catch(() => undefined)),
    [],
  );
  return <LoginPage />;
}
