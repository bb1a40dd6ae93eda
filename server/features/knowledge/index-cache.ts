import { LRUCache } from "lru-cache";

interface Sized {
  bytes: number;
}

export interface KnowledgeKey {
  agentId: string;
  knowledgeVersion: number;
}

/** A pet that takes longer to build rests after it. */
const SHORT_MS = 100;
/** A pet that changes all the time is built a third of the time. */
const REST = 2;

/** `newest` is called when the build begins. */
type Build<Key, Value> = (newest: () => Key) => Promise<Value>;

interface Building<Key, Value> {
  key: Key;
  hasBegun: boolean;
  value: Promise<Value>;
}

/** Callers share a build; of one pet one version is built at a time, then the newest that was asked for. */
export function createIndexCache<Key extends KnowledgeKey, Value extends Sized>(
  maxBytes: number,
  build: Build<Key, Value>,
) {
  const built = new LRUCache<string, { version: number; value: Value }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }) => value.bytes,
  });
  const building = new Map<string, Building<Key, Value>>();
  const resting = new Map<string, Promise<void>>();

  function begin(key: Key, before: Building<Key, Value> | undefined): Building<Key, Value> {
    const { agentId } = key;
    let beganAt = 0;
    const isNewest = () => building.get(agentId) === own;
    const make = async () => {
      await before?.value.catch(() => undefined);
      await resting.get(agentId);
      try {
        const value = await build(() => {
          own.hasBegun = true;
          beganAt = performance.now();
          return own.key;
        });
        if (isNewest()) built.set(agentId, { version: own.key.knowledgeVersion, value });
        rest(agentId, performance.now() - beganAt);
        return value;
      } finally {
        if (isNewest()) building.delete(agentId);
      }
    };
    const own: Building<Key, Value> = { key, hasBegun: false, value: Promise.resolve().then(make) };
    return own;
  }

  function rest(agentId: string, tookMs: number): void {
    if (tookMs < SHORT_MS) return;
    const over = new Promise<void>((resolve) => {
      setTimeout(resolve, tookMs * REST).unref();
    }).then(() => void resting.delete(agentId));
    resting.set(agentId, over);
  }

  return {
    async get(key: Key): Promise<Value> {
      const { agentId, knowledgeVersion: version } = key;
      const under = building.get(agentId);
      // Whoever read an older version gets the newer one.
      if (under !== undefined && under.key.knowledgeVersion >= version) return under.value;
      const known = under === undefined ? built.get(agentId) : undefined;
      if (known !== undefined && known.version >= version) return known.value;
      built.delete(agentId);
      if (under?.hasBegun === false) {
        under.key = key;
        return under.value;
      }
      const own = begin(key, under);
      building.set(agentId, own);
      return own.value;
    },
    get bytes(): number {
      return built.calculatedSize;
    },
  };
}
