import { describe, expect, it } from "vitest";
import { createIndexCache, type KnowledgeKey } from "./index-cache.ts";

function cacheOf(maxBytes: number, bytes = 10) {
  const built: string[] = [];
  const cache = createIndexCache(maxBytes, async (key: KnowledgeKey) => {
    built.push(`${key.agentId}@${key.knowledgeVersion}`);
    return { bytes, name: `${key.agentId}@${key.knowledgeVersion}` };
  });
  const get = async (agentId: string, knowledgeVersion = 1) => (await cache.get({ agentId, knowledgeVersion })).name;
  return { cache, built, get };
}

describe("the cache of what pets know", () => {
  it("builds once for all who ask at the same time", async () => {
    const { built, get } = cacheOf(100);
    expect(await Promise.all([get("a"), get("a"), get("a")])).toEqual(["a@1", "a@1", "a@1"]);
    expect(built).toEqual(["a@1"]);
  });

  it("builds anew once the diary or the documents have changed, and forgets the old", async () => {
    const { cache, built, get } = cacheOf(100);
    await get("a", 1);
    expect(await get("a", 2)).toBe("a@2");
    expect(await get("a", 2)).toBe("a@2");
    expect(built).toEqual(["a@1", "a@2"]);
    expect(cache.bytes).toBe(10);
  });

  it("answers one who still knows the older version with the newer one", async () => {
    const { built, get } = cacheOf(100);
    await get("a", 2);
    expect(await get("a", 1)).toBe("a@2");
    expect(built).toEqual(["a@2"]);
  });

  it("stays within its bytes: what was not used for longest goes", async () => {
    const { cache, built, get } = cacheOf(25);
    await get("a");
    await get("b");
    await get("a");
    await get("c");
    expect(cache.bytes).toBe(20);
    await get("a");
    await get("b");
    expect(built).toEqual(["a@1", "b@1", "c@1", "b@1"]);
  });

  it("answers also for a pet that is larger than all of it, but does not keep it", async () => {
    const { cache, get } = cacheOf(5);
    expect(await get("a")).toBe("a@1");
    expect(cache.bytes).toBe(0);
  });

  it("tries again after a build that failed", async () => {
    let fails = true;
    const cache = createIndexCache(100, async () => {
      if (fails) throw new Error("the database is away");
      return { bytes: 1 };
    });
    await expect(cache.get({ agentId: "a", knowledgeVersion: 1 })).rejects.toThrow("away");
    fails = false;
    expect(await cache.get({ agentId: "a", knowledgeVersion: 1 })).toEqual({ bytes: 1 });
  });
});
