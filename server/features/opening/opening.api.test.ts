import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent, getAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { chat } from "#shared/api/chat.ts";
import { addDiaryEntry, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { getOpening } from "#shared/api/opening.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

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

const openingFor = (visitor: Visitor, id: string) => visitor.call(getOpening, { params: { id } });

describe("an empty chat", () => {
  it("of a pet that knows nothing begins with what it can't know", async () => {
    const { owner, id } = await newPet();
    expect(await openingFor(owner, id)).toEqual({ greeting: null, starters: [MOON] });
  });

  it("begins with the pet's name, the owner's, and what it has just learned", async () => {
    const { owner, id, tell } = await newPet();
    await tell("What am I afraid of?", "The vacuum cleaner.");
    await tell("What is my favorite toy?", "A sock,\nwith a knot in it.");
    expect(await openingFor(owner, id)).toEqual({
      greeting:
        "Hello, Robin! I'm Biscuit. I've just learned something new about my favorite toy: “A sock, with a knot in it.”",
      starters: [
        { question: "Which toy do you carry around everywhere?", isKnown: true },
        { question: "What are you scared of?", isKnown: true },
        MOON,
      ],
    });
  });

  it("speaks the pet's language", async () => {
    const { owner, id, tell } = await newPet("de-DE");
    await tell("What is my favorite toy?", "Eine Socke.");
    expect(await openingFor(owner, id)).toEqual({
      greeting:
        "Hallo, Robin! Ich bin Biscuit. Ich habe gerade etwas Neues gelernt, zum Thema „mein Lieblingsspielzeug“: „Eine Socke.“",
      starters: [
        { question: "Was ist dein liebstes Spielzeug?", isKnown: true },
        { question: "Wie weit ist der Mond entfernt?", isKnown: false },
      ],
    });
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
    expect(await openingFor(owner, id)).toEqual({
      greeting: null,
      starters: [{ question: "What are you scared of?", isKnown: true }, MOON],
    });
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
