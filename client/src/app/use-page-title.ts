import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";
import { productName } from "@/lib/product.ts";

const titles: Record<string, string> = {
  "/login": t`Sign in`,
  "/signin-help": t`Trouble signing in`,
  "/forgot-password": t`Forgot your password`,
  "/reset-password": t`Choose a new password`,
  "/promo-code": t`Promo code`,
  "/register": t`Sign up`,
  "/invitation": t`An invitation`,
  "/change-password": t`Change password`,
  "/purchase-speaker": t`Speaker`,
  "/my-data": t`My data`,
  "/admin": t`Administration`,
  "/app?tab=setup": t`Set up your pet`,
  "/app?tab=chat": t`Chat`,
  "/app?tab=reporting": t`My chat history`,
  "/app?tab=purchase-speaker": t`Speaker`,
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
    ? t`Chat`
    : path.startsWith("/memories/")
      ? t`What your pet knows about you`
      : path.startsWith("/family/")
        ? t`Family`
        : path.startsWith("/memorial-page/")
          ? t`Memorial page`
          : path.startsWith("/book/")
            ? t`Book`
            : (titles[path] ?? titles[`${path}?tab=${tab}`]);
  return name === undefined ? t`Pet ${productName}` : t`${name} · Pet ${productName}`;
}
