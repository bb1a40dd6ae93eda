import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { StorageUnavailableError } from "#server/platform/files/files.ts";
import { createAgent, deleteAgent, getAgent, updateAgent, uploadAvatar } from "#shared/api/agents.ts";
import { limits } from "#shared/limits.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const picture = async (background: string) => {
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "../../pet.svg", { type: "image/svg+xml" });
};

async function uploaded(visitor: Visitor, background = "#a52"): Promise<string> {
  return (await visitor.call(uploadAvatar, { file: await picture(background) })).avatarUrl;
}

const statusOf = async (visitor: Visitor, address: string) => (await visitor.fetch(address)).status;

describe("an uploaded avatar", () => {
  it("is served to those who are signed in, as a WebP that never changes [T73]", async () => {
    const owner = await app.owner();
    const avatarUrl = await uploaded(owner);
    const response = await owner.fetch(avatarUrl);
    expect(response.headers.get("content-type")).toBe("image/webp");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(response.headers.get("cache-control")).toContain("immutable");
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ format: "webp", width: 512 });
    expect(await statusOf(app.visitor(), avatarUrl)).toBe(401);
  });

  it("has a name of ours, which no list tells [T77]", async () => {
    const owner = await app.owner();
    const avatarUrl = await uploaded(owner);
    expect(avatarUrl).toMatch(
      /^\/api\/avatars\/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\.webp$/,
    );
    expect(await uploaded(owner)).not.toBe(avatarUrl);
    for (const address of ["/api/avatars", "/api/avatars/", "/api/avatars/%2e", "/api/avatars/*", "/avatars/"]) {
      const response = await owner.fetch(address);
      expect([400, 404], address).toContain(response.status);
      expect(await response.text()).not.toContain(".webp");
    }
  });

  it("that can't be had just now is a sentence, whole and kept by no cache", async () => {
    const owner = await app.owner();
    const avatarUrl = await uploaded(owner);
    const open = vi.spyOn(app.deps.files, "open").mockRejectedValue(new StorageUnavailableError("away"));
    try {
      const response = await owner.fetch(avatarUrl);
      expect(response.status).toBe(503);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({
        code: "unavailable",
        error: expect.stringContaining("file store"),
      });
    } finally {
      open.mockRestore();
    }
    expect((await owner.fetch(avatarUrl)).status).toBe(200);
  });

  it("names a pet that has no name", async () => {
    const owner = await app.owner();
    const avatarUrl = await uploaded(owner);
    expect(await owner.call(createAgent, { body: { name: "", avatarUrl } })).toMatchObject({
      name: "your pet",
      avatarUrl,
    });
  });

  it("gives way to a new one, and goes with its pet", async () => {
    const owner = await app.owner();
    const [first, second] = [await uploaded(owner), await uploaded(owner, "#25a")];
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit", avatarUrl: first } });
    await owner.call(updateAgent, { params: { id }, body: { avatarUrl: second } });
    await expect.poll(() => statusOf(owner, first)).toBe(404);
    expect(await statusOf(owner, second)).toBe(200);
    await owner.call(deleteAgent, { params: { id } });
    await expect.poll(() => statusOf(owner, second)).toBe(404);
  });

  it("stays while another pet has it", async () => {
    const admin = await app.admin();
    const [shared, replacement] = [await uploaded(admin), await uploaded(admin)];
    const keeper = await admin.call(createAgent, { body: { name: "Keeper", avatarUrl: shared } });
    const other = await admin.call(createAgent, { body: { name: "Other", avatarUrl: shared } });
    await admin.call(updateAgent, { params: { id: other.id }, body: { avatarUrl: replacement } });
    await admin.call(updateAgent, { params: { id: other.id }, body: { avatarUrl: null } });
    await expect.poll(() => statusOf(admin, replacement)).toBe(404);
    expect(await statusOf(admin, shared)).toBe(200);
    expect((await admin.call(getAgent, { params: { id: keeper.id } })).avatarUrl).toBe(shared);
  });
});

describe("uploading an avatar", () => {
  it("refuses what is no picture, whatever it is called [T74]", async () => {
    const owner = await app.owner();
    const file = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "pet.png", { type: "image/png" });
    expect(await owner.attempt(uploadAvatar, { file })).toMatchObject({
      status: 415,
      body: { error: "Please select an image file" },
    });
  });

  it("refuses more than ten megabytes [T77]", async () => {
    const owner = await app.owner();
    const file = new File([new Uint8Array(limits.avatarBytes + 1)], "pet.png", { type: "image/png" });
    expect(await owner.attempt(uploadAvatar, { file })).toMatchObject({ status: 413 });
  });

  it("is for those who may add pets", async () => {
    const file = await picture("#a52");
    expect(await app.visitor().attempt(uploadAvatar, { file })).toMatchObject({ status: 401 });
    expect(await (await app.holderOf("manage_diary")).attempt(uploadAvatar, { file })).toMatchObject({ status: 403 });
  });
});
