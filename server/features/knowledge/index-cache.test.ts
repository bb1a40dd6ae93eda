import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createIndexCache, type KnowledgeKey } from "./index-cache.ts";

function cacheOf(maxBytes: number, bytes = 10) {
  const built: string[] = [];
  const cache = createIndexCache(maxBytes, async (newest: () => KnowledgeKey) => {
    const { agentId, knowledgeVersion } = newest();
    built.push(`${agentId}@${knowledgeVersion}`);
    return { bytes, name: `${agentId}@${knowledgeVersion}` };
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

  it("builds of one pet one version at a time, and then the newest alone [T124]", async () => {
    const built: number[] = [];
    const ends: (() => void)[] = [];
    const cache = createIndexCache(100, async (newest: () => KnowledgeKey) => {
      const { knowledgeVersion } = newest();
      built.push(knowledgeVersion);
      await new Promise<void>((resolve) => ends.push(resolve));
      return { bytes: 1, knowledgeVersion };
    });
    const get = (knowledgeVersion: number) => cache.get({ agentId: "a", knowledgeVersion });
    const first = get(1);
    await vi.waitFor(() => expect(built).toEqual([1]));
    const later = [get(2), get(3), get(4), get(2)];
    ends[0]?.();
    expect(await first).toMatchObject({ knowledgeVersion: 1 });
    await vi.waitFor(() => expect(built).toEqual([1, 4]));
    ends[1]?.();
    for (const each of await Promise.all(later)) expect(each).toMatchObject({ knowledgeVersion: 4 });
    expect(built).toEqual([1, 4]);
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

describe("a pet that takes long to build, and changes all the time", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is built a third of the time at most, and keeps no other waiting [T124]", async () => {
    const built: string[] = [];
    const cache = createIndexCache(100, async (newest: () => KnowledgeKey) => {
      const { agentId } = newest();
      await new Promise<void>((resolve) => setTimeout(resolve, agentId === "large" ? 1_000 : 10));
      built.push(agentId);
      return { bytes: 1 };
    });
    for (let version = 1; version <= 120; version += 1) {
      void cache.get({ agentId: "large", knowledgeVersion: version });
      void cache.get({ agentId: "small", knowledgeVersion: version });
      await vi.advanceTimersByTimeAsync(250);
    }
    expect(built.filter((agentId) => agentId === "small")).toHaveLength(120);
    expect(built.filter((agentId) => agentId === "large")).toHaveLength(10);
  });
});
