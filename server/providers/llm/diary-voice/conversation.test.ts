import { describe, expect, it } from "vitest";
import type { Choice } from "../../../../shared/api/chat.ts";
import { languages } from "../../../languages/languages.ts";
import type { Phrase, Phrases } from "../../../languages/schema.ts";
import { type Act, acts, type Evidence, type Heard, type Scene, type Turn } from "../llm.ts";
import { composeReply } from "./compose-reply.ts";

const phrasesIn = (code: string): Phrases => {
  const known = languages.find((language) => language.code === code)?.phrases;
  if (known === undefined) throw new Error(`no phrases in ${code}`);
  return known;
};
const en = phrasesIn("en");

const toy: Evidence = {
  ...{ kind: "diary", about: "What is my favourite toy?", key: "favorite_toy", page: null },
  text: "I love my yellow duck.",
};
const game: Evidence = {
  ...{ kind: "diary", about: "Which game do I like to play most, and with whom?", key: "favorite_game", page: null },
  text: "I play tug with Nora.",
};
const italy: Evidence = { kind: "diary", about: "What did we do in Italy?", text: "I swam in a lake.", page: null };
const report: Evidence = { kind: "document", about: "vet report.pdf", text: "Weight: 12 kg.", page: 2 };

interface Asked {
  act?: Act;
  evidence?: readonly Evidence[];
  offers?: readonly Evidence[];
  alike?: readonly [Evidence, Evidence] | null;
  told?: Partial<Heard["told"]>;
  picked?: Choice;
}

/** A talk with a dog: each question gets a reply that knows the turns before. */
function createTalk({ language = "en-US", species = "dog", ownerName = "Ann" } = {}) {
  const turns: Turn[] = [];
  return {
    turns,
    ask(question: string, { act = "question", told, picked, ...more }: Asked = {}) {
      const heard = { act, certainty: 1, told: { name: null, age: null, ...told }, picked: picked ?? null };
      const pet = { name: "Tucker", language, species };
      const scene: Scene = { pet, ownerName, question, turns: [...turns], evidence: [], ...more, heard };
      const reply = composeReply(scene);
      const sources = reply.used.map(({ about, text }) => ({
        ...({ kind: "diary", filename: "Pet diary", question: about, answer: text } as const),
      }));
      turns.push({ role: "user", content: question });
      turns.push({ role: "assistant", content: reply.text, sources, choices: reply.choices });
      return reply;
    },
  };
}

/** Which of the phrases a text begins or ends with. */
const phrasesOf = (text: string, list: readonly Phrase[]): Phrase[] =>
  list.filter(({ say }) => {
    const parts = say.split(/\{\w+\}/).flatMap((part) => part.match(/[\p{L}\p{N}].*[\p{L}\p{N}]/u)?.[0] ?? []);
    return parts.length > 0 && parts.every((part) => text.includes(part));
  });
const says = (text: string, list: readonly Phrase[]) => phrasesOf(text, list).length > 0;

describe("a feeling", () => {
  const feelings = [
    "sad",
    "lonely",
    "griefForMe",
    "griefForOther",
    "joy",
    "fear",
    "anger",
    "guilt",
    "illness",
  ] as const;

  it.each(feelings)("is met by one phrase and nothing of the diary: %s", (act) => {
    const { text, used, choices } = createTalk().ask("…", { act, evidence: [toy], offers: [game], alike: [toy, game] });
    expect(says(text, en[act])).toBe(true);
    expect([used, choices]).toEqual([[], []]);
    expect(text).not.toMatch(/duck|Nora/);
  });

  it("is followed by no offer", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    talk.ask("I feel so low", { act: "sad" });
    expect(says(talk.ask("Your toy?", { evidence: [toy], offers: [game] }).text, en.offerMore)).toBe(false);
  });
});

describe("small talk", () => {
  it("knows love asked from love told", () => {
    expect(says(createTalk().ask("Do you love me?", { act: "loveAsked" }).text, en.loveAsked)).toBe(true);
    expect(says(createTalk().ask("I love you", { act: "loveTold" }).text, en.loveTold)).toBe(true);
  });

  it("comes in the words of the animal first", () => {
    const cats = en.greeting.filter(({ species }) => species?.includes("cat"));
    expect(says(createTalk({ species: "Cat" }).ask("Hi", { act: "greeting" }).text, cats)).toBe(true);
    const { text } = createTalk({ species: "axolotl" }).ask("Hi", { act: "greeting" });
    expect(phrasesOf(text, en.greeting).every(({ species }) => species === null)).toBe(true);
  });

  it("leaves the name out where none is known", () => {
    const talk = createTalk({ ownerName: " " });
    for (const act of acts.filter((known) => known !== "rememberName"))
      expect(talk.ask("…", { act }).text).not.toMatch(/\{|\s[,!?.]|^[,!]/);
  });

  it("tells another joke where more is wanted", () => {
    const talk = createTalk();
    talk.ask("A joke, please", { act: "jokeWanted" });
    expect(says(talk.ask("Another one", { act: "more", evidence: [toy] }).text, en.joke)).toBe(true);
  });
});

describe("the person", () => {
  it("is greeted by name and age, and remembered", () => {
    const talk = createTalk();
    const told = { name: "Ellie", age: 7 };
    const { text } = talk.ask("hi im ellie im 7", { act: "aboutMe", told });
    expect(says(text, en.aboutName) && says(text, en.aboutAge)).toBe(true);
    expect(text).toContain("Ellie");
    expect(text).toContain("7");
    expect(talk.ask("what's my name", { act: "rememberName", told }).text).toContain("Ellie");
    expect(talk.ask("how old am I", { act: "rememberAge", told }).text).toContain("7");
    for (const act of ["greeting", "thanks", "sad"] as const)
      expect(talk.ask("…", { act, told }).text).not.toContain("Ann");
  });

  it("is asked for the name where it was never told", () => {
    const talk = createTalk({ ownerName: "" });
    expect(says(talk.ask("what's my name", { act: "rememberName" }).text, en.nameUnknown)).toBe(true);
    expect(says(talk.ask("how old am I", { act: "rememberAge" }).text, en.personalUnknown)).toBe(true);
  });

  it("keeps the age of before where only the name is told", () => {
    const { text } = createTalk().ask("I'm Anna by the way", { act: "aboutMe", told: { name: "Anna", age: 7 } });
    expect(text).not.toContain("7");
  });
});

describe("follow-ups", () => {
  const fear: Evidence = {
    ...{ kind: "diary", about: "What am I afraid of?", key: "fears", page: null },
    text: "I fear the hoover. It is loud. It came in 2019. It sleeps under the stairs. I hide because it ate a sock.",
  };
  const talkOfFear = () => {
    const talk = createTalk();
    talk.ask("Are you afraid?", { evidence: [fear] });
    return talk;
  };

  it("get the reason that stands in what was told", () => {
    const { text, used } = talkOfFear().ask("Why?", { act: "why", evidence: [fear] });
    expect(text).toContain("because it ate a sock.");
    expect(text).not.toContain("I fear the hoover.");
    expect(used).toEqual([fear]);
  });

  it("get no reason where none stands there", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { text, used } = talk.ask("But why?", { act: "why", evidence: [toy] });
    expect(says(text, en.whyUnknown)).toBe(true);
    expect(used).toEqual([]);
  });

  it("get no reason that stands elsewhere", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { used } = talk.ask("why?", { act: "why", evidence: [fear, toy], offers: [game] });
    expect(used).toEqual([]);
  });

  it("get the rest, then another fact about it, until there is no more", () => {
    const story = Array.from({ length: 9 }, (_, index) => `On day ${index} the hoover went on and on about it.`);
    const long = { ...fear, text: `I fear the hoover. ${story.join(" ")}` };
    const other = { ...italy, text: "I bark at the hoover." };
    const evidence = [long, other];
    const talk = createTalk();
    talk.ask("What about the hoover?", { evidence });
    const told = Array.from({ length: 8 }, () => talk.ask("Tell me more", { act: "more", evidence }));
    const all = talk.turns.map(({ content }) => content).join(" ");
    for (const sentence of story) expect(all).toContain(sentence);
    expect(told.some(({ used }) => used[0] === other)).toBe(true);
    expect(says(told.at(-1)?.text ?? "", en.noMore)).toBe(true);
    expect(told.at(-1)?.used).toEqual([]);
  });

  it("get an offer where there is no more to tell of it", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { text } = talk.ask("Go on", { act: "more", evidence: [toy], offers: [game] });
    expect(says(text, en.noMore)).toBe(true);
    expect(text.toLowerCase()).toContain("my favourite game");
    expect(text).not.toContain("Nora");
  });

  it.each([
    ["When?", "It came in 2019."],
    ["and where?", "It sleeps under the stairs."],
  ])("get the sentence that tells it: %s", (question, sentence) => {
    const { text, used } = talkOfFear().ask(question, { evidence: [fear] });
    expect(text).toContain(sentence);
    expect(text).not.toContain("I fear the hoover.");
    expect(used).toEqual([fear]);
  });

  it("turn to the pet itself: its own fact, or a phrase", () => {
    const talk = createTalk();
    expect(talk.ask("I'd love to nap. And you?", { act: "andYou", evidence: [italy] }).text).toContain("lake");
    const { text, used } = talk.ask("And you?", { act: "andYou", evidence: [italy] });
    expect(says(text, en.andYou)).toBe(true);
    expect(used).toEqual([]);
  });

  it("stay with what the pet still knows", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { text, used } = talk.ask("more", { act: "more", evidence: [], offers: [] });
    expect(used).toEqual([]);
    expect(text).not.toContain("duck");
  });
});

describe("an offer", () => {
  const offers = [game, italy, { ...toy, about: "Where do I sleep?", key: null, text: "I sleep in the bath." }];

  it("comes after an answer, names what it would tell, and is taken with 'yes'", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    const { text, used } = talk.ask("Your toy?", { evidence: [toy], offers });
    expect(text).toContain("duck");
    expect(text.toLowerCase()).toContain("my favourite game");
    expect(text).not.toContain("Nora");
    expect(used).toEqual([toy]);
    const taken = talk.ask("yes please", { act: "yes", offers });
    expect(taken.text).toContain("Nora");
    expect(taken.used).toEqual([game]);
  });

  it("is of a subject with a short name, where there is one", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    expect(talk.ask("Your toy?", { evidence: [toy], offers: [italy, game] }).text).not.toContain("Italy");
  });

  it("is left with 'no'", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    talk.ask("Your toy?", { evidence: [toy], offers });
    const { text, used } = talk.ask("no", { act: "no", offers });
    expect(says(text, en.no)).toBe(true);
    expect(used).toEqual([]);
  });

  it("comes after every fourth answer at most, never twice of one thing, and never of what was told", () => {
    const talk = createTalk();
    const facts = Array.from({ length: 20 }, (_, index): Evidence => ({ ...italy, text: `I ate ${index} pears.` }));
    const replies = facts.map((fact, index) => talk.ask(`${index}?`, { evidence: [fact], offers: [toy, ...offers] }));
    const places = replies.flatMap(({ text }, index) => (says(text, en.offerMore) ? [index] : []));
    expect(places.length).toBe(4);
    expect(places.every((place, index) => index === 0 || place - (places[index - 1] ?? 0) >= 4)).toBe(true);
    const all = replies.map(({ text }) => text.toLowerCase()).join("\n");
    for (const topic of ["my favourite game", "what did we do in italy?", "where do i sleep?"])
      expect(all.split(topic).length).toBe(2);
  });

  it("begins with a capital where its subject begins a sentence, and keeps the owner's question in marks", () => {
    for (let round = 0; round < 30; round += 1) {
      const talk = createTalk({ language: "de-DE" });
      talk.ask(`Hallo ${round}`, { act: "greeting" });
      const { text } = talk.ask(`${round}`, { evidence: [toy], offers: [italy] });
      expect(text).toContain("„What did we do in Italy?“");
      expect(text).not.toContain("„„");
    }
  });
});

describe("two pieces that fit alike", () => {
  it("are both named, and neither is told", () => {
    const { text, used, choices } = createTalk().ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    expect(text.toLowerCase()).toContain("my favourite toy");
    expect(text.toLowerCase()).toContain("my favourite game");
    expect(text).not.toMatch(/duck|Nora/);
    expect(used).toEqual([]);
    expect(choices).toEqual([
      { label: "my favourite toy", question: "What is my favourite toy?" },
      { label: "my favourite game", question: "Which game do I like to play most, and with whom?" },
    ]);
  });

  it("are called by the document's name and the owner's question", () => {
    const { text, choices } = createTalk().ask("Italy?", { evidence: [report, italy], alike: [report, italy] });
    expect(text).toContain("“vet report”");
    expect(text).toContain("“What did we do in Italy?”");
    expect(choices).toEqual([
      { label: "vet report", question: "Italy? (vet report)" },
      { label: "What did we do in Italy?", question: "What did we do in Italy?" },
    ]);
  });

  it("are told where the person picks one", () => {
    const talk = createTalk();
    const { choices } = talk.ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    const [, second] = choices;
    if (second === undefined) throw new Error("no choice");
    const { text, used } = talk.ask("the second one", { act: "ok", picked: second, evidence: [toy, game] });
    expect(text).toContain("Nora");
    expect(used).toEqual([game]);
  });

  it("are asked for once more where the person says 'yes'", () => {
    const talk = createTalk();
    const first = talk.ask("Play?", { evidence: [toy, game], alike: [toy, game] });
    const again = talk.ask("yes", { act: "yes" });
    expect(again.choices).toEqual(first.choices);
    expect(again.text).not.toBe(first.text);
  });

  it("are told at once where they have the same name", () => {
    const other = { ...report, text: "Weight: 13 kg.", page: 3 };
    const { text, choices } = createTalk().ask("Weight?", { evidence: [report, other], alike: [report, other] });
    expect(text).toContain("12 kg");
    expect(choices).toEqual([]);
  });
});

describe("what was said before", () => {
  it("is said again with a word about it", () => {
    const talk = createTalk();
    const first = talk.ask("Your toy?", { evidence: [toy] });
    const again = talk.ask("Your toy?", { evidence: [toy] });
    expect(says(first.text, en.sameAgain)).toBe(false);
    expect(says(again.text, en.sameAgain)).toBe(true);
    expect(again.text).toContain("I love my yellow duck.");
  });

  it("gets the same reply in the same talk", () => {
    expect(createTalk().ask("Who wins?")).toEqual(createTalk().ask("Who wins?"));
  });

  it.each(languages)("is never said in the same way within ten turns in $code", ({ code: language, phrases }) => {
    const talk = createTalk({ language });
    const script: Act[] = [
      "question",
      "greeting",
      "question",
      "sad",
      "question",
      "thanks",
      "question",
      "yes",
      "ok",
      "why",
    ];
    const lists = Object.values(phrases).filter((list) => list !== phrases.leadIn);
    const replies = Array.from({ length: 40 }, (_, index) => {
      const fact: Evidence = { ...italy, text: `Tucker xyzzy plugh ${index}.` };
      const isKnown = index % 4 === 0;
      return talk.ask(`${index}?`, {
        ...{ act: script[index % script.length] ?? "question", offers: [toy, game] },
        ...{ evidence: isKnown ? [fact] : [] },
      }).text;
    });
    for (const [index, reply] of replies.entries()) {
      const before = replies.slice(Math.max(0, index - 10), index);
      for (const phrase of lists.flatMap((list) => phrasesOf(reply, list)))
        expect(before.filter((earlier) => says(earlier, [phrase])).map((earlier) => [phrase.say, earlier])).toEqual([]);
    }
    expect(new Set(replies).size).toBe(replies.length);
  });

  it("lends no lead-in twice to ten answers", () => {
    const talk = createTalk();
    const replies = Array.from({ length: 40 }, (_, index) => {
      const fact: Evidence = { ...italy, text: `I xyzzy ${index} plughs.` };
      return talk.ask(`${index}?`, { evidence: [fact] }).text;
    });
    for (const [index, reply] of replies.entries())
      for (const leadIn of phrasesOf(reply, en.leadIn))
        expect(replies.slice(Math.max(0, index - 10), index).filter((earlier) => says(earlier, [leadIn]))).toEqual([]);
  });
});

describe("a long talk", () => {
  it("fits at each of forty turns, with a child, a grief and an owner in it", () => {
    const talk = createTalk();
    const offers = [game, italy];
    const told = { name: "Ellie", age: 7 };
    const lines: [string, Asked, readonly Phrase[] | RegExp][] = [
      ["hey, I'm home", { act: "greeting" }, en.greeting],
      ["how was your day?", { act: "howAreYou" }, en.howAreYou],
      ["what's your toy?", { evidence: [toy], offers }, /yellow duck/],
      ["tell me more", { act: "more", evidence: [toy], offers }, /Nora/],
      ["no thanks", { act: "no", offers }, en.no],
      ["why?", { act: "why", evidence: [toy], offers }, en.whyUnknown],
      ["ha ha", { act: "laugh" }, en.laugh],
      ["what did we do in Italy?", { evidence: [italy], offers: [toy, game] }, /in a lake/],
      ["and you?", { act: "andYou", evidence: [italy] }, en.andYou],
      ["hi im ellie im 7", { act: "aboutMe", told }, en.aboutName],
      ["r u real", { act: "areYouReal", told }, en.areYouReal],
      ["i get scared at nite", { act: "fear", told }, en.fear],
      ["ok", { act: "ok", told }, en.ok],
      ["do u know my name", { act: "rememberName", told }, /Ellie/],
      ["how old am i", { act: "rememberAge", told }, /7/],
      ["tell a joke", { act: "jokeWanted", told }, en.joke],
      ["another", { act: "more", told }, en.joke],
      ["you are dumb", { act: "insult", told }, en.insult],
      ["bye", { act: "farewell", told }, en.goodbye],
      [
        "what did the vet write?",
        { evidence: [report], offers },
        /“vet report.pdf”.*2.*“Weight: 12 kg.”|2.*“vet report.pdf”.*“Weight: 12 kg.”/,
      ],
      ["what's the capital of France?", {}, en.unknown],
      ["where is my passport?", {}, en.personalUnknown],
      ["I miss Grandpa Walt so much", { act: "griefForOther" }, en.griefForOther],
      ["do you love me?", { act: "loveAsked" }, en.loveAsked],
      ["thank you", { act: "thanks" }, en.thanks],
      ["you're my good boy", { act: "compliment" }, en.compliment],
      ["what's your toy?", { evidence: [toy], offers }, en.sameAgain],
      ["play?", { evidence: [toy, game], alike: [toy, game] }, en.askChoice],
      ["who's going to win?", {}, en.unknown],
      ["…", { act: "silence" }, en.silence],
      ["🦴", { act: "emoji" }, en.emoji],
      ["asdf jkl", { act: "nonsense" }, en.nonsense],
      ["I got the job!", { act: "joy" }, en.joy],
      ["I shouted at you, sorry", { act: "guilt" }, en.guilt],
      ["grandma is ill", { act: "illness" }, en.illness],
      ["nobody calls me", { act: "lonely" }, en.lonely],
      ["I could scream", { act: "anger" }, en.anger],
      ["a month since you left us", { act: "griefForMe" }, en.griefForMe],
      ["I love you", { act: "loveTold" }, en.loveTold],
      ["good night", { act: "farewell" }, en.goodbye],
    ];
    expect(lines.length).toBe(40);
    for (const [question, asked, fitting] of lines) {
      const { text } = talk.ask(question, asked);
      const isFitting = fitting instanceof RegExp ? fitting.test(text) : says(text, fitting);
      expect([question, text, isFitting]).toEqual([question, text, true]);
    }
    const replies = talk.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
    expect(new Set(replies).size).toBe(40);
  });
});

describe("bad input", () => {
  it.each([
    "?!?!",
    "",
    "\u200b\u200d",
    "a".repeat(8000),
    "Как дела?",
    "ねえ and 你好",
    "\ud83d",
    "{text} {person} {topic}",
  ])("gets words: %j", (question) => {
    const huge: Evidence = { ...italy, text: "I swim. ".repeat(1250), about: "?".repeat(500) };
    for (const act of acts)
      for (const evidence of [[], [huge], [{ ...toy, text: "." }]]) {
        const { text } = createTalk().ask(question, { act, evidence, offers: [huge] });
        expect(text).toMatch(/\p{L}/u);
        expect(text.length).toBeLessThan(1200);
      }
  });
});
