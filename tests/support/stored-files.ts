import { setImmediate as nextTurn } from "node:timers/promises";
import type { FileStore } from "#server/platform/files/files.ts";

/**
 * Watches what is put into a store. Sentences of a reply are stored after the reply, and whoever deletes the folder meanwhile
 * fails.
 * @returns resolves when nothing is being stored any more
 */
export function watchFiles(files: FileStore): () => Promise<void> {
  const storing = new Set<Promise<void>>();
  const put = files.put.bind(files);
  files.put = (...file) => {
    const stored = put(...file);
    storing.add(stored);
    const forget = () => void storing.delete(stored);
    stored.then(forget, forget);
    return stored;
  };
  return async () => {
    do {
      await Promise.allSettled(storing);
      // What is stored next begins then.
      await nextTurn();
    } while (storing.size > 0);
  };
}
