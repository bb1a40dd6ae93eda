import { t } from "@lingui/core/macro";
import { ArrowLeft } from "lucide-react";
import { type ComponentType, type RefObject, Suspense, useEffect, useRef } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { User } from "#shared/api/auth.ts";
import { hasPermission, isAdmin, type PermissionName } from "#shared/permissions.ts";
import { LostPet } from "@/components/art/lazy-pictures.tsx";
import { Button } from "@/components/ui/button.tsx";
import { EmptyState } from "@/components/ui/empty-state.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs.tsx";
import { useUser } from "@/domain/session/session.ts";
import { lazyComponent } from "@/lib/part.ts";
import { LoadingList } from "./resource-list.tsx";

export function AdminPage() {
  return mayEnter(useUser()) ? <Dashboard /> : <NoEntry />;
}

function Dashboard() {
  const user = useUser();
  const [, navigate] = useLocation();
  const { id } = tabOf(useSearch(), user);
  const bar = useRef<HTMLDivElement>(null);
  useKeepInView(bar, id);
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-6 p-4 sm:p-6 lg:p-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h1 className="text-3xl sm:text-4xl">{t`Admin Dashboard`}</h1>
          <p className="text-ink-muted">{t`Comprehensive system administration and security management`}</p>
        </div>
        <BackToSetup />
      </header>
      <Tabs value={id} activationMode="manual" onValueChange={(next) => navigate(`/admin?tab=${next}`)}>
        <TabsList
          ref={bar}
          aria-label={t`Administration`}
          className="relative lg:grid lg:auto-cols-fr lg:grid-flow-col"
        >
          {adminTabs.map((tab) => (
            <TabsTrigger key={tab.id} value={tab.id}>
              {tab.label}
            </TabsTrigger>
          ))}
        </TabsList>
        {adminTabs.map((tab) => (
          <TabsContent key={tab.id} value={tab.id}>
            {tab.mayOpen(user) ? (
              <Suspense fallback={<LoadingList />}>
                <tab.Panel />
              </Suspense>
            ) : (
              <Notice tone="warning">{tab.notice}</Notice>
            )}
          </TabsContent>
        ))}
      </Tabs>
    </div>
  );
}

const ownPlaces = [
  { href: "/app?tab=chat", label: t`Talk with your pet`, text: t`Go on where you left off` },
  { href: "/app?tab=reporting", label: t`Your chats`, text: t`Read, print or delete what was said` },
  { href: "/my-data", label: t`Your data`, text: t`Take it along, or delete your account` },
  { href: "/change-password", label: t`Your password`, text: t`Choose a new one` },
] as const;

function NoEntry() {
  return (
    <EmptyState
      as="h1"
      art={<LostPet />}
      title={t`This area is for administrators`}
      action={<BackToSetup />}
      className="py-16"
    >
      <p>{t`Here the people who run this site look after its accounts. What is yours you can do yourself:`}</p>
      <nav aria-label={t`What you can do yourself`} className="mt-5 grid gap-3 text-start sm:grid-cols-2">
        {ownPlaces.map(({ href, label, text }) => (
          <Link
            key={href}
            href={href}
            className="flex min-h-11 flex-col rounded-card border border-line bg-surface-raised px-4 py-3 hover:bg-surface-sunken"
          >
            <span className="font-bold text-ink">{label}</span>
            <span className="text-ink-muted text-sm">{text}</span>
          </Link>
        ))}
      </nav>
    </EmptyState>
  );
}

const BackToSetup = () => (
  <Button asChild variant="outline">
    <Link href="/app">
      <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
      <span>{t`Back to Setup`}</span>
    </Link>
  </Button>
);

/** On a phone the bar of tabs is wider than the screen. */
function useKeepInView(bar: RefObject<HTMLDivElement | null>, tab: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active tab changes with `tab`
  useEffect(() => {
    const list = bar.current;
    const active = list?.querySelector<HTMLElement>("[data-state=active]");
    if (!list || !active) return;
    list.scrollLeft = active.offsetLeft - (list.clientWidth - active.offsetWidth) / 2;
  }, [bar, tab]);
}

interface AdminTab {
  /** In the address: /admin?tab=... */
  id: string;
  label: string;
  mayOpen: (user: User) => boolean;
  notice: string;
  Panel: ComponentType;
}

const holdsAny =
  (...permissions: readonly PermissionName[]) =>
  (user: User): boolean =>
    permissions.some((permission) => hasPermission(user, permission));

/** The first is the default. */
const adminTabs: readonly [AdminTab, ...AdminTab[]] = [
  {
    id: "users",
    label: t`Users`,
    mayOpen: holdsAny("manage_users"),
    notice: t`You don't have permission to manage users`,
    Panel: lazyComponent(() => import("./users/users-tab.tsx").then((m) => m.UsersTab)),
  },
  {
    id: "roles",
    label: t`Roles`,
    mayOpen: holdsAny("manage_roles"),
    notice: t`You don't have permission to manage roles`,
    Panel: lazyComponent(() => import("./roles/roles-tab.tsx").then((m) => m.RolesTab)),
  },
  {
    id: "permissions",
    label: t`Permissions`,
    mayOpen: holdsAny("manage_permissions"),
    notice: t`You don't have permission to manage permissions`,
    Panel: lazyComponent(() => import("./permissions/permissions-tab.tsx").then((m) => m.PermissionsTab)),
  },
  {
    id: "agent-access",
    label: t`Agent Access`,
    mayOpen: holdsAny("manage_roles", "manage_users"),
    notice: t`You don't have permission to manage user-agent access`,
    Panel: lazyComponent(() => import("./agent-access/agent-access-tab.tsx").then((m) => m.AgentAccessTab)),
  },
  {
    id: "chat-sessions",
    label: t`Chat Sessions`,
    mayOpen: (user) => isAdmin(user) || hasPermission(user, "manage_users"),
    notice: t`You don't have permission to manage chat sessions`,
    Panel: lazyComponent(() => import("./chat-sessions/chat-sessions-tab.tsx").then((m) => m.ChatSessionsTab)),
  },
  {
    id: "settings",
    label: t`Settings`,
    mayOpen: holdsAny("manage_settings", "manage_users"),
    notice: t`You don't have permission to manage settings`,
    Panel: lazyComponent(() => import("./settings/settings-tab.tsx").then((m) => m.SettingsTab)),
  },
];

/** D27, D45. */
const mayEnter = (user: User): boolean => seesAll(user) || adminTabs.some((tab) => tab.mayOpen(user));

const seesAll = (user: User): boolean => isAdmin(user) || hasPermission(user, "access_admin");

/** Whoever may open only some tabs begins at the first of these. */
export function tabOf(search: string, user: User): AdminTab {
  const id = new URLSearchParams(search).get("tab");
  const named = adminTabs.find((tab) => tab.id === id);
  const own = seesAll(user) ? undefined : adminTabs.find((tab) => tab.mayOpen(user));
  return named ?? own ?? adminTabs[0];
}
