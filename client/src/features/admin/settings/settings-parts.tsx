import { type ComponentType, lazy } from "react";
import type { User } from "#shared/api/auth.ts";
import { hasPermission } from "#shared/permissions.ts";

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
    Panel: lazy(() => import("./speaker-link/speaker-link-card.tsx").then((m) => ({ default: m.SpeakerLinkCard }))),
  },
  {
    id: "promo-codes",
    label: "Promo Codes",
    summary: "Who may sign up",
    mayOpen: everyone,
    Panel: lazy(() => import("./promo-codes/promo-codes-card.tsx").then((m) => ({ default: m.PromoCodesCard }))),
  },
  {
    id: "demo-pet",
    label: "Demo Pet",
    summary: "What visitors may try",
    mayOpen: everyone,
    Panel: lazy(() => import("./demo/demo-card.tsx").then((m) => ({ default: m.DemoCard }))),
  },
  {
    id: "diary-questions",
    label: "Diary Questions",
    summary: "What owners are asked",
    mayOpen: everyone,
    Panel: lazy(() =>
      import("./diary-questions/diary-questions-card.tsx").then((m) => ({ default: m.DiaryQuestionsCard })),
    ),
  },
  {
    id: "engines",
    label: "Engines",
    summary: "What answers, speaks and listens",
    mayOpen: everyone,
    Panel: lazy(() => import("./engines/engines-panel.tsx").then((m) => ({ default: m.EnginesPanel }))),
  },
  {
    id: "usage",
    label: "Usage",
    summary: "What is used each day",
    mayOpen: everyone,
    Panel: lazy(() => import("./usage/usage-card.tsx").then((m) => ({ default: m.UsageCard }))),
  },
  {
    id: "daily-limits",
    label: "Daily Limits",
    summary: "How much each role may use",
    mayOpen: everyone,
    Panel: lazy(() => import("./daily-limits/daily-limits-card.tsx").then((m) => ({ default: m.DailyLimitsCard }))),
  },
  {
    id: "audit-log",
    label: "Audit Log",
    summary: "Who changed what",
    mayOpen: (user) => hasPermission(user, "manage_users"),
    Panel: lazy(() => import("./audit-log/audit-log-card.tsx").then((m) => ({ default: m.AuditLogCard }))),
  },
];
