import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { languages } from "../languages/languages.ts";
import { understandTurn } from "./dialogue.ts";

const hear = (language: string, question: string) =>
  understandTurn({ pet: { name: "Tucker", language }, question, turns: [], evidence: [] }).act;

describe("small talk in one of its wordings", () => {
  it.each([
    ["en", "how'd your day go then", "howAreYou"],
    ["en", "So who are you again?", "whoAreYou"],
    ["en", "have you got something funny for me?", "jokeWanted"],
    ["en", "nobody tells stories like you do", "compliment"],
    ["de", "du gehst mir auf die Nerven", "insult"],
    ["de", "und wie geht's weiter?", "more"],
    ["fr", "t'es une personne ou une appli ?", "areYouReal"],
    ["fr", "y a pas plus doux que toi", "compliment"],
    ["es", "mira quién ha vuelto", "greeting"],
    ["it", "e come va avanti?", "more"],
    ["pt", "com quem estou falando?", "whoAreYou"],
    ["nl", "hoe was je dag tot nu toe?", "howAreYou"],
    ["ru", "и чем всё закончилось?", "more"],
    ["ja", "人間なの？それともアプリなの？", "areYouReal"],
    ["ko", "오늘 하루 어땠어?", "howAreYou"],
    ["zh", "今天过得怎么样呀", "howAreYou"],
    ["hi", "कोई मज़ेदार बात सुनाओ ना", "jokeWanted"],
    ["ar", "شو صار بعدين؟", "more"],
  ])("is known (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "I missed you", "missed"],
    ["en", "can I have a kiss?", "closenessWanted"],
    ["en", "I'm so tired today", "telling"],
    ["en", "guess what", "telling"],
    ["en", "are you going to die?", "areYouReal"],
    ["en", "want a treat?", "question"],
    ["de", "du hast mir gefehlt", "missed"],
    ["de", "bin so müde heute", "telling"],
    ["de", "musst du sterben?", "areYouReal"],
    ["es", "te he echado mucho de menos", "missed"],
    ["es", "¿te vas a morir?", "areYouReal"],
    ["es", "¿sabes volar?", "question"],
    ["fr", "tu m'as manqué", "missed"],
    ["fr", "fais-moi un bisou", "closenessWanted"],
    ["fr", "tu vas mourir ?", "areYouReal"],
    ["it", "mi sei mancata", "missed"],
    ["it", "vuoi giocare?", "playWanted"],
    ["it", "morirai?", "areYouReal"],
    ["pt", "que saudade de você", "missed"],
    ["pt", "você vai morrer?", "areYouReal"],
    ["nl", "ik heb je gemist", "missed"],
    ["nl", "raad eens", "telling"],
    ["nl", "ga je dood?", "areYouReal"],
    ["ru", "я скучала по тебе", "missed"],
    ["ru", "ты умрёшь?", "areYouReal"],
    ["ja", "今日は疲れた", "telling"],
    ["ja", "死んじゃうの？", "areYouReal"],
    ["ja", "何歳？", "question"],
    ["ja", "男の子？女の子？", "question"],
    ["ko", "너무 보고 싶었어", "loveTold"],
    ["ko", "너도 죽어?", "areYouReal"],
    ["ko", "남자야 여자야?", "question"],
    ["zh", "好想你啊", "missed"],
    ["zh", "你会死吗？", "areYouReal"],
    ["zh", "我今天好累", "telling"],
    ["hi", "बहुत याद आई तुम्हारी", "loveTold"],
    ["hi", "क्या तुम मर जाओगे?", "areYouReal"],
    ["ar", "وحشتيني أوي", "missed"],
    ["ar", "هتموت؟", "areYouReal"],
  ])("is met where a stranger or a child says it first (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "sit!", "question"],
    ["en", "woof woof", "greeting"],
    ["en", "come here boy", "greeting"],
    ["en", "sing me a song", "jokeWanted"],
    ["en", "feeling down today", "sad"],
    ["de", "sitz!", "question"],
    ["es", "guau guau", "greeting"],
    ["fr", "assis !", "question"],
    ["it", "vieni qui bello", "greeting"],
    ["pt", "canta pra mim", "jokeWanted"],
    ["nl", "woef woef", "greeting"],
    ["ru", "иди сюда, малыш", "greeting"],
    ["ja", "おすわり！", "question"],
    ["ko", "앉아!", "question"],
    ["zh", "汪汪汪", "greeting"],
    ["hi", "कोई गाना सुनाओ", "jokeWanted"],
    ["ar", "تعال هنا", "greeting"],
  ])("is met where it is a command or an animal's voice (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "Are you a good dog?", "are you my good boy?", "you're such a good cat, aren't you?"],
    ["de", "Bist du ein guter Hund?", "wer ist denn hier ein braves Mädchen?", "bist du eine liebe Schildkröte?"],
    ["fr", "Tu es un bon chien ?", "c'est qui la plus belle ?", "t'es un gentil chat, hein ?"],
    ["es", "¿Eres un buen perro?", "¿quién es una buena chica?", "eres una gatita muy buena, ¿verdad?"],
    ["it", "Sei un bravo cane?", "chi è una brava bambina?", "chi è il coniglio più bello del mondo?"],
    ["pt", "Você é um bom cachorro?", "quem é uma boa menina?", "você é um gatinho bonzinho, né?"],
    ["nl", "Ben je een brave hond?", "wie is er een braaf meisje?", "je bent zo'n lieve poes, hè?"],
    ["ru", "Ты хорошая собака?", "кто тут хороший мальчик?", "ты такая хорошая кошка, правда?"],
    ["ja", "いい子？", "きみはいい犬なの？", "かわいいうさぎだよね？"],
    ["ko", "너 착한 강아지야?", "누가 착한 아이야?", "세상에서 제일 예쁜 토끼는 누구?"],
    ["zh", "你是一只好狗吗？", "谁是最乖的宝贝？", "你是只可爱的兔子对吧"],
    ["hi", "क्या तुम अच्छे कुत्ते हो?", "कौन है मेरा अच्छा बच्चा?", "तुम बहुत प्यारी बिल्ली हो ना?"],
    ["ar", "هل أنت كلب جيد؟", "مين الشاطر؟", "انت قطة حلوة صح؟"],
  ])(
    "is praise in the form of a question, whatever the diary tells of the pet's kind (%s): %s",
    (language, ...said) => {
      const evidence = [{ kind: "diary" as const, about: "What kind of animal am I?", text: "A terrier.", page: null }];
      for (const question of said)
        expect(understandTurn({ pet: { name: "Tucker", language }, question, turns: [], evidence }).act, question).toBe(
          "compliment",
        );
    },
  );

  it.each([
    ["en", "do you know me?", "rememberName"],
    ["en", "can I pet you?", "closenessWanted"],
    ["en", "will you talk to me again tomorrow?", "farewell"],
    ["fr", "tu reviendras me parler demain ?", "farewell"],
    ["ja", "また明日も話してくれる？", "farewell"],
    ["de", "hab ich dich geweckt?", "howAreYou"],
    ["es", "¿te he despertado?", "howAreYou"],
    ["en", "you're funny", "compliment"],
    ["en", "bad dog!", "insult"],
    ["de", "Was hältst du von mir?", "loveAsked"],
    ["de", "verrat mir ein Geheimnis", "jokeWanted"],
    ["fr", "comment ça se fait que tu parles ?", "areYouReal"],
    ["es", "ladra", "greeting"],
    ["it", "hai fame?", "howAreYou"],
    ["pt", "como funciona isso?", "whoAreYou"],
    ["nl", "heb je me gemist?", "loveAsked"],
    ["ru", "мне скучно", "jokeWanted"],
    ["ja", "なにか歌って", "jokeWanted"],
    ["ko", "배고파?", "howAreYou"],
    ["zh", "你听得见我说话吗", "areYouReal"],
    ["hi", "तुम कैसे बोल सकते हो?", "areYouReal"],
    ["ar", "من هو أفضل كلب في العالم؟", "compliment"],
  ])("is known among the first questions of a stranger (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "are you a good guard dog?"],
    ["en", "are you good with children?"],
    ["en", "what do you think of cats?"],
    ["de", "bist du lieb zu Kindern?"],
    ["es", "¿quién es tu mejor amigo?"],
    ["ja", "いい番犬なの？"],
    ["en", "are you clever?"],
    ["en", "how was your day at the beach with Ruth last summer?"],
    ["en", "who are you afraid of"],
    ["de", "und wie geht's weiter mit dem Bein vom Opa?"],
    ["ru", "Ты ленивый?"],
    ["fr", "qui es-tu allé voir à Lyon ?"],
  ])("is not what only begins like it (%s): %s", (language, said) => {
    expect(hear(language, said)).toBe("question");
  });

  it("stays what it is where it is an example of another kind, word for word", () => {
    expect(hear("en", "no thanks")).toBe("no");
  });

  it.each(languages)("is told apart at once, however its words follow each other ($code)", (language) => {
    const { before, after, praise, kinds } = language.readTurns().wordings;
    const parts = [...Object.values(kinds).flat(), ...praise].flatMap((wording) => wording.split(/[()|?*…{}]+/u));
    const words = fc.constantFrom(...before, ...after, ...parts.filter((part) => part.trim() !== ""));
    hear(language.code, "once");
    const worst = processorMs(() =>
      fc.assert(
        fc.property(fc.array(words, { minLength: 1, maxLength: 30 }), (said) => {
          expect(typeof hear(language.code, said.join(" "))).toBe("string");
        }),
        { numRuns: 30 },
      ),
    );
    expect(worst / 30).toBeLessThan(100);
  });
});
