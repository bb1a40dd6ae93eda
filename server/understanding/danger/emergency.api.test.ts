import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { type ChatEvent, chat } from "#shared/api/chat.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { languages as voices } from "#shared/voices.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { languages } from "../languages/languages.ts";

const GUESSED = "I have the pills here and I keep counting them";
/** Only seen or felt, and found by what is learned. */
const guessed: Record<string, { person: string; vet: string }> = {
  en: { person: GUESSED, vet: "his legs keep going as if he was running and he looks straight through me" },
  es: {
    person: "ya he escrito todas las cartas",
    vet: "mueve las patas como si nadara y no para, y me mira sin verme",
  },
  fr: {
    person: "je compte et je recompte les comprimés",
    vet: "ses pattes pédalent toutes seules, il me regarde sans me voir",
  },
  de: {
    person: "ich zähle die Tabletten immer wieder",
    vet: "die Tablettendose ist zerkaut und keine mehr drin",
  },
  it: { person: "ho finito di scrivere tutte le lettere", vet: "le zampe pedalano da sole e mi guarda senza vedermi" },
  pt: { person: "já escrevi todas as cartas", vet: "as patas dele pedalam sozinhas e ele olha através de mim" },
  zh: { person: "药片在我面前摆成一排", vet: "躺着腿一直蹬，眼睛直愣愣的看不见我" },
  ja: { person: "薬を何度も数えている", vet: "横になったまま足をばたばたさせて、目がどこも見てない" },
  ko: { person: "약을 자꾸 세어 보고 있어", vet: "누워서 다리를 헤엄치듯 계속 젓고 눈은 나를 안 봐" },
  nl: {
    person: "ik tel de pillen steeds opnieuw",
    vet: "zijn poten blijven trappelen en hij kijkt dwars door me heen",
  },
  ru: { person: "таблетки разложены передо мной в ряд", vet: "лапы сами бегут лёжа и смотрит сквозь меня" },
  hi: { person: "गोलियाँ सामने क़तार में रखी हैं", vet: "उसके पैर अपने आप चल रहे हैं और मुझे देखकर भी नहीं देख रहा" },
  ar: { person: "الحبوب مرصوصة قدامي", vet: "رجليه بتعوم لوحدها على الأرض وبيبص لي كأنه مش شايفني" },
};

let talk: Chat;
let spoken: string[] = [];

beforeAll(async () => {
  talk = await startChat({
    engine: { kind: "embedded", name: "test" },
    synthesize: async ({ text }) => {
      spoken.push(text);
      return Uint8Array.from([0xff, 0xf3, 0x64, 0xc4, ...new Array<number>(140).fill(0)]);
    },
    close: async () => {},
  });
});
afterAll(() => talk?.stop());
beforeEach(() => {
  spoken = [];
  talk.model.calls.length = 0;
  talk.model.behave(saying("I am right here."));
});

const helpOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === "help" ? [event.text] : [])).join();

describe("words of an emergency in a chat", () => {
  it("are met with plain help first, then with the pet's own words, and kept so", async () => {
    const events = await talk.ask({ message: "Help, I just saw you eat rat poison!" });
    const help = helpOf(events);
    expect(help).toMatch(/^This sounds like an emergency.*call your vet.*I am an AI/);
    expect(textOf(events)).toBe(`${help}\n\nI am right here.`);
    const [question, reply] = await talk.messagesOf(sessionOf(events));
    expect(question).toMatchObject({ status: "complete", help: null });
    expect(reply).toMatchObject({ status: "complete", help, content: textOf(events) });
  });

  it("come to the model with what was said before, and the wish to be gentle", async () => {
    await talk.ask({ message: "I want to kill myself" });
    expect(talk.model.calls[0]?.body.messages.at(-1)?.content).toMatch(/a person is in danger[\s\S]*988[\s\S]*no joke/);
    await talk.ask({ message: "Shall we go for a walk?" });
    expect(JSON.stringify(talk.model.calls[1]?.body.messages.at(-1))).not.toContain("in danger");
  });

  it("are spoken in the same order", async () => {
    await talk.ask({ message: "My dog is not breathing", generateAudio: true });
    const whole = spoken.join(" ");
    expect(whole).toMatch(/^This sounds like an emergency/);
    expect(whole.indexOf("right here")).toBeGreaterThan(whole.indexOf("I am an AI"));
  });

  it.each([
    ["Ich will nicht mehr leben", /^Ich höre kurz auf zu spielen.*findahelpline\.com/],
    ["mi perro no respira", /^Esto suena a una emergencia/],
    ["死にたい", /^少しのあいだ.*AI.*findahelpline\.com/],
    ["لا أريد أن أعيش", /^سأتوقف عن اللعب/],
  ])("are answered with help in their own language though the model fails: %s", async (message, expected) => {
    talk.model.behave({ kind: "status", status: 500 });
    const events = await talk.ask({ message });
    expect(textOf(events)).toMatch(expected);
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: false });
    const [question, reply] = await talk.messagesOf(sessionOf(events));
    expect(question?.status).toBe("complete");
    expect(reply).toMatchObject({ content: helpOf(events), help: helpOf(events), status: "complete" });
  });

  it("keep what the pet had said when its model broke off", async () => {
    talk.model.behave({ kind: "cut", after: ["I am", " here"], torn: true });
    const events = await talk.ask({ message: "my dog is having a seizure" });
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply?.content).toBe(`${helpOf(events)}\n\nI am here`);
  });

  it("are answered the same way all at once", async () => {
    talk.model.behave({ kind: "status", status: 500 });
    const { message } = await talk.owner.call(chat, {
      params: { id: talk.pet },
      body: { message: "I want to die", generateAudio: false },
    });
    expect(message.help).toMatch(/988/);
    expect(message.content).toBe(message.help);
  });
});

const fail = () => {
  throw new Error("no such language");
};
const areYouSafe = /[Ss]afe|danger/;

describe("a danger that is only guessed [T140]", () => {
  it("brings no help; the model is told to judge and to ask gently", async () => {
    const events = await talk.ask({ message: GUESSED });
    expect(events.some(({ type }) => type === "help")).toBe(false);
    expect(textOf(events)).toBe("I am right here.");
    expect(talk.model.calls[0]?.body.messages.at(-1)?.content).toMatch(
      /may mean that a person is in danger[\s\S]*judge by all[\s\S]*no cheer[\s\S]*ask gently/,
    );
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply).toMatchObject({ help: null, status: "complete", sources: null });
  });

  it("is asked about even though the model fails", async () => {
    talk.model.behave({ kind: "status", status: 500 });
    const events = await talk.ask({ message: GUESSED });
    expect(textOf(events)).toMatch(areYouSafe);
    expect(events.at(-1)).toMatchObject({ type: "complete", stopped: false });
  });
});

describe("a danger that only the model sees [T140]", () => {
  const own = "I am close to you.";
  const tokens = (text: string) => ({ kind: "tokens", tokens: [...text] }) as const;

  it.each(["[[help:person]] ", "[[ Help:Person ]]\n\n", "[help:person]"])(
    "is met with the same help before its words: %s",
    async (marker) => {
      talk.model.behave(tokens(`${marker}${own} [[0]]`));
      const events = await talk.ask({ message: "longer please, and with a dragon in it" });
      const [, reply] = await talk.messagesOf(sessionOf(events));
      const help = reply?.help ?? "";
      expect(help).toContain("988");
      expect(textOf(events)).toBe(`${help}\n\n${own}`);
      expect(reply?.content).toBe(`${help}\n\n${own}`);
      const types = events.map(({ type }) => type);
      expect(types.filter((type) => type === "help")).toHaveLength(1);
      expect(types.indexOf("help")).toBeLessThan(types.indexOf("content"));
    },
  );

  it("is not lost where the model says so after its first words", async () => {
    talk.model.behave(tokens(`Oh no. [[help:vet]] ${own}`));
    const events = await talk.ask({ message: "and what do you say to that?" });
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply?.content).toMatch(/^Oh no\.\n\n.*vet.*\n\nI am close to you\.$/s);
    expect(textOf(events)).toBe(reply?.content);
    expect(textOf(events)).not.toContain("help:");
  });

  it("is told in the person's language, and once where it was plain before", async () => {
    talk.model.behave(tokens(`[[help:person]] ${own}`));
    const german = textOf(await talk.ask({ message: "ich weiß nicht mehr, wie es weitergehen soll mit mir" }));
    expect(german).toContain("112");
    const plain = textOf(await talk.ask({ message: "I want to kill myself" }));
    expect(plain.match(/988/g)).toHaveLength(
      textOf(await talk.ask({ message: "I want to kill myself" })).match(/988/g)?.length ?? 0,
    );
    expect(plain.endsWith(own)).toBe(true);
  });
});

describe("everyday talk", () => {
  it("brings no help", async () => {
    const events = await talk.ask({ message: "I'm dying to see you, do you like chocolate?" });
    expect(events.some(({ type }) => type === "help")).toBe(false);
    expect((await talk.messagesOf(sessionOf(events)))[1]?.help).toBeNull();
  });
});

describe("without a language model", () => {
  let app: TestApp;
  let owner: Visitor;
  beforeAll(async () => {
    app = await startTestApp();
    owner = await app.owner();
  });
  afterAll(() => app.stop());

  it("the pet adds one gentle sentence, and no joke or quotation", async () => {
    const { id } = await owner.call(createAgent, { body: { name: "Biscuit", language: "nl-NL" } });
    const { message } = await owner.call(chat, {
      params: { id },
      body: { message: "mijn hond heeft rattengif gegeten", generateAudio: false },
    });
    expect(message.content).toBe(`${message.help}\n\nBel alsjeblieft nu. Ik blijf dicht bij je.`);
    expect(message.sources).toBeNull();
  });

  it.each(languages.map(({ code, emergency }) => [code, emergency.petAsks] as const))(
    "the pet asks gently about a danger that is only guessed, each time in other words (%s) [T140]",
    async (language, asks) => {
      const locale = voices.find(({ code }) => code.startsWith(language))?.code ?? "";
      const person = await app.owner();
      const { id } = await person.call(createAgent, { body: { name: "Biscuit", language: locale } });
      const ask = (message: string, sessionId?: string) =>
        person.call(chat, { params: { id }, body: { message, generateAudio: false, ...(sessionId && { sessionId }) } });
      const first = await ask(guessed[language]?.person ?? "");
      expect(asks.person).toContain(first.message.content);
      expect(first.message).toMatchObject({ help: null, sources: null });
      const second = await ask(guessed[language]?.person ?? "", first.sessionId);
      expect(asks.person.filter((said) => said !== first.message.content)).toContain(second.message.content);
      expect(asks.vet).toContain((await ask(guessed[language]?.vet ?? "")).message.content);
    },
  );

  it("its two buttons bring the help, or a glad word [T140]", async () => {
    const { choices, help, petRelieved } = languages.find(({ code }) => code === "ja")?.emergency ?? fail();
    const person = await app.owner();
    const { id } = await person.call(createAgent, { body: { name: "Biscuit", language: "ja-JP" } });
    const ask = (message: string, sessionId?: string) =>
      person.call(chat, { params: { id }, body: { message, generateAudio: false, ...(sessionId && { sessionId }) } });
    const first = await ask(guessed.ja?.person ?? "");
    const labels = [choices.person.help, choices.person.fine];
    expect(first.message.choices).toEqual(labels.map((label) => ({ label, question: label })));
    const helped = await ask(choices.person.help, first.sessionId);
    expect(Object.values(help.person)).toContain(helped.message.help);
    const second = await ask(guessed.ja?.vet ?? "");
    const relieved = await ask(choices.vet.fine, second.sessionId);
    expect(relieved.message).toMatchObject({ help: null, content: petRelieved.vet, sources: null });
  });

  it("a typed yes to its question brings the help, and a no nothing for the owner's list", async () => {
    const person = await app.owner();
    const { id } = await person.call(createAgent, { body: { name: "Biscuit" } });
    const ask = (message: string, sessionId?: string) =>
      person.call(chat, { params: { id }, body: { message, generateAudio: false, ...(sessionId && { sessionId }) } });
    const first = await ask(GUESSED);
    expect((await ask("yes", first.sessionId)).message.help).toContain("988");
    const second = await ask(GUESSED);
    expect((await ask("no", second.sessionId)).message.help).toBeNull();
    const open = "What is the name of your vet?";
    await ask(open);
    // What comes after the reply is noted in order.
    const noted = async () =>
      (await person.call(listOpenQuestions, { params: { id } })).map(({ question }) => question);
    await expect.poll(async () => (await noted()).includes(open)).toBe(true);
    expect(await noted()).toEqual([open]);
  });
});
