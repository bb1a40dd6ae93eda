import { describe, expect, it } from "vitest";
import { createTalk, en, game, italy, phrasesOf, saysPhrase, toy } from "#tests/support/diary-talk.ts";
import { hurtingKinds } from "../languages/turn-kinds.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { type Act, acts, type MourningSubject } from "../turns/turn.ts";

describe("a feeling", () => {
  it.each([...hurtingKinds, "joy"] as const)("is met by one phrase and nothing of the diary: %s", (act) => {
    const { text, used, choices } = createTalk().ask("…", { act, evidence: [toy], offers: [game], alike: [toy, game] });
    expect(saysPhrase(text, en[act])).toBe(true);
    expect([used, choices]).toEqual([[], []]);
    expect(text).not.toMatch(/duck|Nora/);
  });

  it("of guilt is forgiven, but where the pet is mourned it is no fault", () => {
    const reply = (mourned: MourningSubject) =>
      createTalk().ask("Did we do the right thing?", { act: "guilt", mourned }).text;
    expect(saysPhrase(reply(null), en.guilt)).toBe(true);
    expect(saysPhrase(reply("pet"), en.guiltInGrief)).toBe(true);
  });

  it("that is only guessed at is not named", () => {
    const reply = (act: Act, certainty: number) => createTalk().ask("I used to have a beagle", { act, certainty }).text;
    expect(saysPhrase(reply("guilt", 0.9), en.guilt)).toBe(true);
    expect(saysPhrase(reply("guilt", 0.7), en.feelingUnsure)).toBe(true);
    expect(saysPhrase(reply("joy", 0.7), en.telling)).toBe(true);
    expect(saysPhrase(reply("unwell", 0.7), en.unwell)).toBe(true);
    expect(saysPhrase(reply("griefForOther", 0.7), en.feelingUnsure)).toBe(true);
    expect(saysPhrase(reply("greeting", 0.7), en.greeting)).toBe(true);
  });

  it("of grief goes on in the chat, however unsure a turn by itself is", () => {
    const mourning = { act: "griefForOther", certainty: 0.7, mourned: "other" } as const;
    expect(saysPhrase(createTalk().ask("He was called Balu.", mourning).text, en.griefForOther)).toBe(true);
  });

  it("of grief is asked for no game and no cheerful welcome", () => {
    for (const act of ["playWanted", "comingHome"] as const) {
      const reply = (mourned: MourningSubject) => createTalk().ask("…", { act, mourned }).text;
      expect(saysPhrase(reply(null), en[act])).toBe(true);
      expect(saysPhrase(reply("pet"), en.closenessWanted)).toBe(true);
      expect(saysPhrase(reply("other"), en[act])).toBe(true);
    }
  });

  it("of grief hears no joke and no offer where the pet does not know", () => {
    const reply = (mourned: MourningSubject) =>
      createTalk().ask("Were you in pain?", { act: "question", mourned, offers: [game], maybe: [toy] });
    expect(saysPhrase(reply(null).text, en.unknownInGrief)).toBe(false);
    for (const mourned of ["pet", "other"] as const) {
      expect(saysPhrase(reply(mourned).text, en.unknownInGrief)).toBe(true);
      expect(reply(mourned)).toMatchObject({ used: [], choices: [] });
      expect(saysPhrase(reply(mourned).text, en.offerMore)).toBe(false);
    }
  });

  it("of grief is sent to no vet with an animal that has died", () => {
    const reply = (question: string, mourned: MourningSubject) =>
      createTalk().ask(question, { act: "unwell", mourned }).text;
    expect(saysPhrase(reply("Was he in pain?", "other"), en.unknownInGrief)).toBe(true);
    expect(saysPhrase(reply("you were limping", "pet"), en.unknownInGrief)).toBe(true);
    expect(saysPhrase(reply("now Ben is limping", "other"), en.unwell)).toBe(true);
    expect(saysPhrase(reply("Are you in pain?", null), en.unwell)).toBe(true);
  });

  it("is followed by no offer", () => {
    const talk = createTalk();
    talk.ask("Hello", { act: "greeting" });
    talk.ask("I feel so low", { act: "sad" });
    expect(saysPhrase(talk.ask("Your toy?", { evidence: [toy], offers: [game] }).text, en.offerMore)).toBe(false);
  });
});

describe("a short question that goes on with a reply", () => {
  it.each([
    ["en-US", "for how long?", "for two weeks"],
    ["en-US", "at what time?", "at 7:30"],
    ["en-US", "how heavy was it?", "fourteen pounds"],
    ["en-US", "what did it cost?", "$ 40"],
  ])("is answered by the sentence that gives what it asks for (%s): %s", (language, question, answer) => {
    const text = [
      "Once, and never again, I licked a jellyfish in 2023.",
      "We were in Denmark for two weeks.",
      "Breakfast was at 7:30 there.",
      "Somebody gave me a cod, it had fourteen pounds.",
      "They paid $ 40 for it.",
      "I slept in the van with all nine of my toys.",
    ].join(" ");
    const trip: Evidence = { kind: "diary", about: "Where did we go?", key: null, text, page: null, focus: 5 };
    const talk = createTalk({ language });
    talk.ask("Where did you go on holiday in the van?", { evidence: [trip] });
    expect(talk.ask(question, { evidence: [trip] }).text).toContain(answer);
  });
});

describe("small talk", () => {
  it("knows love asked from love told", () => {
    expect(saysPhrase(createTalk().ask("Do you love me?", { act: "loveAsked" }).text, en.loveAsked)).toBe(true);
    expect(saysPhrase(createTalk().ask("I love you", { act: "loveTold" }).text, en.loveTold)).toBe(true);
  });

  it("comes in the words of the animal first", () => {
    const cats = en.greeting.filter(({ species }) => species?.includes("cat"));
    expect(saysPhrase(createTalk({ species: "Cat" }).ask("Hi", { act: "greeting" }).text, cats)).toBe(true);
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
    expect(saysPhrase(talk.ask("Another one", { act: "more", evidence: [toy] }).text, en.joke)).toBe(true);
  });
});

describe("the person", () => {
  it("is greeted by name and age, and remembered", () => {
    const talk = createTalk();
    const told = { name: "Ellie", age: 7 };
    const { text } = talk.ask("hi im ellie im 7", { act: "aboutMe", told });
    expect(saysPhrase(text, en.aboutName) && saysPhrase(text, en.aboutAge)).toBe(true);
    expect(text).toContain("Ellie");
    expect(text).toContain("7");
    expect(talk.ask("what's my name", { act: "rememberName", told }).text).toContain("Ellie");
    expect(talk.ask("how old am I", { act: "rememberAge", told }).text).toContain("7");
    for (const act of ["greeting", "thanks", "sad"] as const)
      expect(talk.ask("…", { act, told }).text).not.toContain("Ann");
  });

  it("is asked for the name where it was never told", () => {
    const talk = createTalk({ ownerName: "" });
    expect(saysPhrase(talk.ask("what's my name", { act: "rememberName" }).text, en.nameUnknown)).toBe(true);
    expect(saysPhrase(talk.ask("how old am I", { act: "rememberAge" }).text, en.personalUnknown)).toBe(true);
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
    expect(saysPhrase(text, en.whyUnknown)).toBe(true);
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
    expect(saysPhrase(told.at(-1)?.text ?? "", en.noMore)).toBe(true);
    expect(told.at(-1)?.used).toEqual([]);
  });

  it("get an offer where there is no more to tell of it", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { text } = talk.ask("Go on", { act: "more", evidence: [toy], offers: [game] });
    expect(saysPhrase(text, en.noMore)).toBe(true);
    expect(text.toLowerCase()).toContain("my favorite game");
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

  it.each([
    ["and when did it come?", "It came in 2019."],
    ["where does it live then?", "It sleeps under the stairs."],
    ["is it very loud?", "It is loud."],
  ])("in more words get the sentence that tells it, and not the whole again: %s", (question, sentence) => {
    const { text, used } = talkOfFear().ask(question, { evidence: [fear] });
    expect(text).toContain(sentence);
    expect(text).not.toContain("I fear the hoover.");
    expect(saysPhrase(text, en.sameAgain)).toBe(false);
    expect(used).toEqual([fear]);
  });

  it("get the next sentence too where the one that fits says little by itself", () => {
    const weather = {
      ...fear,
      text: "Sunshine makes me lazy on the terrace. But snow!! I row in it with all four legs.",
    };
    const talk = createTalk();
    talk.ask("Do you like the sun?", { evidence: [weather] });
    const { text } = talk.ask("and snow?", { evidence: [weather] });
    expect(text).toContain("But snow!! I row in it with all four legs.");
    expect(text).not.toContain("lazy");
  });

  it("get another piece that fits, where all of the last one was told and nothing of it is asked for", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    const { text, used } = talk.ask("and in the garden?", { evidence: [toy, game] });
    expect(used).toEqual([game]);
    expect(text).not.toContain("duck");
  });

  it("get the amount that is asked for, which a year is not", () => {
    const goose = { ...fear, text: "That was at Christmas 2021. I ate a goose of four kilos. Nobody saw it." };
    const talk = createTalk();
    talk.ask("What was naughty?", { evidence: [goose] });
    const { text } = talk.ask("how heavy was it?", { evidence: [], offers: [goose] });
    expect(text).toContain("four kilos");
    expect(text).not.toContain("Christmas");
  });

  it("are no reason to tell again what has nothing to do with the question", () => {
    const talk = createTalk();
    talk.ask("Your toy?", { evidence: [toy] });
    talk.ask("A joke, please", { act: "jokeWanted" });
    expect(saysPhrase(talk.ask("do you snore", { evidence: [toy] }).text, en.unknown)).toBe(true);
  });

  it("get the whole once more where the same is asked once more", () => {
    const talk = createTalk();
    talk.ask("Are you afraid?", { evidence: [fear] });
    const { text } = talk.ask("are you afraid", { evidence: [fear] });
    expect(saysPhrase(text, en.sameAgain)).toBe(true);
    expect(text).toContain("I fear the hoover.");
  });

  it("turn to the pet itself: its own fact, or a phrase", () => {
    const talk = createTalk();
    expect(talk.ask("I'd love to nap. And you?", { act: "andYou", evidence: [italy] }).text).toContain("lake");
    const { text, used } = talk.ask("And you?", { act: "andYou", evidence: [italy] });
    expect(saysPhrase(text, en.andYou)).toBe(true);
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

describe("a question for the reason of what was just told", () => {
  const tell = (text: string, mourned: MourningSubject = null) => {
    const box: Evidence = { kind: "diary", about: "Which toy is my favourite?", text, page: null };
    const talk = createTalk();
    talk.ask("which toy do you like most?", { evidence: [box] });
    return talk.ask("and why a cardboard box?", { evidence: [box], mourned });
  };

  it("is answered by the sentence that gives it", () => {
    const { text, used } = tell("A cardboard box. I like it because it smells of the attic. Mine is from the move.");
    expect(text).toContain("because it smells of the attic");
    expect(text).not.toContain("from the move");
    expect(used).toHaveLength(1);
  });

  it("is not answered by the same words once more where they give none", () => {
    const { text, used } = tell("A cardboard box, torn into very small pieces all over the place.");
    expect(saysPhrase(text, en.whyUnknown)).toBe(true);
    expect(used).toEqual([]);
    expect(saysPhrase(tell("A cardboard box.", "pet").text, en.unknownInGrief)).toBe(true);
  });

  it("is not taken from a piece that the pet did not tell", () => {
    const talk = createTalk();
    talk.ask("may he have grapes?", { act: "insult" });
    const celery: Evidence = {
      kind: "diary",
      about: "Food?",
      text: "No celery, because it is loud water.",
      page: null,
    };
    const { text, used } = talk.ask("why?", { act: "why", evidence: [celery] });
    expect(saysPhrase(text, en.whyUnknown)).toBe(true);
    expect(used).toEqual([]);
  });
});
