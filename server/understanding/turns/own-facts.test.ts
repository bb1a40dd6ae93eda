import { describe, expect, it } from "vitest";
import { understandTurn } from "./dialogue.ts";

const pet = { name: "Momo", species: "cat", birthday: "2019-05-04" };
const hear = (language: string, question: string, profile: Partial<typeof pet> | Record<string, null> = {}) =>
  understandTurn({ pet: { ...pet, ...profile, language }, question, turns: [], evidence: [] });

describe.each([
  ["en", "Are you a kitty, Momo?", "r u a dog or not", "what kind of animal are you?", "how old are u"],
  ["es", "¿eres un gato?", "oye, eres un perrito?", "¿qué animal eres?", "cuántos años tienes"],
  ["fr", "tu es un chat ?", "dis, t'es un chien ?", "quel animal es-tu ?", "quand es-tu né ?"],
  [
    "de",
    "Bist du eine Katze?",
    "sag mal bist du ein hund",
    "Was für ein Tier bist du denn?",
    "wann hast du geburtstag",
  ],
  ["it", "sei un gatto?", "ma sei un cane?", "che animale sei?", "quando sei nato?"],
  ["pt", "você é um gato?", "vc é um cachorro?", "que bicho você é?", "quantos anos você tem?"],
  ["ja", "きみは猫なの？", "いぬですか", "何の動物なの？", "誕生日はいつ？"],
  ["ko", "너 고양이야?", "너는 강아지니?", "너 무슨 동물이야?", "생일이 언제야?"],
  ["zh", "你是猫吗？", "你是一只小狗吗", "你是什么动物呀", "你几岁啦？"],
  ["hi", "क्या तुम बिल्ली हो?", "तुम कुत्ता हो क्या", "तुम कौन से जानवर हो?", "तुम्हारा जन्मदिन कब आता है?"],
  ["ar", "هل أنت قطة؟", "انت كلب ولا لا؟", "أي حيوان أنت؟", "كم عمرك؟"],
  ["ru", "ты кошка?", "а ты собака?", "что ты за зверь?", "когда у тебя день рождения?"],
  ["nl", "ben je een poes?", "ben jij een hond?", "wat voor dier ben je?", "wanneer ben je jarig?"],
])("a pet of %s", (language, own, other, open, birthday) => {
  it("is asked whether it is an animal, and which", () => {
    expect(hear(language, own)).toMatchObject({ act: "whatAnimal", isThatAnimal: true });
    expect(hear(language, other)).toMatchObject({ act: "whatAnimal", isThatAnimal: false });
    expect(hear(language, open)).toMatchObject({ act: "whatAnimal", isThatAnimal: null });
  });

  it("is asked for its birthday and its age", () => {
    expect(hear(language, birthday).act).toBe("birthday");
  });

  it("is asked nothing that its owner has not said", () => {
    const unknown = { species: null, birthday: null };
    for (const question of [own, other, open, birthday])
      expect(hear(language, question, unknown).act).not.toMatch(/whatAnimal|birthday/);
  });
});

describe("what a pet's profile tells", () => {
  it("is its species in the owner's language or in English", () => {
    expect(hear("de", "Bist du ein Kater?", { species: "Mieze" })).toMatchObject({ isThatAnimal: true });
    expect(hear("de", "Bist du ein Hase?", { species: "Rabbit" })).toMatchObject({ isThatAnimal: true });
    expect(hear("en", "are you a ferret?", { species: "Ferret" })).toMatchObject({ isThatAnimal: true });
    expect(hear("en", "are you a dog?", { species: "axolotl" })).toMatchObject({ isThatAnimal: null });
  });

  it.each([
    "are you a dog person?",
    "are you a real cat or a robot?",
    "do you like cats?",
    "is there a dog next door?",
    "are you a good boy?",
    "why are you a cat burglar",
  ])("is not asked for by: %s", (question) => {
    expect(hear("en", question).act).not.toBe("whatAnimal");
  });

  it.each([
    "how old is my sister?",
    "how old am I?",
    "when is my birthday?",
    "what did you get for your birthday last year?",
    "when did you come to live with us?",
  ])("is not the birthday that this asks for: %s", (question) => {
    expect(hear("en", question).act).not.toBe("birthday");
  });

  it("is no answer to an insult", () => {
    expect(hear("de", "du bist ein Esel").act).not.toBe("whatAnimal");
    expect(hear("ar", "يا كلب").act).not.toBe("whatAnimal");
  });
});

describe.each([
  [
    "en",
    "Can Priya see what I tell you?",
    "who else can read our chat",
    "should I pay?",
    "would you be lonely if I left?",
  ],
  [
    "es",
    "¿Puede Priya ver lo que te cuento?",
    "quién puede leer esto",
    "¿Tengo que pagar?",
    "¿Te sentirías solo si me voy?",
  ],
  [
    "fr",
    "Priya peut voir ce que je te dis ?",
    "Qui lit nos messages ?",
    "C'est gratuit ?",
    "Tu serais triste si je partais ?",
  ],
  [
    "de",
    "Kann Priya sehen, was ich dir erzähle?",
    "liest hier jemand mit?",
    "Muss ich bezahlen?",
    "Wärst du einsam, wenn ich gehe?",
  ],
  [
    "it",
    "Priya può vedere quello che ti dico?",
    "Chi può leggere questo?",
    "Devo pagare?",
    "Saresti triste se non torno?",
  ],
  [
    "pt",
    "A Priya pode ver o que eu te conto?",
    "Quem pode ler isto?",
    "Preciso pagar?",
    "vai ficar triste se eu não voltar?",
  ],
  ["ja", "プリヤは私が話したことを見られる？", "これ、誰が読めるの？", "これは無料？", "私がいなくなったらさみしい？"],
  ["ko", "프리야가 내가 한 말을 볼 수 있어?", "이거 누가 볼 수 있어?", "돈 내야 해?", "내가 떠나면 외로울까?"],
  ["zh", "普里娅能看到我跟你说的话吗？", "谁能看到这些？", "这个要钱吗？", "如果我走了，你会孤单吗？"],
  ["hi", "क्या प्रिया देख सकती है कि मैं तुमसे क्या कहता हूँ?", "यह कौन पढ़ सकता है?", "क्या यह मुफ़्त है?", "क्या मुझे रुकना चाहिए?"],
  ["ar", "هل تستطيع بريا أن ترى ما أقوله لك؟", "من يستطيع أن يقرأ هذا؟", "هل يجب أن أدفع؟", "هل ستحزن لو غادرت؟"],
  [
    "ru",
    "Прия может увидеть то, что я тебе рассказываю?",
    "Кто может это прочитать?",
    "Мне надо платить?",
    "Тебе будет одиноко, если я уйду?",
  ],
  [
    "nl",
    "Kan Priya zien wat ik je vertel?",
    "leest er iemand mee?",
    "is dit gratis?",
    "Zou je eenzaam zijn als ik wegga?",
  ],
])("a pet of %s, whoever owns it and whatever it is,", (language, priya, readers, cost, leaving) => {
  it("is asked who can read the chat, what it costs, and whether it suffers when the person goes", () => {
    const act = (question: string) => hear(language, question, { species: null, birthday: null }).act;
    expect([priya, readers, cost, leaving].map(act)).toEqual(["readers", "readers", "cost", "leaving"]);
  });
});

it.each([
  ["en", "who reads to you at night?"],
  ["en", "can dogs see what I see?"],
  ["en", "how much did you cost?"],
  ["en", "do you miss me when I'm at work?"],
  ["en", "what do you do when I leave?"],
  ["de", "wer liest dir vor?"],
  ["de", "was machst du, wenn ich weg bin?"],
  ["ja", "誰が知ってる？"],
  ["hi", "तुम्हें कौन खाना देता है?"],
])("asks a pet of its life, and neither for its readers nor for money (%s): %s", (language, question) => {
  expect(hear(language, question).act).not.toMatch(/readers|cost|leaving/);
});

it.each([
  ["en", "what is my name?"],
  ["en", "do you know who I am?"],
  ["es", "¿Cómo me llamo?"],
  ["fr", "Tu sais qui je suis ?"],
  ["de", "Weißt du, wer ich bin?"],
  ["it", "Come mi chiamo?"],
  ["pt", "Qual é o meu nome?"],
  ["nl", "Weet je wie ik ben?"],
  ["ru", "Как меня зовут?"],
  ["hi", "क्या तुम जानते हो मैं कौन हूँ?"],
  ["ar", "ما اسمي؟"],
  ["ja", "私がだれかわかる？"],
  ["ko", "내 이름이 뭐야?"],
  ["zh", "你知道我是谁吗？"],
])("asks for the name of the account (%s): %s", (language, question) => {
  expect(hear(language, question).act).toBe("rememberName");
});
