import { t } from "@lingui/core/macro";
import { type ComponentType, Suspense } from "react";
import { Link, useSearch } from "wouter";
import type { User } from "#shared/api/auth.ts";
import { hasPermission } from "#shared/permissions.ts";
import { useUser } from "@/domain/session/session.ts";
import { cn } from "@/lib/cn.ts";
import { lazyComponent } from "@/lib/part.ts";
import { LoadingList } from "../resource-list.tsx";

interface SettingsPart {
  /** In the address: /admin?tab=settings&part=... */
  id: string;
  label: string;
  summary: string;
  mayOpen: (user: User) => boolean;
  Panel: ComponentType;
}

const everyone = (): boolean => true;

/** The first is the default. */
const settingsParts: readonly [SettingsPart, ...SettingsPart[]] = [
  {
    id: "application",
    label: t`Application Settings`,
    summary: t`Where the speaker is sold`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./speaker-link/speaker-link-card.tsx").then((m) => m.SpeakerLinkCard)),
  },
  {
    id: "promo-codes",
    label: t`Promo Codes`,
    summary: t`Who may sign up`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./promo-codes/promo-codes-card.tsx").then((m) => m.PromoCodesCard)),
  },
  {
    id: "demo-pet",
    label: t`Demo Pet`,
    summary: t`What visitors may try`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./demo/demo-card.tsx").then((m) => m.DemoCard)),
  },
  {
    id: "diary-questions",
    label: t`Diary Questions`,
    summary: t`What owners are asked`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./diary-questions/diary-questions-card.tsx").then((m) => m.DiaryQuestionsCard)),
  },
  {
    id: "engines",
    label: t`Engines`,
    summary: t`What answers, speaks and listens`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./engines/engines-card.tsx").then((m) => m.EnginesPanel)),
  },
  {
    id: "usage",
    label: t`Usage`,
    summary: t`What is used each day`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./usage/usage-card.tsx").then((m) => m.UsageCard)),
  },
  {
    id: "daily-limits",
    label: t`Daily Limits`,
    summary: t`How much each role may use`,
    mayOpen: everyone,
    Panel: lazyComponent(() => import("./daily-limits/daily-limits-card.tsx").then((m) => m.DailyLimitsCard)),
  },
  {
    id: "audit-log",
    label: t`Audit Log`,
    summary: t`Who changed what`,
    mayOpen: (user) => hasPermission(user, "manage_users"),
    Panel: lazyComponent(() => import("./audit-log/audit-log-card.tsx").then((m) => m.AuditLogCard)),
  },
];

export function SettingsTab() {
  const user = useUser();
  const id = new URLSearchParams(useSearch()).get("part");
  const parts = settingsParts.filter((part) => part.mayOpen(user));
  const open = parts.find((part) => part.id === id) ?? settingsParts[0];
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label={t`Settings`} className="grid gap-1 max-sm:grid-cols-2 max-lg:grid-cols-3 lg:sticky lg:top-22">
        {parts.map(({ id, label, summary }) => (
          <Link
            key={id}
            href={`/admin?tab=settings&part=${id}`}
            aria-current={id === open.id ? "page" : undefined}
            className={cn(
              "flex min-h-11 flex-col justify-center rounded-control px-3 py-2 hover:bg-surface-sunken",
              id === open.id && "bg-primary-soft text-primary",
            )}
          >
            <span className="font-bold">{label}</span>
            <span className="text-ink-muted text-sm max-lg:hidden">{summary}</span>
          </Link>
        ))}
      </nav>
      <div className="min-w-0">
        <Suspense fallback={<LoadingList />}>
          <open.Panel />
        </Suspense>
      </div>
    </div>
  );
}
