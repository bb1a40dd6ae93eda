import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import type { ChatEvent } from "#shared/api/chat.ts";
import { chatStream, stopReply } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

const SALMON = "I would swap the sofa for smoked salmon.";
const WORM = "The vacuum cleaner, which I call the Howling Worm.";

let talk: Chat;
let admin: Visitor;
let pet: string;
let answer: (word: RegExp, text: string) => Promise<void>;
beforeAll(async () => {
  talk = await startChat();
  admin = await talk.app.admin();
  pet = (await admin.call(createAgent, { body: { name: "Biscuit", birthday: "2020-05-04", species: "dog" } })).id;
  const questions = await admin.call(listDiaryQuestions, {});
  answer = async (word, text) => {
    const questionId = questions.find(({ question }) => word.test(question))?.id ?? "";
    await admin.call(saveDiaryAnswer, { params: { id: pet }, body: { questionId, answer: text } });
  };
  await answer(/favou?rite food/i, SALMON);
  await answer(/afraid/i, WORM);
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
});

async function replyTo(message = "What do you like to eat?") {
  const events = await talk.ask({ message }, admin, pet);
  const last = events.at(-1);
  const stored = (await talk.messagesOf(sessionOf(events), admin)).at(-1);
  return { shown: textOf(events), stored, sources: answersOf(last), last };
}

const answersOf = (event: ChatEvent | undefined) =>
  event?.type === "complete"
    ? (event.sources ?? []).map((source) => (source.kind === "diary" ? source.answer : ""))
    : [];

describe("the numbers of a model's reply", () => {
  it.each([
    ["at its end", "Smoked salmon! [[1]]", "Smoked salmon!", [SALMON]],
    ["in the middle", "Smoked salmon [[1]], and you?", "Smoked salmon, and you?", [SALMON]],
    ["doubled, in the order used", "A worm ate my salmon! [[2]] [[2, 1]]", "A worm ate my salmon!", [WORM, SALMON]],
    ["cut by the end of the stream", "Smoked salmon! [[1, 2", "Smoked salmon!", [SALMON]],
    ["in other brackets", "Smoked salmon! 【１】", "Smoked salmon!", [SALMON]],
    ["absent", "Smoked salmon!", "Smoked salmon!", [SALMON]],
    ["wrong", "Smoked salmon! [[2]]", "Smoked salmon!", [SALMON]],
    ["invented", "Smoked salmon! [[9]]", "Smoked salmon!", [SALMON]],
    ["right, in other words than the diary's", "That pink fish! [[1]]", "That pink fish!", [SALMON]],
    ["beside a story", "The worm and the salmon ran. [[play]] [[1, 2]]", "The worm and the salmon ran.", []],
    ["of what it does not know", "I'm just a pet! [[?]]", "I'm just a pet!", []],
    ["of nothing", "Smoked salmon! [[7, 0, 99]]", "Smoked salmon!", []],
    ["in another language", "Lachs ist für mich das Beste! [[1]]", "Lachs ist für mich das Beste!", [SALMON]],
  ])("are never shown, and believed where its words show them: %s", async (_name, said, shown, sources) => {
    talk.model.behave({ kind: "tokens", tokens: [...said] });
    const reply = await replyTo();
    expect(reply.shown).toBe(shown);
    expect(reply.stored).toMatchObject({
      content: shown,
      sources: reply.last?.type === "complete" ? reply.last.sources : null,
    });
    expect(reply.sources).toEqual(sources);
  });

  it("are not believed of what neither words nor the question show", async () => {
    talk.model.behave(saying("I'm just a pet! [[1, 2]]"));
    expect((await replyTo("Who is your best friend?")).sources).toEqual([]);
  });

  it("are not what is left of a reply that is stopped", async () => {
    talk.model.behave({ kind: "hang", after: ["Smoked", " salmon! ", "[[1", ", 2"] });
    const sessionId = await talk.begin(admin, pet);
    const events: ChatEvent[] = [];
    const body = { sessionId, message: "What do you eat?" };
    for await (const event of admin.stream(chatStream, { params: { id: pet }, body })) {
      events.push(event);
      if (event.type === "content") await admin.call(stopReply, { params: { sessionId } });
    }
    expect("Smoked salmon!".startsWith(textOf(events))).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: true });
    // The number may have come before Stop did.
    expect([[], [SALMON]]).toContainEqual(answersOf(events.at(-1)));
    expect((await talk.messagesOf(sessionId, admin)).at(-1)).toMatchObject({
      content: textOf(events),
      status: "stopped",
    });
  });

  it("are all that came: then the reply is empty", async () => {
    talk.model.behave(saying("[[1]]"));
    expect((await replyTo()).last).toMatchObject({ type: "error", code: "empty" });
  });
});

describe("the mark of a model's reply without sources", () => {
  it.each([
    ["a story", "Once upon a time. [[play]]", { sources: null, mark: "play" }],
    ["what was said in this chat", "Your exam, you said! [[chat]]", { sources: null, mark: "chat" }],
    ["what is not known of the pet", "Ask me in winter! [[?]]", { sources: [], mark: null }],
    ["own words", "Hello! [[0]]", { sources: null, mark: null }],
  ])("is stored: %s", async (_what, said, kept) => {
    talk.model.behave({ kind: "tokens", tokens: [...said] });
    const { stored, last } = await replyTo("Do you like snow?");
    expect(stored).toMatchObject(kept);
    expect(last).toMatchObject({ type: "complete", sources: kept.sources });
    expect(last?.type === "complete" ? (last.mark ?? null) : "").toBe(kept.mark);
  });

  it("goes back to the model with the reply", async () => {
    talk.model.behave(saying("Smoked salmon! [[1]]"));
    const sessionId = sessionOf(await talk.ask({ message: "What do you like to eat?" }, admin, pet));
    for (const said of ["Once upon a time. [[play]]", "I'm just a pet! [[?]]", "Woof! [[0]]"]) {
      talk.model.behave(saying(said));
      await talk.ask({ message: "And you?", sessionId }, admin, pet);
    }
    const earlier = talk.model.calls.at(-1)?.body.messages.filter(({ role }) => role === "assistant");
    expect(earlier?.map(({ content }) => content)).toEqual([
      "Smoked salmon! [[1]]",
      "Once upon a time. [[play]]",
      "I'm just a pet! [[?]]",
    ]);
  });

  it("never puts a question about the world, or about who asks, on the owner's list", async () => {
    talk.model.behave(saying("A cat person, I hope! [[?]]"));
    const { stored } = await replyTo("Who is the president of France?");
    expect(stored).toMatchObject({ sources: null, mark: null });
    await replyTo("Do you like the president of our kennel club?");
    await replyTo("where do I live now?");
    const questions = await admin.call(listOpenQuestions, { params: { id: pet } });
    expect(questions.map(({ question }) => question)).not.toContain("Who is the president of France?");
    expect(questions.map(({ question }) => question)).not.toContain("where do I live now?");
    expect(questions.map(({ question }) => question)).toContain("Do you like the president of our kennel club?");
  });
});

describe("what a model writes around a reply", () => {
  it.each([
    ["its name and a stage direction", "Biscuit: *wags tail* Smoked salmon! [[1]]", [SALMON]],
    [
      "marks of its template and the person's next line",
      "Smoked salmon! [[1]]<|im_end|>\n<|im_start|>user\nAnd? [[2]]",
      [SALMON],
    ],
    ["an invented turn", "Smoked salmon! [[1]]\nUser: And what scares you?\nBiscuit: The worm! [[2]]", [SALMON]],
  ])("is neither shown nor stored: %s", async (_what, said, sources) => {
    for (const tokens of [[said], [...said]]) {
      talk.model.behave({ kind: "tokens", tokens });
      const reply = await replyTo();
      expect(reply).toMatchObject({ shown: "Smoked salmon!", stored: { content: "Smoked salmon!" }, sources });
    }
  });
});

describe("what a model thinks", () => {
  it("is neither shown nor stored, in the text or beside it", async () => {
    const thought = "They ask for food, so [[2]].";
    talk.model.behave(
      { kind: "tokens", tokens: ["<thi", "nk>", thought, "</thi", "nk>\n\n", "Smoked salmon! [[1]]"] },
      {
        kind: "deltas",
        deltas: [{ reasoning_content: thought }, { reasoning: thought }, { content: "Smoked salmon! [[1]]" }],
      },
    );
    for (let time = 0; time < 2; time++) {
      const reply = await replyTo();
      expect(reply).toMatchObject({
        shown: "Smoked salmon!",
        stored: { content: "Smoked salmon!" },
        sources: [SALMON],
      });
    }
  });

  it("is no reply where nothing follows", async () => {
    talk.model.behave(saying("<think>What to say?"));
    expect((await replyTo()).last).toMatchObject({ type: "error", code: "empty" });
  });
});

describe("the prompt", () => {
  const systemMessages = () => talk.model.calls.map(({ body }) => body.messages[0]?.content ?? "");

  it("begins with the same bytes for two questions of two people, and with others once the diary has changed", async () => {
    talk.model.behave(saying("Woof. [[0]]"));
    const owner = await talk.app.owner();
    const theirs = await newPet(owner, "Rex");
    await talk.ask({ message: "Who are you?" }, owner, theirs);
    await talk.ask({ message: "I am so sad today." }, admin, theirs);
    await replyTo();
    await answer(/afraid/i, `${WORM} And thunder.`);
    await replyTo();
    const [first, second, third, fourth] = systemMessages();
    expect(second).toBe(first);
    expect(fourth).not.toBe(third);
    const borderOf = (text = "") => /<diary-([0-9a-f]{16})>/.exec(text)?.[1];
    expect(new Set([first, third, fourth].map(borderOf)).size).toBe(3);
  });

  it("tells where the person is now, what greeted them, and of the last talk, the first time and after", async () => {
    talk.model.behave(saying("Woof. [[0]]"));
    const owner = await talk.app.owner();
    const theirs = await newPet(owner, "Rex");
    const ask = async (message: string, more: { sessionId?: string; greeting?: string; timeZone?: string }) =>
      sessionOf(await talk.ask({ message, ...more }, owner, theirs));
    await ask("I have an exam on Friday.", {});
    const sessionId = await ask("Hi!", { greeting: "Hello, Robin! I'm Rex.", timeZone: "Asia/Tokyo" });
    await ask("And now?", { sessionId, timeZone: "Europe/Paris" });
    const [first, second, third] = talk.model.calls.map(({ body }) => body.messages.at(-1)?.content ?? "");
    expect(first).not.toMatch(/before this chat|where the person is/);
    for (const text of [second, third]) {
      expect(text).toMatch(/You last talked on .*; it began with: "I have an exam on Friday\."/);
      expect(text).toContain('Your greeting on the screen: "Hello, Robin! I\'m Rex."');
    }
    const hourIn = (text = "") => Number(/about (\d+):00\) where the person is/.exec(text)?.[1]);
    expect([7, 8]).toContain((hourIn(second) - hourIn(third) + 24) % 24);
  });

  it("lets the pet ask its owner, and nobody else, what its diary does not tell yet: in every third reply", async () => {
    talk.model.behave(saying("Woof. [[0]]"));
    const openIn = async (visitor: Visitor) => {
      talk.model.calls.length = 0;
      const sessionId = await talk.begin(visitor, pet);
      for (let turn = 0; turn < 6; turn += 1) await talk.ask({ message: "Hm, well.", sessionId }, visitor, pet);
      const last = talk.model.calls.map(({ body }) => body.messages.at(-1)?.content ?? "");
      return last.map((text) => /if it fits: "(.+)"/.exec(text)?.[1] ?? null);
    };
    const [first, second, third, , , sixth] = await openIn(admin);
    expect([first, second]).toEqual([null, null]);
    expect(third).toMatch(/\?$/);
    expect(sixth).toMatch(/\?$/);
    expect(sixth).not.toBe(third);
    const guest = await talk.app.owner();
    const { user } = await guest.call(me, {});
    await admin.call(grantAgentAccess, { body: { userId: user.id, agentId: pet } });
    expect(new Set(await openIn(guest))).toEqual(new Set([null]));
  });

  it("tells nobody of another person's talks [T44]", async () => {
    talk.model.behave(saying("Woof. [[0]]"));
    const owner = await talk.app.owner();
    const theirs = await newPet(owner, "Rex");
    await talk.ask({ message: "My secret is a sock." }, owner, theirs);
    await talk.ask({ message: "Hello!" }, admin, theirs);
    expect(JSON.stringify(talk.model.calls.at(-1)?.body)).not.toContain("secret is a sock");
  });

  it("ends with the day, the pet's age, the person and the question", async () => {
    talk.model.behave(saying("Woof. [[0]]"));
    await replyTo("I am so sad today, my grandma died.");
    const last = talk.model.calls[0]?.body.messages.at(-1)?.content ?? "";
    expect(last).toContain(`${new Date().getFullYear()}. You are `);
    expect(last).toMatch(/You are \d+ years old\. You are talking with .*, your owner\./);
    expect(last).toMatch(/<question-([0-9a-f]{16})>\nI am so sad today, my grandma died\.\n<\/question-\1>/);
    expect(talk.model.calls[0]?.body.messages[0]?.content).toMatch(
      /Your species: dog\.[\s\S]*Your birthday: 4 May 2020\./,
    );
  });
});

describe("what a message means", () => {
  it.each(["I miss my dad", "you died in march", "I'm making soup. you want to help?", "hello"])(
    "is left to the model, which is told nothing of it: %s",
    async (message) => {
      talk.model.behave(saying("Woof. [[0]]"));
      await replyTo(message);
      const asked = talk.model.calls[0]?.body.messages.at(-1)?.content ?? "";
      expect(asked).toMatch(
        /^Today is .*\. You are \d+ years old\. You are talking with .*, your owner\.\n\n(What came before [\s\S]*\n\n)?What the person says to you now:\n<question-[\s\S]*>\n\nReply as Biscuit\. [^\n]*$/,
      );
    },
  );
});

describe("a model's reply that is no whole one", () => {
  it.each([
    ["length", "ran out of tokens"],
    ["content_filter", "lost its end to a filter"],
  ])("is cut off, shown and stored as such: %s", async (finish) => {
    talk.model.behave({ kind: "tokens", tokens: ["Smoked ", "salmon, and"], finish });
    const { shown, stored, last } = await replyTo();
    expect(shown).toBe("Smoked salmon, and");
    expect(last).toMatchObject({ type: "complete", stopped: false, ending: "cut_off" });
    expect(stored).toMatchObject({ content: "Smoked salmon, and", status: "cut_off" });
  });

  it("is what the pet goes on from", async () => {
    talk.model.behave({ kind: "tokens", tokens: ["Smoked salmon, and"], finish: "length" });
    const sessionId = sessionOf(await talk.ask({ message: "What do you like to eat?" }, admin, pet));
    talk.model.behave(saying("cream cheese."));
    talk.model.calls.length = 0;
    await talk.ask({ message: "Go on", sessionId }, admin, pet);
    const [call] = talk.model.calls;
    expect(call?.body.messages).toContainEqual({ role: "assistant", content: "Smoked salmon, and" });
  });

  it("is the model's refusal, in its words, which are neither remembered nor made up", async () => {
    const deltas = [{ refusal: "I'm sorry, " }, { refusal: "I can't help with that." }];
    talk.model.behave({ kind: "deltas", deltas });
    const { shown, stored, last } = await replyTo();
    expect(shown).toBe("I'm sorry, I can't help with that.");
    expect(last).toMatchObject({ ending: "refused", sources: null });
    expect(stored).toMatchObject({ content: shown, status: "refused", sources: null });
  });

  it("is one that is longer than any may be", async () => {
    talk.model.behave(saying("woof ".repeat(3000)));
    expect((await replyTo()).stored).toMatchObject({ status: "cut_off" });
  });
});

it("a model's reply neither begins nor ends with blank lines, also while it comes", async () => {
  talk.model.behave({ kind: "tokens", tokens: ["\n", "\n ", "Smoked", "\n\n", "salmon!", " \n", "\n\n"] });
  const { shown, stored } = await replyTo();
  expect(shown).toBe("Smoked\n\nsalmon!");
  expect(stored?.content).toBe(shown);
});

describe("halves of a sign in a model's reply", () => {
  it.each([
    ["come together from two pieces", ["Woof \ud83d", "\ude00 and bye"], "Woof 😀 and bye"],
    ["are shown as they are stored where one is alone", ["a\ud800b", " c\udc00d"], "a\ufffdb c\ufffdd"],
    ["are left out at the end", ["Woof! \ud83d"], "Woof!"],
    ["are left out at the limit of length", [`${"a".repeat(7_999)}😀`], "a".repeat(7_999)],
  ])("%s [T82] [T84]", async (_name, tokens, shown) => {
    talk.model.behave({ kind: "tokens", tokens });
    const reply = await replyTo();
    expect(reply.shown).toBe(shown);
    expect(reply.stored?.content).toBe(shown);
  });
});
