import { getMyUsage } from "../../../shared/api/usage.ts";
import type { Db } from "../../db/client.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { dayOfUse } from "./limits.ts";
import { readToday } from "./queries.ts";

export function usageRoutes(doorway: Doorway, { db }: { db: Db }): void {
  handle(doorway, getMyUsage, {
    access: signedIn,
    run: async ({ scope: { user } }) => dayOfUse(await readToday(db, user.id)),
  });
}
