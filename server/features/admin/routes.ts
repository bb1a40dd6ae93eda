import type { RouteContext } from "#server/platform/http/gate.ts";
import { agentAccessRoutes } from "./agent-access/routes.ts";
import { permissionRoutes } from "./permissions/routes.ts";
import { roleRoutes } from "./roles/routes.ts";
import { dailyLimitRoutes } from "./settings/daily-limits/routes.ts";
import { demoRoutes } from "./settings/demo/routes.ts";
import { diaryQuestionRoutes } from "./settings/diary-questions/routes.ts";
import { type EngineRouteDeps, engineRoutes } from "./settings/engines/routes.ts";
import { promoCodeRoutes } from "./settings/promo-codes/routes.ts";
import { adminUsageRoutes } from "./settings/usage/routes.ts";
import { userRoutes } from "./users/routes.ts";

/** Chat Sessions, the speaker link and the audit log are calls of the features `history`, `settings` and `audit`. */
export function adminRoutes(context: RouteContext, deps: EngineRouteDeps): void {
  userRoutes(context, deps);
  roleRoutes(context, deps);
  permissionRoutes(context, deps);
  agentAccessRoutes(context, deps);
  promoCodeRoutes(context, deps);
  diaryQuestionRoutes(context, deps);
  engineRoutes(context, deps);
  demoRoutes(context, deps);
  adminUsageRoutes(context, deps);
  dailyLimitRoutes(context, deps);
}
