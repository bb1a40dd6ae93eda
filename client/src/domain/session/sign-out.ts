import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { logout } from "#shared/api/auth.ts";
import { activePetNow, setActivePet } from "@/domain/pets/active-pet.ts";
import { endTemporaryChat } from "@/domain/pets/use-open-pet.ts";
import { request } from "@/lib/api.ts";
import { tellOtherTabs } from "@/lib/other-tabs.ts";
import { forgetLoadedFiles } from "@/lib/service-worker.ts";
import { type ToastInput, toast } from "@/lib/toast.ts";
import { markSignedOut } from "./session.ts";

export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    const active = activePetNow();
    if (active !== null) await endTemporaryChat(active);
    // Not `call`, which would wait for a sign-in where somebody else is signed in, whose session goes on.
    await request(logout, {}).catch(() => undefined);
    await leave({ title: t`Logged Out`, description: t`You have been successfully logged out.` });
  };
}

/** For a session that is over on the server: forgets everything that was loaded for it. */
export function useLeave(): (farewell: ToastInput) => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async (farewell) => {
    await forgetLoadedFiles().catch(() => undefined);
    // First the screen goes, or it would ask the server for what it no longer may see.
    navigate("/");
    setActivePet(null);
    sessionStorage.clear();
    client.clear();
    markSignedOut(client);
    tellOtherTabs();
    toast(farewell);
  };
}
