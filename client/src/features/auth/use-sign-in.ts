import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { login } from "#shared/api/auth.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { markSignedOut, refreshSession } from "@/domain/session/session.ts";
import { holdTemporaryPassword } from "@/features/auth/temporary-password.ts";
import { ApiError, call } from "@/lib/api.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { tellOtherTabs } from "@/lib/other-tabs.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

/** The browser needs a moment to keep the new cookie (specification, section 9). */
const POST_LOGIN_WAIT_MS = 100;
const DEFAULT_PASSWORD_TOAST_MS = 10_000;

/**
 * Signs in and goes to the main screen, or to the change of a temporary password; other outcomes have their toast.
 * @throws what the toast says
 */
export function useSignIn(): (credentials: { username: string; password: string }) => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async (credentials) => {
    try {
      const { user, requirePasswordChange } = await call(login, {
        body: { ...credentials, timeZone: deviceTimeZone() },
      });
      tellOtherTabs();
      // Whoever was signed in before is not any more: from here on the page is that of who signs in.
      markSignedOut(client);
      // Before the session is known: from then on the change of the password may be shown.
      if (requirePasswordChange) holdTemporaryPassword(credentials);
      setActivePet(null);
      await new Promise((resolve) => setTimeout(resolve, POST_LOGIN_WAIT_MS));
      client.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
      await Promise.all([refreshSession(client), refreshAgents(client)]);
      if (requirePasswordChange)
        toast({
          title: "Password Change Required",
          description: "Please change your password to continue.",
          variant: "destructive",
          duration: DEFAULT_PASSWORD_TOAST_MS,
        });
      else toast({ title: "Login Successful", description: `Welcome back, ${user.firstName}!` });
      // A small window may have been scrolled to the button; the next page begins at its top.
      scrollTo({ top: 0, behavior: "instant" });
      navigate("/app");
    } catch (error) {
      if (error instanceof ApiError) toastError("Login Failed", error, "Invalid email or password");
      else toastError("Login Error", error, "Failed to connect to server. Please try again.");
      throw error;
    }
  };
}
