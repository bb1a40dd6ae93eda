import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { addDiaryEntry, listDiaryAnswers } from "#shared/api/diary.ts";
import { addMemory, forgetMemory } from "#shared/api/memory.ts";
import { addPhoto, deletePhoto, editPhoto, listPhotos, type Photo } from "#shared/api/photos.ts";
import { limits } from "#shared/limits.ts";
import { photos, usageDaily } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { maintainUsage } from "../usage/service.ts";

let app: TestApp;
let owner: Visitor;
let pet: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  pet = await newPet(owner);
});
afterAll(() => app.stop());

const picture = (width = 60, height = 40) => sharp({ create: { width, height, channels: 3, background: "#a52" } });
const fileOf = (bytes: Buffer, name = "photo.jpg", type = "image/jpeg") =>
  new File([new Uint8Array(bytes)], name, { type });

const add = async (bytes?: Buffer, to = pet) =>
  owner.call(addPhoto, { params: { id: to }, file: fileOf(bytes ?? (await picture().jpeg().toBuffer())) });
const refused = async (bytes: Buffer, to = pet) => owner.attempt(addPhoto, { params: { id: to }, file: fileOf(bytes) });
const list = (by: Visitor, id = pet) => by.call(listPhotos, { params: { id } });
const bytesOf = async (by: Visitor, { id }: Pick<Photo, "id">, size: "small" | "large") => {
  const response = await by.fetch(`/api/photos/${id}/${size}`);
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
const filesOf = async (id: string) => {
  const keys: string[] = [];
  for await (const page of app.deps.files.list(`photos/${id}`)) keys.push(...page.map(({ key }) => key));
  return keys;
};

/** Left half red, right half blue, lying on its side as a phone that was held upright takes it, with all that a camera writes. */
const fromPhone = () =>
  sharp({ create: { width: 2_400, height: 1_800, channels: 3, background: "#f00" } })
    .composite([
      { input: { create: { width: 1_200, height: 1_800, channels: 3, background: "#00f" } }, left: 1_200, top: 0 },
    ])
    .withExif({
      IFD0: { Copyright: "Nora Nobody", Model: "SecretPhone" },
      IFD2: { DateTimeOriginal: "2021:07:04 18:30:00" },
      IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>home address</rdf:RDF></x:xmpmeta>')
    .withIccProfile("p3")
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

describe("a photo", () => {
  it("keeps nothing of the file but its pixels, upright, and the day on which it was taken [T154]", async () => {
    const sent = await fromPhone();
    for (const mark of ["Exif", "SecretPhone", "Nora Nobody", "home address", "ICC_PROFILE"])
      expect(sent.includes(mark), mark).toBe(true);
    const added = await add(sent);
    expect(added).toMatchObject({ takenOn: "2021-07-04", width: 1_200, height: 1_600, caption: "", addedBy: "Robin" });
    for (const [size, longer] of [
      ["small", 480],
      ["large", 1_600],
    ] as const) {
      const { bytes, type } = await bytesOf(owner, added, size);
      expect(type).toBe("image/webp");
      const { exif, xmp, icc, iptc, orientation, height, format } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation, height, format }).toEqual({ height: longer, format: "webp" });
      // What was on the left is on top.
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const [red, , blue] = [...data.subarray(5 * info.width * info.channels)];
      expect(red).toBeGreaterThan(200);
      expect(blue).toBeLessThan(60);
      for (const key of await filesOf(pet)) {
        const stored = Buffer.from((await app.deps.files.read(key)) ?? []);
        for (const mark of [
          "EXIF",
          "Exif",
          "XMP ",
          "ICCP",
          "ICC_PROFILE",
          "SecretPhone",
          "Nora Nobody",
          "home address",
          "2021:07:04",
        ])
          expect(stored.includes(mark), `${mark} in ${key}`).toBe(false);
      }
    }
  });

  it.each(["jpeg", "png", "webp"] as const)("may be a %s, and a small one is not made larger", async (format) => {
    const added = await add(await picture().toFormat(format).toBuffer());
    expect(added).toMatchObject({ width: 60, height: 40, takenOn: null });
  });

  it("is refused by what it is, whatever it is called [T154]", async () => {
    const frames = Buffer.concat([Buffer.alloc(64 * 64 * 3, 250), Buffer.alloc(64 * 64 * 3, 5)]);
    const animation = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .webp({ loop: 0, delay: [100, 100], lossless: true })
      .toBuffer();
    const box = (brand: string) => Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}mif1\0\0\0\0`, "latin1");
    const said: [Buffer, number, string][] = [
      [animation, 400, "animated"],
      [await picture().gif().toBuffer(), 415, "animated"],
      [box("isom"), 415, "film"],
      [box("heic"), 415, "HEIC"],
      [Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, "JPEG, PNG or WebP"],
      [(await picture(400, 400).png().toBuffer()).subarray(0, 200), 400, "damaged"],
    ];
    const before = (await filesOf(pet)).length;
    for (const [bytes, status, words] of said)
      expect(await refused(bytes)).toMatchObject({ status, body: { error: expect.stringContaining(words) } });
    expect(await filesOf(pet)).toHaveLength(before);
  });

  it("of 200 megapixels is refused before it is decoded [T154]", async () => {
    const small = await picture(10, 10).png().toBuffer();
    // Width and height stand in the first chunk, followed by its checksum.
    small.writeUInt32BE(16_000, 16);
    small.writeUInt32BE(12_500, 20);
    small.writeUInt32BE(crc32(small.subarray(12, 29)), 29);
    expect(await refused(small)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("up to 64 megapixels") },
    });
  });

  it("is one of so many at most, however many come at once", async () => {
    const full = await newPet(await app.admin(), "Full");
    const admin = await app.admin();
    const row = { agentId: full, caption: "", width: 1, height: 1, bytes: 1 };
    await app.deps.db.insert(photos).values(Array.from({ length: limits.photosPerPet - 1 }, () => row));
    const file = fileOf(await picture().jpeg().toBuffer());
    const all = await Promise.all([1, 2, 3].map(() => admin.attempt(addPhoto, { params: { id: full }, file })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await filesOf(full)).toHaveLength(2);
  });
});

describe("what stands under a photo", () => {
  it("is a caption and a day, which can be changed and taken back", async () => {
    const { id } = await add();
    const change = (body: object) => owner.attempt(editPhoto, { params: { id }, body });
    const caption = "في البحيرة 湖 — <b>Biscuit</b>";
    expect(await change({ caption, takenOn: "2020-02-29" })).toMatchObject({
      body: { caption, takenOn: "2020-02-29" },
    });
    expect(await change({ takenOn: null })).toMatchObject({ body: { caption, takenOn: null } });
    expect(await change({ caption: "a".repeat(5_000) })).toMatchObject({
      status: 400,
      body: { fields: { caption: "Caption can have at most 300 characters" } },
    });
    expect(await change({ takenOn: "2999-01-01" })).toMatchObject({ status: 400 });
    expect(await change({ takenOn: "1700-01-01" })).toMatchObject({ status: 400 });
  });

  it("is an answer or a memory of this pet, and no other", async () => {
    const { id } = await add();
    await owner.call(addDiaryEntry, {
      params: { id: pet },
      body: { question: "Where do I swim?", answer: "In the lake." },
    });
    const [answer] = await owner.call(listDiaryAnswers, { params: { id: pet } });
    const memory = await owner.call(addMemory, {
      params: { id: pet },
      body: { store: "pet", kind: "event", text: "I swam to the island." },
    });
    const ofPerson = await owner.call(addMemory, { params: { id: pet }, body: { text: "I live in Lisbon." } });
    const questionId = answer?.questionId ?? "";
    const change = (body: object) => owner.attempt(editPhoto, { params: { id }, body });
    expect(await change({ questionId })).toMatchObject({ body: { questionId, memoryId: null } });
    expect(await change({ memoryId: memory.id })).toMatchObject({ body: { questionId: null, memoryId: memory.id } });
    expect(await change({ memoryId: ofPerson.id })).toMatchObject({ status: 404 });
    expect(await change({ questionId: id })).toMatchObject({ status: 404 });
    expect(await change({ questionId, memoryId: memory.id })).toMatchObject({ status: 400 });
    await owner.call(forgetMemory, { params: { id: memory.id } });
    expect((await list(owner)).find((photo) => photo.id === id)).toMatchObject({ memoryId: null });
  });
});

describe("photos of a pet", () => {
  it("are seen by whoever may use it, changed by whoever manages it, and by nobody else [T154]", async () => {
    const added = await add();
    const [talker, manager, stranger] = [await app.holderOf(), await app.holderOf(), await app.owner()];
    const admin = await app.admin();
    for (const [visitor, right] of [
      [talker, "talk"],
      [manager, "manage"],
    ] as const)
      await admin.call(grantAgentAccess, { body: { userId: await userIdOf(visitor), agentId: pet, right } });
    const file = fileOf(await picture().jpeg().toBuffer());
    const tries = async (by: Visitor) => [
      (await by.attempt(listPhotos, { params: { id: pet } })).status,
      (await bytesOf(by, added, "small")).status,
      (await by.attempt(addPhoto, { params: { id: pet }, file })).status,
      (await by.attempt(editPhoto, { params: { id: added.id }, body: { caption: "Mine" } })).status,
      (await by.attempt(deletePhoto, { params: { id: added.id } })).status,
    ];
    expect(await tries(app.visitor())).toEqual([401, 401, 401, 401, 401]);
    expect(await tries(stranger)).toEqual([404, 404, 404, 404, 404]);
    expect(await tries(talker)).toEqual([200, 200, 403, 403, 403]);
    expect(await tries(manager)).toEqual([200, 200, 200, 200, 200]);
    expect((await bytesOf(owner, added, "small")).status).toBe(404);
  });

  it("are counted in what the owner has stored", async () => {
    const other = await app.owner();
    const id = await newPet(other);
    await other.call(addPhoto, { params: { id }, file: fileOf(await picture().jpeg().toBuffer()) });
    await maintainUsage(app.deps.db);
    const userId = await userIdOf(other);
    const counted = await app.deps.db.select().from(usageDaily);
    const sizes = await Promise.all((await filesOf(id)).map((key) => app.deps.files.stat(key)));
    expect(counted.find((each) => each.userId === userId)?.storedBytes).toBe(
      sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    );
  });

  it("go with their files, one by one and with the pet", async () => {
    const other = await app.owner();
    const id = await newPet(other);
    const file = fileOf(await picture().jpeg().toBuffer());
    const first = await other.call(addPhoto, { params: { id }, file });
    await other.call(addPhoto, { params: { id }, file });
    expect(await filesOf(id)).toHaveLength(4);
    await other.call(deletePhoto, { params: { id: first.id } });
    expect(await filesOf(id)).toHaveLength(2);
    await other.call(deleteAgent, { params: { id } });
    await expect.poll(() => filesOf(id)).toEqual([]);
  });
});
