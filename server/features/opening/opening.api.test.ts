import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent, getAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { chat } from "#shared/api/chat.ts";
import { addDiaryEntry, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { uploadDocument } from "#shared/api/documents.ts";
import { changeTimeZone } from "#shared/api/my-data.ts";
import { getOpening, type Opening } from "#shared/api/opening.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

const READY = "I'm ready for a conversation. How are you doing today?";
const MOON = { question: "How far away is the moon?", isKnown: false };

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function newPet(language = "en-US") {
  const owner = await app.owner();
  const { id } = await owner.call(createAgent, { body: { name: "Biscuit", language } });
  const questions = await owner.call(listDiaryQuestions, {});
  const tell = async (question: string, answer: string) => {
    const questionId = questions.find((one) => one.question === question)?.id ?? "";
    await owner.call(saveDiaryAnswer, { params: { id }, body: { questionId, answer } });
  };
  return { owner, id, tell };
}

/** Each known starter is answered from the diary or a document. */
async function answersAll(owner: Visitor, id: string, starters: Opening["starters"]): Promise<void> {
  expect(starters.length).toBeGreaterThan(1);
  for (const { question } of starters.slice(0, -1)) {
    const { message } = await owner.call(chat, { params: { id }, body: { message: question } });
    expect([question, message.sources?.length]).toEqual([question, 1]);
  }
}

const openingFor = (visitor: Visitor, id: string) => visitor.call(getOpening, { params: { id } });

describe("an empty chat", () => {
  it("of a pet that knows nothing begins with what any pet answers, and what it can't know", async () => {
    const { owner, id } = await newPet();
    const { greeting, ready, starters } = await openingFor(owner, id);
    expect({ greeting, ready }).toEqual({ greeting: null, ready: READY });
    expect(starters.map(({ question }) => question).sort()).toEqual([MOON.question, "Tell me a joke!", "Who are you?"]);
    for (const { question } of starters.slice(0, -1))
      expect((await owner.call(chat, { params: { id }, body: { message: question } })).message.sources).toBeNull();
  });

  it("begins with the pet's name, the owner's, and what it has just learned", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", "The vacuum cleaner.");
    await tell("What is my favorite toy?", "A sock,\nwith a knot in it.");
    const opening = await openingFor(owner, id);
    expect(opening).toMatchObject({
      ready: READY,
      greeting:
        "Hello, Robin! I'm Biscuit. I've just learned something new about my favorite toy: “A sock, with a knot in it.”",
    });
    await answersAll(owner, id, opening.starters);
  });

  it("speaks the pet's language", async () => {
    const { owner, id, tell } = await newPet("de-DE");
    await tell("What is my favorite toy?", "Eine Socke.");
    const opening = await openingFor(owner, id);
    expect(opening).toMatchObject({
      ready: "Ich bin bereit für ein Gespräch. Wie geht es dir heute?",
      greeting:
        "Hallo, Robin! Ich bin Biscuit. Ich habe gerade etwas Neues gelernt, zum Thema „mein Lieblingsspielzeug“: „Eine Socke.“",
    });
    await answersAll(owner, id, opening.starters);
  });

  it("offers three questions at most that the pet can answer, an own one in the owner's words", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", "Thunder.");
    await tell("What is my favorite toy?", "A sock.");
    await tell("Where and how do I like to sleep?", "On the stairs.");
    const { question } = await owner
      .call(addDiaryEntry, { params: { id }, body: { question: "Do you like snow?", answer: "{pet} eats it." } })
      .then((added) => added.question);
    const { greeting, starters } = await openingFor(owner, id);
    expect(greeting).toBe("Hello, Robin! I'm Biscuit. I've just learned something new: “{pet} eats it.”");
    expect(starters).toHaveLength(4);
    expect(starters[0]).toEqual({ question, isKnown: true });
    expect(starters.at(-1)).toEqual(MOON);
  });

  it("quotes whole sentences alone, no more than fit a greeting, and nothing that was talked about since", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", `Thunder. Dr. Feld says so. ${"And rain, ".repeat(40)}`);
    const whole =
      "Hello, Robin! I'm Biscuit. I've just learned something new about what I'm afraid of: “Thunder. Dr. Feld says so.”";
    expect((await openingFor(owner, id)).greeting).toBe(whole);
    await tell("What am I afraid of?", `Dr. Feld, ${"and rain, ".repeat(40)}`);
    expect((await openingFor(owner, id)).greeting).toBe("Hello, Robin! I'm Biscuit.");
    await owner.call(chat, { params: { id }, body: { message: "Hello!" } });
    expect((await openingFor(owner, id)).greeting).toBe("Hello again, Robin!");
  });

  it("greets by the time of day whom the pet knows, says hello once, and says what was talked about", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", "Thunder.");
    await owner.call(changeTimeZone, { body: { timeZone: "Europe/Berlin" } });
    await owner.call(chat, { params: { id }, body: { message: "What are you scared of?" } });
    for (const [hour, hello] of [
      ["05", "Good morning"],
      ["12", "Hello again"],
      ["17", "Good evening"],
    ]) {
      vi.useFakeTimers({ now: new Date(`2026-05-04T${hour}:30:00Z`), toFake: ["Date"] });
      const { greeting } = await openingFor(owner, id).finally(() => vi.useRealTimers());
      expect(greeting).toBe(`${hello}, Robin! Last time it was about “What are you scared of?”.`);
    }
  });

  it.each(["my dad died", "Hello!", "remember that I moved to Lisbon"])("does not say back: %s", async (told) => {
    const { owner, id } = await newPet();
    await owner.call(chat, { params: { id }, body: { message: told } });
    expect((await openingFor(owner, id)).greeting).toBe("Hello again, Robin!");
  });

  it("varies what it offers to be asked", async () => {
    const { owner, id, tell } = await newPet();
    for (const question of ["What am I afraid of?", "What is my favorite toy?", "Where and how do I like to sleep?"])
      await tell(question, "Under the piano.");
    const offered = new Set<string>();
    await expect
      .poll(async () => {
        for (const { question } of (await openingFor(owner, id)).starters) offered.add(question);
        return offered.size;
      })
      .toBeGreaterThan(4);
  });

  it("offers what a document answers where the diary has little", async () => {
    const { owner, id } = await newPet();
    const text = "Report\nWeight: 4.2 kg\nDate of birth: 4 May 2019\nVet: Dr. Tanaka\n";
    await owner.call(uploadDocument, { params: { id }, file: new Blob([text]), filename: "report.txt" });
    const known = async () => (await openingFor(owner, id)).starters.slice(0, -1);
    await expect.poll(async () => (await known()).map(({ question }) => question)).not.toContain("Who are you?");
    await answersAll(owner, id, await openingFor(owner, id).then(({ starters }) => starters));
  });

  it("with somebody else's pet has questions, but not what its owner wrote", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", "Thunder.");
    const guest = await app.owner();
    const { user } = await guest.call(me, {});
    await (await app.admin()).call(grantAgentAccess, { body: { userId: user.id, agentId: id } });
    const { greeting, starters } = await openingFor(guest, id);
    expect(greeting).toBeNull();
    expect(starters).toHaveLength(2);
    expect(await app.visitor().attempt(getOpening, { params: { id } })).toMatchObject({ status: 401 });
    const stranger = await app.owner();
    expect(await stranger.attempt(getOpening, { params: { id } })).toMatchObject({ status: 404 });
    expect((await owner.call(getAgent, { params: { id } })).diaryCount).toBe(1);
  });
});
