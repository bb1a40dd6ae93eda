import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/support/any-character.ts";
import { pickIn, understandTurn } from "./dialogue.ts";

const hear = (question: string, language = "en-US") =>
  understandTurn({ pet: { name: "Tucker", language }, question, turns: [], evidence: [] });

describe("a message without words", () => {
  it.each([
    ["", "silence"],
    [" \n\t ", "silence"],
    ["\u200b\u200d\ufeff", "silence"],
    ["…", "silence"],
    ["?!", "silence"],
    ["❤️❤️", "loveTold"],
    ["😂🤣", "laugh"],
    ["😭😭😭", "sad"],
    ["🐶❤️🦴", "emoji"],
    ["👍🏽", "emoji"],
    ["👨‍👩‍👧 🇩🇪", "emoji"],
    [":(", "sad"],
    ["<3", "loveTold"],
  ])("%j is %s", (message, act) => {
    expect(hear(message)).toMatchObject({ act, certainty: 1 });
  });
});

describe("what is told of the day or of the animal", () => {
  it.each([
    ["de-DE", "Der Knoten am Ellenbogen ist größer geworden", "unwell"],
    ["de-DE", "Du hast seit gestern nichts gefressen", "unwell"],
    ["de-DE", "Ich habe dir wieder Sprotten mitgebracht", "telling"],
    ["de-DE", "mein crush hat mich geghostet lol", "telling"],
    ["en-US", "I used to have a beagle, Sam", "telling"],
    ["fr-FR", "Praline ne mange plus depuis hier soir", "unwell"],
    ["ja-JP", "足を引きずってるんだけど", "unwell"],
    ["ja-JP", "病院に連れて行ったほうがいい？", "unwell"],
  ])("gets no feeling put into it (%s): %s", (language, said, act) => {
    expect(hear(said, language).act).toBe(act);
  });
});

describe("what is said to an animal that one lives with", () => {
  it.each([
    ["en-US", "stay with me a little", "closenessWanted"],
    ["de-DE", "Kannst du dich kurz zu mir legen?", "closenessWanted"],
    ["fr-FR", "tu me fais un câlin ?", "closenessWanted"],
    ["en-US", "want to play?", "playWanted"],
    ["es-ES", "¿vamos al parque?", "playWanted"],
    ["en-US", "I miss your snoring", "missed"],
    ["de-DE", "Ich vermisse dein Schnarchen", "missed"],
    ["fr-FR", "tu me manques", "missed"],
    ["en-US", "my knee hurts", "ownIllness"],
    ["en-US", "I keep scratching my arm, it itches like mad", "ownIllness"],
    ["en-US", "you keep scratching your ear, it itches like mad", "unwell"],
    ["ja-JP", "ただいま", "comingHome"],
    ["ja-JP", "おやすみ", "goodNight"],
    ["fr-FR", "je rigole", "laugh"],
  ])("is met as that (%s): %s", (language, said, act) => {
    expect(hear(said, language).act).toBe(act);
  });

  it("is mourning where it is missed", () => {
    expect(hear("I miss your snoring").mourned?.()).toBe("pet");
    expect(hear("want to play?").mourned?.()).toBeNull();
  });
});

describe("the pet's name", () => {
  it.each([
    ["Tucker!", "greeting"],
    ["tucker, what are you afraid of?", "question"],
    ["I love you TUCKER", "loveTold"],
  ])("only addresses: %s is %s", (message, act) => {
    expect(hear(message).act).toBe(act);
  });

  it("is no part of another word, and may be made of any signs", () => {
    const sad = { question: "I feel so sad", turns: [], evidence: [] };
    expect(understandTurn({ pet: { name: "Sad", language: "en" }, ...sad, question: "sadly I am crying" }).act).toBe(
      "sad",
    );
    for (const name of ["(", "[a-", "$&", "\\", "", " "])
      expect(understandTurn({ pet: { name, language: "en" }, ...sad }).act).toBe("sad");
  });
});

describe("what stands on a button", () => {
  it("picks it, also where the owner's question holds the pet's name and is long", () => {
    const label = "Why did Tucker bark at the priest for half an hour on our wedding day in June?";
    const choices = [
      { label: "my fears", question: "What am I afraid of?" },
      { label, question: label },
    ];
    const pick = (question: string) =>
      pickIn({
        pet: { name: "Tucker", language: "en-US" },
        question,
        turns: [{ role: "assistant", content: "This or that?", choices }],
      });
    expect(pick(label)).toEqual(choices[1]);
    expect(pick("my fears")).toEqual(choices[0]);
    expect(pick("Why did the priest bark at Tucker for half an hour on our wedding day in June?")).toBeNull();
  });
});

describe("what a message is", () => {
  it.each([
    ["en", "hey Tucker, I'm home", "comingHome"],
    ["en", "what are you afraid of?", "question"],
    ["en", "I'm so sad today", "sad"],
    ["en", "my grandma died last night", "griefForOther"],
    ["en", "it has been a month since you left us", "griefForMe"],
    ["en", "my gran died last week", "griefForOther"],
    ["en", "i had pizza", "telling"],
    ["en", "how old are you", "question"],
    ["de", "wie alt bist du", "question"],
    ["fr", "tu as quel âge", "question"],
    ["en", "do you know how old I am", "rememberAge"],
    ["en", "do you love me?", "loveAsked"],
    ["en", "I love you so much", "loveTold"],
    ["en", "grandpa is in the hospital", "illness"],
    ["de", "Ich bin heute so traurig", "sad"],
    ["ja", "おばあちゃんが亡くなった", "griefForOther"],
    ["sv", "thank you", "thanks"],
    ["en", "I had lasagna today. And you?", "andYou"],
    ["en", "i want a pony", "telling"],
    ["de", "Gestern gab es bei uns Pfannkuchen", "telling"],
    ["de", "ich hab pizza gegessen", "telling"],
    ["de", "ich hab dir ein bett gekauft", "telling"],
    ["en", "grandma gave me a puzzle", "telling"],
    ["en", "I gave you a bath yesterday", "telling"],
    ["ja", "友だちと公園で遊んだよ", "telling"],
    ["ja", "新しいベッド買ったよ", "telling"],
    ["en", "ever flown a kite in norway", "question"],
    ["en", "what is 2 plus 2", "question"],
    ["ar", "وبالليل؟", "question"],
    ["en", "I am so sad today. What did you love to eat?", "sad"],
    ["en", "hi Tucker! what is your favorite food?", "question"],
    ["en", "how old is my sister now?", "question"],
    ["en", "jkshdf lkajsd qwpo", "nonsense"],
    ["en", "мне очень грустно", "sad"],
    ["de", "ich hab dich soooooo lieb", "loveTold"],
  ])("%s: %s is %s", (language, message, act) => {
    expect(hear(message, language).act).toBe(act);
  });

  it("is told for any text at all", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 8000 }), (message) => {
        const { act, certainty } = hear(message);
        expect(act).not.toBe("");
        expect(certainty).toBeGreaterThanOrEqual(0);
        expect(certainty).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("a pet that is mourned", () => {
  const hearAfter = (said: string, question: string, language: string) =>
    understandTurn({
      pet: { name: "Tucker", language, birthday: "2012-05-04" },
      question,
      turns: [
        { role: "user", content: said },
        { role: "assistant", content: "…" },
      ],
      evidence: [],
    });

  it.each([
    ["en", "I miss you so much since you died", "how old are you?"],
    ["de", "du bist jetzt ein jahr tot und ich vermisse dich so", "wie alt bist du?"],
    ["fr", "tu me manques tellement depuis que tu es mort", "quel âge as-tu ?"],
    ["ja", "きみが死んじゃってから、ずっとさみしいよ", "何歳なの？"],
  ])("is known to have died in the turns after it (%s)", (language, said, question) => {
    const { act, mourned } = hearAfter(said, question, language);
    expect(act).toBe("birthday");
    expect(mourned?.()).toBe("pet");
    expect(hearAfter(question, said, language).mourned?.()).toBe("pet");
  });

  it.each(["my gran died last week", "I missed you at work today", "good morning", "do you miss me?"])(
    "is another than one of whom is said: %s",
    (said) => {
      expect(hearAfter(said, "how old are you?", "en").mourned?.()).not.toBe("pet");
    },
  );
});
