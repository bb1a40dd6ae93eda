import { useUser } from "@/lib/session.ts";
import { hasPermission } from "../../../../../shared/permissions.ts";
import { AuditLogCard } from "./audit-log-card.tsx";
import { EnginesCard } from "./engines-card.tsx";
import { PromoCodesCard } from "./promo-codes-card.tsx";
import { QuestionsCard } from "./questions-card.tsx";
import { SpeakerLinkCard } from "./speaker-link-card.tsx";
import { LimitsCard } from "./usage/limits-card.tsx";
import { UsageCard } from "./usage/usage-card.tsx";

export function SettingsTab() {
  const user = useUser();
  return (
    <div className="flex flex-col gap-6">
      <SpeakerLinkCard />
      <PromoCodesCard />
      <QuestionsCard />
      <EnginesCard />
      <UsageCard />
      <LimitsCard />
      {hasPermission(user, "manage_users") && <AuditLogCard />}
    </div>
  );
}
