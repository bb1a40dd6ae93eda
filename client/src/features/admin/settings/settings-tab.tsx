import { useUser } from "@/domain/session/session.ts";
import { hasPermission } from "../../../../../shared/permissions.ts";
import { AuditLogCard } from "./audit-log/audit-log-card.tsx";
import { DailyLimitsCard } from "./daily-limits/daily-limits-card.tsx";
import { DiaryQuestionsCard } from "./diary-questions/diary-questions-card.tsx";
import { EnginesCard } from "./engines/engines-card.tsx";
import { PromoCodesCard } from "./promo-codes/promo-codes-card.tsx";
import { SpeakerLinkCard } from "./speaker-link/speaker-link-card.tsx";
import { UsageCard } from "./usage/usage-card.tsx";

export function SettingsTab() {
  const user = useUser();
  return (
    <div className="flex flex-col gap-6">
      <SpeakerLinkCard />
      <PromoCodesCard />
      <DiaryQuestionsCard />
      <EnginesCard />
      <UsageCard />
      <DailyLimitsCard />
      {hasPermission(user, "manage_users") && <AuditLogCard />}
    </div>
  );
}
