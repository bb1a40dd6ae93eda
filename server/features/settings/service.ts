import type { Db } from "#server/platform/db/client.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import type { EditedFrom } from "#shared/api/common.ts";
import { type Author, record } from "../audit/service.ts";
import * as queries from "./queries.ts";

export const readSetting = async (db: Db, key: string): Promise<string | null> =>
  (await queries.findSetting(db, key))?.value ?? null;

interface Change {
  /** In place of both values. */
  details?: Record<string, unknown>;
  before?: EditedFrom;
}

/** Throws HttpError 409 where its editor began with another value. */
export function changeSetting(db: Db, by: Author, key: string, value: string, { details, before }: Change = {}) {
  return db.transaction(async (tx) => {
    const from = await readSetting(tx, key);
    refuseIfChanged(before, { value: from }, { value });
    const saved = await queries.saveSetting(tx, key, value, by.user.id);
    await record(tx, {
      by,
      action: "setting.update",
      target: { kind: "setting", id: key, name: key },
      details: details ?? { from, to: value },
    });
    return saved;
  });
}
