import { useQueryClient } from "@tanstack/react-query";
import { login, type User } from "#shared/api/auth.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";
import { markSignedOut, refreshSession } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { deviceTimeZone } from "@/lib/device.ts";
import { tellOtherTabs } from "@/lib/other-tabs.ts";
import { forgetLoadedFiles } from "@/lib/service-worker.ts";
import type { Credentials } from "./sign-in-fields.tsx";

/** Signs in where the session of `before` ended. Another account gets a new page, without anything of the first one. */
export function useSignInAgain(before: User): (credentials: Credentials) => Promise<void> {
  const client = useQueryClient();
  const startAnew = useStartAnew();
  return async (credentials) => {
    const { user } = await call(login, { body: { ...credentials, timeZone: deviceTimeZone() } });
    tellOtherTabs();
    // What the page asked for meanwhile is asked for again (lib/api.ts).
    return user.id === before.id ? refreshSession(client) : startAnew();
  };
}

/** Opens the product for whoever is signed in now. */
export function useStartAnew(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    setActivePet(null);
    sessionStorage.clear();
    markSignedOut(client);
    await forgetLoadedFiles().catch(() => undefined);
    // A new document, because parts of the page keep what was typed or recorded in memory.
    location.assign("/app");
  };
}
