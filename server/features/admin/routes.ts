import type { Db } from "../../db/client.ts";
import type { Doorway } from "../../http/gate.ts";
import { agentAccessRoutes } from "./access/routes.ts";
import { diaryQuestionRoutes } from "./diary-questions/routes.ts";
import { promoCodeRoutes } from "./promo-codes/routes.ts";
import { roleRoutes } from "./roles/routes.ts";
import { userRoutes } from "./users/routes.ts";

export function adminRoutes(doorway: Doorway, deps: { db: Db }): void {
  userRoutes(doorway, deps);
  roleRoutes(doorway, deps);
  agentAccessRoutes(doorway, deps);
  promoCodeRoutes(doorway, deps);
  diaryQuestionRoutes(doorway, deps);
}
