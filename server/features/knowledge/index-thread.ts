import { Worker } from "node:worker_threads";
import { entry } from "#server/platform/threads/entry.ts";
import { createThreads } from "#server/platform/threads/threads.ts";
import { type Passage, PassageIndex, type TransferredPassages } from "#server/understanding/retrieval/passage-index.ts";

export type IndexingJob =
  | { readonly kind: "begin"; readonly language: string; readonly room: number }
  | { readonly kind: "add"; readonly passages: readonly Passage[] }
  | { readonly kind: "finish" };

export type IndexingAnswer =
  | { readonly kind: "begun" }
  | { readonly kind: "added"; readonly added: number }
  | { readonly kind: "built"; readonly passages: TransferredPassages };

export class IndexThreadError extends Error {}

/** Returns how many it took: fewer once it is full. */
export type AddPassages = (passages: readonly Passage[]) => Promise<number>;

export type IndexThread = ReturnType<typeof createIndexThread>;

/** For a few hundred passages, which take some 50 ms. */
const JOB_MS = 30_000;
const LOAD_MS = 90_000;
const IDLE_MS = 60_000;
/** An index has 32 MB at most, and more while it is built. */
const MAX_HEAP_MB = 256;

/** The result is moved, since copying a large index would hold up every stream. */
export function createIndexThread({ startWorker = startIndexWorker }: { startWorker?: () => Worker } = {}) {
  const threads = createThreads<IndexingJob, IndexingAnswer>({
    ...{ start: startWorker, size: 1, jobMs: JOB_MS, loadMs: LOAD_MS, idleMs: IDLE_MS },
  });
  return {
    /** Throws IndexThreadError, or what `addAll` throws. */
    build<Added>(
      { language, room }: { language: string; room: number },
      addAll: (add: AddPassages) => Promise<Added>,
    ): Promise<{ index: PassageIndex; added: Added }> {
      return threads.talk(async (ask) => {
        const say = (job: IndexingJob) => ask(job).catch(blame);
        await say({ kind: "begin", language, room });
        const added = await addAll(async (passages) => {
          const answer = await say({ kind: "add", passages });
          return answer.kind === "added" ? answer.added : 0;
        });
        const built = await say({ kind: "finish" });
        if (built.kind !== "built") throw new IndexThreadError("The thread did not give its index.");
        return { index: new PassageIndex(language, { handed: built.passages }), added };
      });
    },
    close: () => threads.close(),
  };
}

function startIndexWorker(): Worker {
  const { url, execArgv } = entry(import.meta.url, "./index-worker");
  return new Worker(url, { execArgv, name: "index", resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB } });
}

function blame(cause: unknown): never {
  throw new IndexThreadError("The thread that builds indexes failed.", { cause });
}
