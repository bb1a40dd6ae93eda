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
 * Keeps built values up to `maxBytes` together; the least recently used are dropped first. Callers who ask for the same
 * value while it is being built share the build. Only the newest version of each pet is kept.
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
      // A caller that read an older version a moment ago gets the newer one.
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
