/** A pet's knowledge in memory, with about how many bytes it takes. */
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
  interface Entry {
    version: number;
    building: Promise<Value>;
    /** 0 until it is built. */
    bytes: number;
  }
  const entries = new Map<string, Entry>();
  let total = 0;

  function drop(agentId: string, entry: Entry): void {
    if (entries.get(agentId) !== entry) return;
    entries.delete(agentId);
    total -= entry.bytes;
  }

  function shrink(): void {
    for (const [agentId, entry] of entries) {
      if (total <= maxBytes) return;
      if (entry.bytes > 0) drop(agentId, entry);
    }
  }

  function add(key: Key): Entry {
    const entry: Entry = { version: key.knowledgeVersion, building: build(key), bytes: 0 };
    entries.set(key.agentId, entry);
    entry.building.then(
      ({ bytes }) => {
        if (entries.get(key.agentId) !== entry) return;
        entry.bytes = bytes;
        total += bytes;
        shrink();
      },
      () => drop(key.agentId, entry),
    );
    return entry;
  }

  return {
    get(key: Key): Promise<Value> {
      const known = entries.get(key.agentId);
      // Asked a moment ago with an older version: what is newer serves as well.
      if (known !== undefined && known.version >= key.knowledgeVersion) {
        entries.delete(key.agentId);
        entries.set(key.agentId, known);
        return known.building;
      }
      if (known !== undefined) drop(key.agentId, known);
      return add(key).building;
    },
    get bytes(): number {
      return total;
    },
  };
}
