import { EARLY_REPLIES_KEY, type EarlyMode } from "../../../../../shared/api/admin/settings/early-replies.ts";
import type { Db } from "../../../../db/client.ts";
import { isLocal } from "../../../../providers/llm/is-local.ts";
import type { LanguageModel } from "../../../../providers/llm/llm.ts";
import type { Caller } from "../../../audit/service.ts";
import { changeSetting, readEarlyMode } from "../../../settings/service.ts";

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
