import { type ReactNode, Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { Header } from "@/app/header.tsx";
import { Sidebar } from "@/app/sidebar.tsx";
import { PageLoading } from "@/components/ui/loading.tsx";
import type { Elements } from "@/lib/elements.ts";
import { useSidebar } from "./sidebar.tsx";

export function BareShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col pt-16">
      <Header />
      <main className="m-auto w-full px-4 py-6">{children}</main>
    </div>
  );
}

export function Shell({ children }: { children: Elements }) {
  const [path] = useLocation();
  const tab = new URLSearchParams(useSearch()).get("tab");
  const isChat = path === "/app" && tab === "chat";
  const sidebar = useSidebar({ isChat });
  return (
    <div className="min-h-dvh">
      <a
        href="#content"
        className="sr-only z-60 rounded-full bg-primary px-4 py-2 font-bold text-on-primary focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <Header onMenu={sidebar.toggle} />
      <div className="flex pt-16">
        <Sidebar {...sidebar} />
        <main id="content" className="min-w-0 flex-1">
          <Suspense fallback={<PageLoading />}>{children}</Suspense>
        </main>
      </div>
    </div>
  );
}
