import { useIsMutating } from "@tanstack/react-query";
import { Activity, Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { mayEditAgents } from "#shared/permissions.ts";
import { PageLoading } from "@/components/ui/loading.tsx";
import { useAgents } from "@/domain/pets/agents.ts";
import { useUser } from "@/domain/session/session.ts";
import { isFirstPetOf } from "@/features/agents/pet-rights.ts";
import { lazyComponent } from "@/lib/part.ts";
import { createPetKey } from "./save-setup.ts";

const SetupTab = lazyComponent(() => import("@/app/setup-tab.tsx").then((m) => m.SetupTab));
const ChatTab = lazyComponent(() => import("@/app/chat-tab.tsx").then((m) => m.ChatTab));
const FirstVisit = lazyComponent(() => import("@/app/first-visit.tsx").then((m) => m.FirstVisit));
const HistoryTab = lazyComponent(() => import("@/features/history/history-tab.tsx").then((m) => m.HistoryTab));
const SpeakerPage = lazyComponent(() => import("@/features/speaker/speaker-page.tsx").then((m) => m.SpeakerPage));

export type Tab = "setup" | "chat" | "reporting" | "purchase-speaker";

export function MainScreen() {
  const [, navigate] = useLocation();
  const search = useSearch();
  const tab = tabOf(search);
  const show = (next: Tab) => navigate(`/app?tab=${next}`);
  const [isSetupOpened, setSetupOpened] = useState(tab === "setup");
  if (tab === "setup" && !isSetupOpened) setSetupOpened(true);
  const first = useFirstVisit(search);
  if (first.isLoading) return <PageLoading />;
  if (first.list !== null) {
    return (
      <Suspense fallback={<PageLoading />}>
        <FirstVisit list={first.list} onChat={() => show("chat")} />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={<PageLoading />}>
      {/* Setup stays mounted behind the other tabs, so that unsaved text is still there on return. */}
      {isSetupOpened && (
        <Activity mode={tab === "setup" ? "visible" : "hidden"}>
          <SetupTab onChat={() => show("chat")} />
        </Activity>
      )}
      {tab === "chat" && <ChatTab onSetup={() => show("setup")} />}
      {tab === "purchase-speaker" && <SpeakerPage />}
      {tab === "reporting" && <HistoryTab onChat={() => show("chat")} />}
    </Suspense>
  );
}

/** Null unless an owner without a pet opens the product or the chat. */
function useFirstVisit(search: string) {
  const user = useUser();
  const pets = useAgents();
  // While the pet is being made it may be in the list already.
  const isMaking = useIsMutating({ mutationKey: createPetKey }) > 0;
  const asked = new URLSearchParams(search).get("tab");
  const mayBeFirst = (asked === null || asked === "chat") && mayEditAgents(user);
  const list = pets.data !== undefined && isFirstPetOf(pets.data, isMaking) ? pets.data : null;
  return { isLoading: mayBeFirst && pets.isPending, list: mayBeFirst ? list : null };
}

function tabOf(search: string): Tab {
  const value = new URLSearchParams(search).get("tab");
  return value === "chat" || value === "reporting" || value === "purchase-speaker" ? value : "setup";
}
