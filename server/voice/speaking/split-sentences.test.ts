import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "#shared/voices.ts";
import { anyCharacter } from "#tests/support/any-character.ts";
import { createSentenceSplitter } from "./split-sentences.ts";

function split(text: string, language = "en-US", size = text.length): string[] {
  const splitter = createSentenceSplitter(language);
  const sentences = [];
  for (let start = 0; start < text.length; start += Math.max(1, size)) {
    sentences.push(...splitter.push(text.slice(start, start + Math.max(1, size))));
  }
  return [...sentences, ...splitter.end()];
}

describe("cutting a reply into sentences", () => {
  it.each<[string, string, string[]]>([
    [
      "gives out the first sentence, however short, and puts later short ones together",
      "Woof! Hello there. Yes! I would love to go to the park with you today. Sure.",
      ["Woof!", "Hello there. Yes! I would love to go to the park with you today.", "Sure."],
    ],
    [
      "sees titles, initials and numbers inside a sentence",
      "Woof! I saw Dr. Smith at 3.30 p.m. on Jan. 5 for $4.50, e.g. with J. Doe. It was no. 7 of my visits, I think.",
      [
        "Woof!",
        "I saw Dr. Smith at 3.30 p.m. on Jan. 5 for $4.50, e.g. with J. Doe.",
        "It was no. 7 of my visits, I think.",
      ],
    ],
    [
      "knows no from No.",
      "Did I eat your left shoe? I say no. There was a cat in the room all day long, really.",
      ["Did I eat your left shoe?", "I say no. There was a cat in the room all day long, really."],
    ],
    [
      "goes on after an ellipsis or a quotation, where a small letter follows",
      'Hmm... let me think about that one. "Do not eat it!" she said to me that day. "I must."  He left us... Then it rained on us.',
      [
        "Hmm... let me think about that one.",
        '"Do not eat it!" she said to me that day.',
        '"I must." He left us... Then it rained on us.',
      ],
    ],
    [
      "ends after etc. only before a capital",
      "I like bones, balls, etc. and my bed in the kitchen. I like naps, long walks, etc. They are all very good for me.",
      [
        "I like bones, balls, etc. and my bed in the kitchen.",
        "I like naps, long walks, etc.",
        "They are all very good for me.",
      ],
    ],
    [
      "leaves an emoji with a sentence",
      "I love you so much! 🐶❤️ Let us go out and play in the garden now.",
      ["I love you so much!", "🐶❤️ Let us go out and play in the garden now."],
    ],
    [
      "keeps a numbered list together with its numbers",
      "These are my favourite things:\n1. The big red ball that squeaks\n2. My warm bed by the window\n\nGood night.",
      [
        "These are my favourite things:",
        "1. The big red ball that squeaks",
        "2. My warm bed by the window",
        "Good night.",
      ],
    ],
    [
      "reads over a line that merely wraps",
      "I was born on a farm\nnear the sea. It was cold and\nwindy there all year.",
      ["I was born on a farm near the sea.", "It was cold and windy there all year."],
    ],
    [
      "drops markdown",
      "# My day\nI **love** the `ball`, see [my _page_](https://example.org/a_(b)?c=d). ![Tucker](x.png) That is me, Tucker!",
      ["My day", "I love the ball, see my page.", "Tucker That is me, Tucker!"],
    ],
    [
      "keeps what only looks like a link",
      "I know [this](is not\na link) and I say so!![ok] Fine.",
      ["I know [this](is not a link) and I say so!![ok] Fine."],
    ],
    [
      "leaves signs alone that format nothing",
      "Take 2*5 mg or 2*1 tablets, <5 kg, ~10 times, 2 * 3 = 6.\nAsk rex_the_dog@example.org, *not closed.",
      ["Take 2*5 mg or 2*1 tablets, <5 kg, ~10 times,", "2 * 3 = 6. Ask rex_the_dog@example.org, *not closed."],
    ],
    [
      "drops the signs of lists, quotations and code",
      "I like three things very much:\n- my ball\n* **my** bone\n> said the cat\n```js\nsit()\n```\nThat is all, I think.",
      ["I like three things very much:", "my ball\nmy bone\nsaid the cat sit() That is all, I think."],
    ],
  ])("%s", (_name, text, sentences) => {
    expect(split(text)).toEqual(sentences);
  });

  it.each<[string, string, string[]]>([
    [
      "de-DE",
      "Ich mag z. B. Würste, usw. und am 3. Mai fahre ich weg. Dann kommt Hr. Müller zu mir nach Hause!",
      ["Ich mag z. B. Würste, usw. und am 3. Mai fahre ich weg.", "Dann kommt Hr. Müller zu mir nach Hause!"],
    ],
    [
      "es-ES",
      "¡Hola! ¿Quieres ir conmigo al parque esta tarde? La Sra. García dice que no. Yo creo que sí podemos ir.",
      [
        "¡Hola!",
        "¿Quieres ir conmigo al parque esta tarde?",
        "La Sra. García dice que no.",
        "Yo creo que sí podemos ir.",
      ],
    ],
    [
      "fr-FR",
      "« Allons-y ! » dit-elle à M. Dupont. Je suis très content d'être avec vous.",
      ["« Allons-y ! » dit-elle à M. Dupont.", "Je suis très content d'être avec vous."],
    ],
    [
      "zh-CN",
      "你好！我是你的狗，我非常喜欢和你一起去公园玩。今天天气很好，我们可以出去散步吗？好。",
      ["你好！", "我是你的狗，我非常喜欢和你一起去公园玩。", "今天天气很好，我们可以出去散步吗？", "好。"],
    ],
    [
      "ja-JP",
      "「行こう！」 僕は公園でボールを追いかけるのが大好きです。あなたも一緒に来てくれますか？",
      ["「行こう！」", "僕は公園でボールを追いかけるのが大好きです。", "あなたも一緒に来てくれますか？"],
    ],
    [
      "ko-KR",
      "안녕하세요! 저는 공원에서 노는 것을 정말 좋아해요. 같이 가실래요?",
      ["안녕하세요!", "저는 공원에서 노는 것을 정말 좋아해요.", "같이 가실래요?"],
    ],
    [
      "hi-IN",
      "नमस्ते। मुझे पार्क में खेलना बहुत अच्छा लगता है। क्या आप मेरे साथ चलेंगे?",
      ["नमस्ते।", "मुझे पार्क में खेलना बहुत अच्छा लगता है।", "क्या आप मेरे साथ चलेंगे?"],
    ],
    [
      "ar-SA",
      "مرحبا! أحب اللعب في الحديقة مع أصدقائي كل يوم. هل تريد أن تأتي معي؟",
      ["مرحبا!", "أحب اللعب في الحديقة مع أصدقائي كل يوم.", "هل تريد أن تأتي معي؟"],
    ],
    [
      "it-IT",
      "Ciao! Il Sig. Rossi mi porta al parco ogni mattina, ecc. con la palla. Vuoi venire anche tu con noi?",
      ["Ciao!", "Il Sig. Rossi mi porta al parco ogni mattina, ecc. con la palla.", "Vuoi venire anche tu con noi?"],
    ],
    [
      "pt-BR",
      "Oi! A Dra. Souza disse que posso comer no máx. 3.5 biscoitos por dia. Você quer brincar comigo agora?",
      ["Oi!", "A Dra. Souza disse que posso comer no máx. 3.5 biscoitos por dia.", "Você quer brincar comigo agora?"],
    ],
    [
      "nl-NL",
      "Hoi! Ik ga om 7.30 uur met dhr. De Vries naar het park, enz. Wil jij vanmiddag met mij mee?",
      ["Hoi!", "Ik ga om 7.30 uur met dhr. De Vries naar het park, enz.", "Wil jij vanmiddag met mij mee?"],
    ],
    [
      "ru-RU",
      "Привет! Я люблю гулять в парке и т. д. с тобой. Проф. Павлов знает меня очень хорошо.",
      ["Привет!", "Я люблю гулять в парке и т. д. с тобой.", "Проф. Павлов знает меня очень хорошо."],
    ],
  ])("speaks %s", (language, text, sentences) => {
    expect(split(text, language)).toEqual(sentences);
  });

  it("gives a sentence out as soon as the space after it has come", () => {
    const splitter = createSentenceSplitter("en-US");
    expect(splitter.push("I am Tuck")).toEqual([]);
    expect(splitter.push("er.")).toEqual([]);
    expect(splitter.push(" ")).toEqual(["I am Tucker."]);
    expect(splitter.end()).toEqual([]);
  });

  it("cuts a very long sentence at a comma, else at a space, else at a word", () => {
    const clauses = split(`I ran ${"over the hills and far away, ".repeat(30)}home.`);
    expect(clauses.length).toBeGreaterThan(2);
    for (const clause of clauses.slice(0, -1)) expect(clause).toMatch(/,$/);
    for (const part of split(`I ran ${"over the hills and far away ".repeat(30)}home.`)) {
      expect(part.length).toBeLessThanOrEqual(281);
      expect(part).toMatch(/^(I|over|the|hills|and|far|away|home)\b/);
    }
    for (const part of split("我喜欢公园".repeat(100), "zh-CN")) expect(part.length).toBeLessThanOrEqual(141);
    for (const part of split("x".repeat(1000))) expect(part.length).toBeLessThanOrEqual(281);
  });

  it("makes nothing of nothing, and of whitespace", () => {
    expect(split("")).toEqual([]);
    expect(split(" \n\n \t", "en-US", 1)).toEqual([]);
  });
});

const fragments = fc.constantFrom(
  ..."Dr. |z. B. |etc. |...|…|. |.|! |!|? |?!|\"|”|'|)|(|「|」|。|！|？|，|, |,|; |: |\n|\n\n|\n- |\n1. |# |*|**|`|_|[|]|](|](x) |![|~|> |\\|".split(
    "|",
  ),
  ..."3.14 |2019. |3. |U.S. |I. |p.m. |no. |No. 5 |woof |Tucker |ball|ich |Ich |你好|犬|です|안녕|नमस्ते|।|مرحبا|؟|Привет |  |\t|\r\n".split(
    "|",
  ),
  "🐶",
  "👨‍👩‍👧",
  "❤️",
  "\uD83D",
  "\uDC36",
  "e\u0301",
  "over the hills and far away ",
  "我喜欢公园".repeat(25),
);
const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.array(fragments, { maxLength: 120, size: "max" }).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 600 }) },
);
const anyLanguage = fc.constantFrom(...languages.map(({ code }) => code));

describe("the first sentence of a reply", () => {
  it.each<[string, string, string]>([
    ["en-US", "I went to the park this morning,", "and there was a squirrel, a big one, in the tall tree."],
    ["en-US", "I went to the park this morning -", "and there was a squirrel in the tall tree."],
    ["en-US", "I went to the park this morning—", "and there was a squirrel in the tall tree."],
    ["en-US", "He said “good dog” to me today;", "I was very proud of that, of course."],
    ["de-DE", "Heute Morgen war ich lange im Park –", "und da saß ein Eichhörnchen auf dem Baum."],
    ["es-ES", "Esta mañana fui a pasear al parque,", "y allí había una ardilla muy grande."],
    ["fr-FR", "Ce matin, je suis allé au parc avec toi ;", "il y avait un écureuil dans l'arbre."],
    ["it-IT", "Questa mattina sono andato al parco:", "c'era uno scoiattolo molto grande."],
    ["pt-BR", "Hoje de manhã eu fui ao parque contigo,", "e havia um esquilo na árvore grande."],
    ["nl-NL", "Vanochtend was ik lang in het park,", "en daar zat een eekhoorn in de boom."],
    ["ru-RU", "Сегодня утром я долго гулял в парке —", "там на дереве сидела белка, очень большая."],
    ["zh-CN", "今天早上我和你一起去了公园玩，", "那里有一只很大的松鼠在树上。"],
    ["ja-JP", "今朝はあなたと一緒に公園へ行って、", "そこで大きなリスを見つけました。"],
    ["ko-KR", "오늘 아침에 공원에 산책하러 갔는데,", "거기에 아주 큰 다람쥐가 있었어요."],
    ["hi-IN", "आज सुबह मैं तुम्हारे साथ पार्क गया था,", "और वहाँ पेड़ पर एक बड़ी गिलहरी थी।"],
    ["ar-SA", "ذهبت هذا الصباح إلى الحديقة معك،", "وكان هناك سنجاب كبير على الشجرة."],
  ])("is heard from its first clause in %s: %s", (language, clause, rest) => {
    const space = /[，、—]$/u.test(clause) && language !== "ru-RU" ? "" : " ";
    expect(split(`${clause}${space}${rest}`, language)).toEqual([clause, rest]);
  });

  it.each<[string, string]>([
    ["a short clause", "Under the sofa, where it belongs and where I can find it again."],
    ["a number", "Over the long winter I slept for 1,000 hours in my bed by the window."],
    ["a list of numbers", "My favorite numbers in the world are 3, 5 and 7 because I can bark so often."],
    ["a range", "I am out in the garden every day 7 – 9 because of the birds."],
    ["an abbreviation", "I like all the round things e.g., the red ball."],
    ["a quotation", 'My owner always tells everyone that "he is a good dog, really" when I bark.'],
    ["a quotation of German", "Mein Mensch sagt immer wieder „ein guter Hund, wirklich“ zu mir."],
    ["brackets", "I was born on the farm (near the big lake, as I was told) in May."],
    ["a time", "We always go out to the park at 7:30 and at 17:45 because of the birds."],
    ["a word with a hyphen", "I am the most well-behaved and good-natured dog of all."],
  ])("is not cut at %s", (_name, text) => {
    expect(split(text)).toEqual([text]);
  });

  it("alone is cut: a clause after it stays with its sentence", () => {
    const text = "Woof! I went to the park this morning, and there was a squirrel in the tall tree.";
    expect(split(text)).toEqual([
      "Woof!",
      "I went to the park this morning, and there was a squirrel in the tall tree.",
    ]);
  });
});

describe("for any text", () => {
  it("cuts the same however the text was cut into tokens", () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(anyText, anyLanguage, cuts, (text, language, sizes) => {
        const splitter = createSentenceSplitter(language);
        const sentences: string[] = [];
        for (let start = 0, turn = 0; start < text.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          sentences.push(...splitter.push(text.slice(start, start + size)));
          start += size;
        }
        expect([...sentences, ...splitter.end()]).toEqual(split(text, language));
      }),
      // Half of a surrogate pair takes no letter before it along.
      { numRuns: 300, examples: [["ball\udc36_\\_", "en-US", [1]]] },
    );
  });

  it("speaks all of it, in order, and nothing else", () => {
    const letters = (text: string) => text.replace(/[\s*`_#>[\]()!-]/gu, "");
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        const linkless = text.replaceAll("](", "] (").replace(/`{3,}/g, "`");
        expect(letters(split(linkless, language).join(""))).toBe(letters(linkless));
      }),
      { numRuns: 300 },
    );
  });

  it("gives out nothing empty and nothing too long", () => {
    fc.assert(
      fc.property(anyText, anyLanguage, (text, language) => {
        for (const sentence of split(text, language)) {
          expect(sentence.trim()).toBe(sentence);
          expect(sentence).not.toBe("");
          expect([...sentence].length).toBeLessThanOrEqual(281);
        }
      }),
      { numRuns: 200 },
    );
  });
});
