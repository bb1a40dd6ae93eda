import { type Caller, record } from "#server/features/audit/service.ts";
import { endReplies } from "#server/features/replies/replies.ts";
import { changeSetting } from "#server/features/settings/service.ts";
import { TRY_OUT_KEY, tryOutMode } from "#server/features/try-out/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Demo } from "#shared/api/admin/settings/demo.ts";
import * as queries from "./queries.ts";

export async function readDemo(db: Db, user: CurrentUser) {
  const pets = await queries.listShowable(db, user);
  return { agentId: pets.find(({ isDemo }) => isDemo)?.id ?? null, tryOut: await tryOutMode(db), pets };
}

/** Throws HttpError 404 for a pet that the caller may not show to everybody. */
export async function changeDemo(db: Db, by: Caller, wanted: Demo) {
  const before = await db.transaction(async (tx) => {
    const { pets, agentId, tryOut } = await readDemo(tx, by.user);
    const named = pets.find(({ id }) => id === wanted.agentId);
    if (wanted.agentId !== null && named === undefined) throw notFound("Pet");
    if (wanted.tryOut !== tryOut) await changeSetting(tx, by, TRY_OUT_KEY, wanted.tryOut);
    if (wanted.agentId === agentId) return null;
    await queries.moveDemo(tx, wanted.agentId);
    await record(tx, {
      by,
      action: "setting.update",
      target: { kind: "setting", id: "demo_pet", name: "demo_pet" },
      details: { from: agentId, to: wanted.agentId },
    });
    return agentId;
  });
  // Whoever was talking with it may no longer do so.
  if (before !== null) await endReplies(db, { agentId: before });
  return readDemo(db, by.user);
}
