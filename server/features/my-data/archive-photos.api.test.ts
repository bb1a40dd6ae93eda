import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listAgents } from "#shared/api/agents.ts";
import { addDiaryEntry, listDiaryAnswers } from "#shared/api/diary.ts";
import { addMemory, listMemories } from "#shared/api/memory.ts";
import { getMyData } from "#shared/api/my-data.ts";
import { addPhoto, editPhoto, listPhotos } from "#shared/api/photos.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip, zipOf } from "#tests/support/archives.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const CAPTION = "Biscuit swims in the lake.";

async function ownerWithPhotos() {
  const owner = await app.owner();
  const id = await newPet(owner);
  const add = async (background: string) => {
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();
    return owner.call(addPhoto, { params: { id }, file: new File([new Uint8Array(bytes)], "photo.jpg") });
  };
  const [ofMemory, ofAnswer] = [await add("#a52"), await add("#25a")];
  await owner.call(addDiaryEntry, { params: { id }, body: { question: "Where do I nap?", answer: "On the sofa." } });
  const [answer] = await owner.call(listDiaryAnswers, { params: { id } });
  const memory = { store: "pet", kind: "event", text: "I swam to the island." } as const;
  const { id: memoryId } = await owner.call(addMemory, { params: { id }, body: memory });
  const edit = (photo: { id: string }, body: object) => owner.call(editPhoto, { params: { id: photo.id }, body });
  await edit(ofMemory, { caption: CAPTION, takenOn: "2021-07-04", memoryId });
  await edit(ofAnswer, { questionId: answer?.questionId ?? "" });
  return owner;
}

async function photosOf(owner: Visitor) {
  const id = (await owner.call(listAgents, {})).agents[0]?.id ?? "";
  const memories = await owner.call(listMemories, { params: { id }, query: { store: "pet" } });
  const answers = await owner.call(listDiaryAnswers, { params: { id } });
  const photos = await owner.call(listPhotos, { params: { id } });
  return photos.map((photo) => ({
    ...{ id: photo.id, caption: photo.caption, takenOn: photo.takenOn },
    memory: memories.memories.find((memory) => memory.id === photo.memoryId)?.text,
    answer: answers.find(({ questionId }) => questionId === photo.questionId)?.answer,
  }));
}

const sent = [
  { caption: "", takenOn: null, memory: undefined, answer: "On the sofa." },
  { caption: CAPTION, takenOn: "2021-07-04", memory: "I swam to the island.", answer: undefined },
];

it("photos are in the archive, and come into another account with what they belong to", async () => {
  const owner = await ownerWithPhotos();
  expect((await owner.call(getMyData, {})).counts.photos).toBe(2);
  const zip = await downloadAll(owner);
  const files = await unzip(zip);
  expect([...files.keys()].filter((name) => name.includes("/photos/"))).toEqual([
    "pets/01-Biscuit/photos/01-Biscuit swims in the lake.webp",
    "pets/01-Biscuit/photos/02-photo.webp",
  ]);
  expect(files.get("pets/01-Biscuit/pet.md")?.toString()).toContain(`- ${CAPTION}, 2021-07-04`);
  const again = await app.owner();
  expect(await bringIn(again, zip, { person: "me" })).toMatchObject({ body: { summary: { photos: 2 } } });
  const came = await photosOf(again);
  expect(came.map(({ id: _id, ...photo }) => photo)).toEqual(sent);
  for (const { id } of came) expect((await again.fetch(`/api/photos/${id}/small`)).status).toBe(200);
});

it("an archive without photos still comes in, and one whose photo is no photo loses that one", async () => {
  const files = await unzip(await downloadAll(await ownerWithPhotos()));
  const name = "pets/01-Biscuit/pet.json";
  const { photos: _photos, ...older } = JSON.parse(files.get(name)?.toString() ?? "");
  const ofBefore = await zipOf({ ...Object.fromEntries(files), [name]: JSON.stringify(older) });
  expect(await bringIn(await app.owner(), ofBefore, { person: "me" })).toMatchObject({
    body: { summary: { photos: 0, remarks: [] } },
  });
  const noPhoto = { "pets/01-Biscuit/photos/02-photo.webp": "<script>alert(1)</script>" };
  const broken = await zipOf({ ...Object.fromEntries(files), ...noPhoto });
  expect(await bringIn(await app.owner(), broken, { person: "me" })).toMatchObject({
    body: { summary: { photos: 1, remarks: ["Photos that are missing in the ZIP, or can't be read: 1."] } },
  });
});
