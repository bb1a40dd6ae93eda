import { LRUCache } from "lru-cache";

/** A pet's knowledge in memory, with about how many bytes it takes: a whole number, at least 1. */
interface Sized {
  bytes: number;
}

export interface KnowledgeKey {
  agentId: string;
  knowledgeVersion: number;
}

/**
 * Keeps what was built last, up to so many bytes; the least recently used goes first. Whoever asks for the same while it
 * is being built shares the build. A pet has one version here: a newer one takes the place of the older.
 */
export function createIndexCache<Key extends KnowledgeKey, Value extends Sized>(
  maxBytes: number,
  build: (key: Key) => Promise<Value>,
) {
  const built = new LRUCache<string, { version: number; value: Value }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => value.bytes,
  });
  const building = new Map<string, { version: number; value: Promise<Value> }>();

  return {
    async get(key: Key): Promise<Value> {
      const { agentId, knowledgeVersion: version } = key;
      const known = building.get(agentId) ?? built.get(agentId);
      // Asked a moment ago with an older version: what is newer serves as well.
      if (known !== undefined && known.version >= version) return known.value;
      built.delete(agentId);
      const own = { version, value: build(key) };
      building.set(agentId, own);
      const isNewest = () => building.get(agentId) === own;
      try {
        const value = await own.value;
        if (isNewest()) built.set(agentId, { version, value });
        return value;
      } finally {
        if (isNewest()) building.delete(agentId);
      }
    },
    get bytes(): number {
      return built.calculatedSize;
    },
  };
}
