import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { productName } from "@/lib/product.ts";

const titles: Record<string, string> = {
  "/login": "Sign in",
  "/signin-help": "Trouble signing in",
  "/forgot-password": "Forgot your password",
  "/reset-password": "Choose a new password",
  "/promo-code": "Promo code",
  "/register": "Sign up",
  "/invitation": "An invitation",
  "/change-password": "Change password",
  "/purchase-speaker": "Speaker",
  "/my-data": "My data",
  "/admin": "Administration",
  "/app?tab=setup": "Set up your pet",
  "/app?tab=chat": "Chat",
  "/app?tab=reporting": "My chat history",
  "/app?tab=purchase-speaker": "Speaker",
};

export function usePageTitle(): void {
  const [path] = useLocation();
  const title = pageTitle(path, useSearch());
  useEffect(() => {
    document.title = title;
  }, [title]);
}

export function pageTitle(path: string, search: string): string {
  const tab = new URLSearchParams(search).get("tab") ?? "setup";
  const name = path.startsWith("/chat")
    ? "Chat"
    : path.startsWith("/memories/")
      ? "What your pet knows about you"
      : path.startsWith("/family/")
        ? "Family"
        : (titles[path] ?? titles[`${path}?tab=${tab}`]);
  return name === undefined ? `Pet ${productName}` : `${name} · Pet ${productName}`;
}
