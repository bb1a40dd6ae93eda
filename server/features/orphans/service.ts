import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { whileAvatarsStay } from "../agents/service.ts";
import { avatarAddress } from "../avatars/avatars.ts";
import { BOOK_KEPT_MS } from "../book/service.ts";
import { usedPhotos } from "../photos/service.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import * as queries from "./queries.ts";

/** At night in Europe, and five minutes after a start. */
export const orphanCronJob: CronJob = { name: "sweep_files", match: "40 2 * * *", firstAfterSeconds: 5 * 60 };

export function orphanJobs(deps: SweepDeps): Pick<JobHandlers, "sweep_files"> {
  return {
    async sweep_files() {
      await sweepFiles(deps);
    },
  };
}

interface SweepDeps {
  db: Db;
  log: Log;
  files: FileStore;
}

interface Kind {
  folder: string;
  /** In milliseconds; younger files stay. */
  keptMs: number;
  /** In use, or none of ours; left out, the age alone decides. */
  used?(db: Db, keys: readonly string[]): Promise<readonly string[]>;
  /** While nobody can begin to use one of the files. */
  exclusively?<Result>(db: Db, run: (tx: Db) => Promise<Result>): Promise<Result>;
}

const DAY_MS = 86_400_000;
/** At once, because others may have to wait. */
const DELETED_AT_ONCE = 20;
const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const reply = new RegExp(`^replies/${ID}/(${ID})\\.mp3$`);

/** Files come before their rows: an import takes minutes, and a picture waits until its form is saved. */
const kinds: readonly Kind[] = [
  { folder: "documents", keptMs: DAY_MS, used: queries.documentKeys },
  { folder: "photos", keptMs: DAY_MS, used: usedPhotos },
  { folder: "replies", keptMs: DAY_MS, used: usedReplies },
  { folder: "avatars", keptMs: DAY_MS, used: usedAvatars, exclusively: whileAvatarsStay },
  { folder: "voice-samples", keptMs: 30 * DAY_MS },
  { folder: "spoken-sentences", keptMs: DAY_MS },
  { folder: "engine-tests", keptMs: DAY_MS },
  { folder: "books", keptMs: BOOK_KEPT_MS },
];

/** Left by killed processes, unsaved pictures and failed deletions. Returns how many were deleted. */
export async function sweepFiles(deps: SweepDeps, now = Date.now()): Promise<number> {
  let deleted = 0;
  for (const kind of kinds) {
    try {
      for await (const page of deps.files.list(kind.folder)) {
        const old = page.filter(({ storedAt }) => now - storedAt.getTime() > kind.keptMs).map(({ key }) => key);
        const orphans = await unused(deps.db, kind, old);
        for (let at = 0; at < orphans.length; at += DELETED_AT_ONCE)
          deleted += await deleteUnused(deps, kind, orphans.slice(at, at + DELETED_AT_ONCE));
      }
    } catch (err) {
      deps.log.warn({ err, folder: kind.folder }, "files that belong to nothing were not swept");
    }
  }
  if (deleted > 0) deps.log.info({ files: deleted }, "files that belonged to nothing deleted");
  return deleted;
}

async function unused(db: Db, { used }: Kind, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0 || used === undefined) return [...keys];
  const kept = new Set(await used(db, keys));
  return keys.filter((key) => !kept.has(key));
}

function deleteUnused({ db, files }: SweepDeps, kind: Kind, keys: readonly string[]): Promise<number> {
  const run = async (tx: Db) => {
    const orphans = await unused(tx, kind, keys);
    for (const key of orphans) await files.delete(key);
    return orphans.length;
  };
  return kind.exclusively === undefined ? run(db) : kind.exclusively(db, run);
}

async function usedReplies(db: Db, keys: readonly string[]): Promise<string[]> {
  const ids = keys.flatMap((key) => reply.exec(key)?.[1] ?? []);
  const strangers = keys.filter((key) => !reply.test(key));
  if (ids.length === 0) return strangers;
  const spoken = await queries.spokenMessages(db, ids);
  return [...strangers, ...spoken.map(({ agentId, id }) => audioKey(agentId, id))];
}

async function usedAvatars(db: Db, keys: readonly string[]): Promise<string[]> {
  const addresses = new Map(keys.map((key) => [key, avatarAddress(key)]));
  const known = [...addresses.values()].filter((address) => address !== null);
  const used = known.length === 0 ? [] : await queries.usedAvatars(db, known);
  return keys.filter((key) => {
    const address = addresses.get(key) ?? null;
    return address === null || used.includes(address);
  });
}
