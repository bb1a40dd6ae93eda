import type { ComponentType } from "react";
import type { User } from "#shared/api/auth.ts";
import { hasPermission } from "#shared/permissions.ts";
import { lazyOf } from "@/lib/lazy-of.ts";

interface SettingsPart {
  /** Its name in the address: /admin?tab=settings&part=... */
  id: string;
  label: string;
  /** What is in it, in a few words. */
  summary: string;
  mayOpen: (user: User) => boolean;
  Panel: ComponentType;
}

const everyone = (): boolean => true;

/** The parts of the Settings tab, in the order of its index. The first is the default. */
export const settingsParts: readonly [SettingsPart, ...SettingsPart[]] = [
  {
    id: "application",
    label: "Application Settings",
    summary: "Where the speaker is sold",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./speaker-link/speaker-link-card.tsx").then((m) => m.SpeakerLinkCard)),
  },
  {
    id: "promo-codes",
    label: "Promo Codes",
    summary: "Who may sign up",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./promo-codes/promo-codes-card.tsx").then((m) => m.PromoCodesCard)),
  },
  {
    id: "demo-pet",
    label: "Demo Pet",
    summary: "What visitors may try",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./demo/demo-card.tsx").then((m) => m.DemoCard)),
  },
  {
    id: "diary-questions",
    label: "Diary Questions",
    summary: "What owners are asked",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./diary-questions/diary-questions-card.tsx").then((m) => m.DiaryQuestionsCard)),
  },
  {
    id: "engines",
    label: "Engines",
    summary: "What answers, speaks and listens",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./engines/engines-card.tsx").then((m) => m.EnginesPanel)),
  },
  {
    id: "usage",
    label: "Usage",
    summary: "What is used each day",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./usage/usage-card.tsx").then((m) => m.UsageCard)),
  },
  {
    id: "daily-limits",
    label: "Daily Limits",
    summary: "How much each role may use",
    mayOpen: everyone,
    Panel: lazyOf(() => import("./daily-limits/daily-limits-card.tsx").then((m) => m.DailyLimitsCard)),
  },
  {
    id: "audit-log",
    label: "Audit Log",
    summary: "Who changed what",
    mayOpen: (user) => hasPermission(user, "manage_users"),
    Panel: lazyOf(() => import("./audit-log/audit-log-card.tsx").then((m) => m.AuditLogCard)),
  },
];
