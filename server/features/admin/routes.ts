import type { Doorway } from "../../http/gate.ts";
import { agentAccessRoutes } from "./access/routes.ts";
import { diaryQuestionRoutes } from "./diary-questions/routes.ts";
import { type EngineTestDeps, engineRoutes } from "./engines/routes.ts";
import { promoCodeRoutes } from "./promo-codes/routes.ts";
import { roleRoutes } from "./roles/routes.ts";
import { adminUsageRoutes } from "./usage/routes.ts";
import { userRoutes } from "./users/routes.ts";

export function adminRoutes(doorway: Doorway, deps: EngineTestDeps): void {
  userRoutes(doorway, deps);
  roleRoutes(doorway, deps);
  agentAccessRoutes(doorway, deps);
  promoCodeRoutes(doorway, deps);
  diaryQuestionRoutes(doorway, deps);
  engineRoutes(doorway, deps);
  adminUsageRoutes(doorway, deps);
}
