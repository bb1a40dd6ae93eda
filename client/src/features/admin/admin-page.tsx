import { ArrowLeft } from "lucide-react";
import { lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { LostPet } from "@/components/art/lost-pet.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs.tsx";
import { useUser } from "@/lib/session.ts";
import { hasPermission, isAdmin } from "../../../../shared/permissions.ts";
import { adminTabs, tabOf } from "./admin-tabs.ts";
import { LoadingList } from "./list-states.tsx";

const panels = {
  users: lazy(() => import("./users/users-tab.tsx").then((m) => ({ default: m.UsersTab }))),
  roles: lazy(() => import("./roles/roles-tab.tsx").then((m) => ({ default: m.RolesTab }))),
  permissions: lazy(() => import("./permissions/permissions-tab.tsx").then((m) => ({ default: m.PermissionsTab }))),
  "agent-access": lazy(() => import("./access/access-tab.tsx").then((m) => ({ default: m.AccessTab }))),
  "chat-sessions": lazy(() => import("./chats/chats-tab.tsx").then((m) => ({ default: m.ChatsTab }))),
  settings: lazy(() => import("./settings/settings-tab.tsx").then((m) => ({ default: m.SettingsTab }))),
};

/** For the role admin and whoever holds access_admin (D27); what a tab shows depends on its own permission. */
export function AdminPage() {
  const user = useUser();
  return isAdmin(user) || hasPermission(user, "access_admin") ? <Dashboard /> : <NoEntry />;
}

function Dashboard() {
  const user = useUser();
  const [, navigate] = useLocation();
  const tab = tabOf(useSearch());
  const bar = useRef<HTMLDivElement>(null);
  useKeepInView(bar, tab);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 p-4 sm:p-6 lg:p-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-3xl sm:text-4xl">Admin Dashboard</h1>
          <p className="text-ink-muted">Comprehensive system administration and security management</p>
        </div>
        <BackToSetup />
      </header>
      <Tabs value={tab} activationMode="manual" onValueChange={(next) => navigate(`/admin?tab=${next}`)}>
        <TabsList ref={bar} aria-label="Administration" className="relative lg:grid lg:grid-cols-6">
          {adminTabs.map(({ value, label }) => (
            <TabsTrigger key={value} value={value}>
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        {adminTabs.map(({ value, mayOpen, manages }) => {
          const Panel = panels[value];
          return (
            <TabsContent key={value} value={value}>
              {mayOpen(user) ? (
                <Suspense fallback={<LoadingList />}>
                  <Panel />
                </Suspense>
              ) : (
                <Notice tone="warning">You don't have permission to manage {manages}</Notice>
              )}
            </TabsContent>
          );
        })}
      </Tabs>
    </div>
  );
}

function NoEntry() {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title="This area is for administrators"
      action={<BackToSetup />}
      className="py-16"
    >
      Your account doesn't have access to the administration. If you need it, please ask your administrator.
    </EmptyState>
  );
}

const BackToSetup = () => (
  <Button asChild variant="outline">
    <Link href="/app">
      <ArrowLeft aria-hidden="true" />
      Back to Setup
    </Link>
  </Button>
);

/** On a phone the bar scrolls sideways; the tab that the address names must be seen there. */
function useKeepInView(bar: RefObject<HTMLDivElement | null>, tab: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with `tab`
  useEffect(() => {
    const list = bar.current;
    const active = list?.querySelector<HTMLElement>("[data-state=active]");
    if (!list || !active) return;
    list.scrollLeft = active.offsetLeft - (list.clientWidth - active.offsetWidth) / 2;
  }, [bar, tab]);
}
