import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { logout } from "../../../shared/api/auth.ts";
import { setActivePet } from "./active-pet.ts";
import { call } from "./api.ts";
import { forgetLoadedFiles } from "./service-worker.ts";
import { markSignedOut } from "./session.ts";
import { toast } from "./toast.ts";

/** Ends the session here and on the server, and forgets everything that was loaded for it. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async () => {
    await call(logout, {}).catch(() => undefined);
    setActivePet(null);
    sessionStorage.clear();
    await forgetLoadedFiles().catch(() => undefined);
    navigate("/");
    client.clear();
    markSignedOut(client);
    toast({ title: "Logged Out", description: "You have been successfully logged out." });
  };
}
