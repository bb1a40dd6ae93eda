import { Activity, lazy, Suspense } from "react";
import { useLocation, useSearch } from "wouter";
import { PageLoading } from "@/app/page-loading.tsx";
import { SetupTab } from "@/app/setup-tab.tsx";

const ChatTab = lazy(() => import("@/app/chat-tab.tsx").then((m) => ({ default: m.ChatTab })));
const HistoryTab = lazy(() => import("@/features/history/history-tab.tsx").then((m) => ({ default: m.HistoryTab })));
const SpeakerPage = lazy(() => import("@/features/speaker/speaker-page.tsx").then((m) => ({ default: m.SpeakerPage })));

export type Tab = "setup" | "chat" | "reporting" | "purchase-speaker";

/** The address alone decides which tab is open, so that links and the browser's back button work. */
export function MainScreen() {
  const [, navigate] = useLocation();
  const tab = tabOf(useSearch());
  const show = (next: Tab) => navigate(`/app?tab=${next}`);
  return (
    <Suspense fallback={<PageLoading />}>
      {/* Setup stays mounted behind the other tabs, so that unsaved text is still there on return. */}
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
