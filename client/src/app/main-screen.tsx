import { Activity, lazy, Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { PageLoading } from "@/app/page-loading.tsx";
import { SetupTab } from "@/app/setup-tab.tsx";

const ChatTab = lazy(() => import("@/app/chat-tab.tsx").then((m) => ({ default: m.ChatTab })));
const HistoryTab = lazy(() => import("@/features/history/history-tab.tsx").then((m) => ({ default: m.HistoryTab })));
const SpeakerPage = lazy(() => import("@/features/speaker/speaker-page.tsx").then((m) => ({ default: m.SpeakerPage })));

export type Tab = "setup" | "chat" | "reporting" | "purchase-speaker";

/** The tab is what the address says, however it came to say it: links, back and forward, or other code. */
export function MainScreen() {
  const [, navigate] = useLocation();
  const tab = tabOf(useSearch());
  const show = (next: Tab) => navigate(`/app?tab=${next}`);
  return (
    <Suspense fallback={<PageLoading />}>
      {/* Setup stays alive behind the other tabs: what was typed and not saved is still there on return. */}
      <Activity mode={tab === "setup" ? "visible" : "hidden"}>
        <SetupTab onChat={() => show("chat")} />
      </Activity>
      {tab === "chat" && <ChatTab onSetup={() => show("setup")} />}
      {tab === "purchase-speaker" && <SpeakerPage />}
      {tab === "reporting" && <HistoryTab onChat={() => show("chat")} />}
    </Suspense>
  );
}

function tabOf(search: string): Tab {
  const value = new URLSearchParams(search).get("tab");
  return value === "chat" || value === "reporting" || value === "purchase-speaker" ? value : "setup";
}
