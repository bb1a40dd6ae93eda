import { isAdmin } from "#shared/permissions.ts";
import { useUser } from "@/domain/session/session.ts";
import { EngineSettingsCard } from "./engine-settings-card.tsx";
import { EnginesCard } from "./engines-card.tsx";

/** Which engines run, and for administrators how they are set. */
export function EnginesPanel() {
  const user = useUser();
  return (
    <div className="flex flex-col gap-6">
      <EnginesCard />
      {isAdmin(user) && <EngineSettingsCard />}
    </div>
  );
}
