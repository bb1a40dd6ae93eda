import type { Db } from "#server/db/client.ts";
import type { Caller } from "#server/features/audit/service.ts";
import { changeSetting, readEarlyMode } from "#server/features/settings/service.ts";
import { isLocal } from "#server/providers/llm/is-local.ts";
import type { LanguageModel } from "#server/providers/llm/llm.ts";
import { EARLY_REPLIES_KEY, type EarlyMode } from "#shared/api/admin/settings/early-replies.ts";

interface EarlyDeps {
  db: Db;
  llm: LanguageModel;
}

export async function showEarlyReplies({ db, llm }: EarlyDeps) {
  const [mode, local] = await Promise.all([readEarlyMode(db), isLocal(llm)]);
  return { mode, isLocal: local };
}

export async function changeEarlyReplies(deps: EarlyDeps, by: Caller, mode: EarlyMode) {
  await changeSetting(deps.db, by, EARLY_REPLIES_KEY, mode);
  return showEarlyReplies(deps);
}
