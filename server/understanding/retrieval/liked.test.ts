import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { isContrary } from "./liked.ts";
import { understand } from "./question.ts";
import { createKnowledgeIndex } from "./retrieval.ts";

const asked: Record<string, { liked: string[]; refused: string[]; answers: readonly [string, string] }> = {
  en: {
    liked: ["What do you like to eat?", "what do you eat", "Which food do you love?"],
    refused: ["What don't you like to eat?", "what do you hate to eat", "Which food do you never eat?"],
    answers: ["I love cheese.", "I refuse celery, because it's loud water."],
  },
  de: {
    liked: ["Was isst du gern?", "was magst du essen"],
    refused: ["Was isst du nicht gern?", "was magst du überhaupt nicht essen"],
    answers: ["Ich liebe Käse.", "Sellerie verweigere ich, das ist lautes Wasser."],
  },
  es: {
    liked: ["¿Qué te gusta comer?", "que comes"],
    refused: ["¿Qué no te gusta comer?", "que odias comer"],
    answers: ["Me encanta el queso.", "Rechazo el apio, es agua ruidosa."],
  },
  fr: {
    liked: ["Qu'est-ce que tu aimes manger ?", "tu manges quoi"],
    refused: ["Qu'est-ce que tu n'aimes pas manger ?", "qu'est-ce que tu détestes manger"],
    answers: ["J'adore le fromage.", "Je refuse le céleri, c'est de l'eau bruyante."],
  },
  it: {
    liked: ["Cosa ti piace mangiare?", "cosa mangi"],
    refused: ["Cosa non ti piace mangiare?", "cosa detesti mangiare"],
    answers: ["Adoro il formaggio.", "Rifiuto il sedano, è acqua rumorosa."],
  },
  nl: {
    liked: ["Wat eet je graag?", "wat vind je lekker"],
    refused: ["Wat eet je niet graag?", "wat vind je niet lekker"],
    answers: ["Ik hou van kaas.", "Ik weiger selderij, dat is luid water."],
  },
  pt: {
    liked: ["O que você gosta de comer?", "que comes"],
    refused: ["O que você não gosta de comer?", "o que odeias comer"],
    answers: ["Adoro queijo.", "Recuso aipo, é água barulhenta."],
  },
  ru: {
    liked: ["Что ты любишь есть?", "что ты ешь"],
    refused: ["Что ты не любишь есть?", "что ты никогда не ешь"],
    answers: ["Я люблю сыр.", "Я отказываюсь от сельдерея, это громкая вода."],
  },
  ar: {
    liked: ["ماذا تحب أن تأكل؟", "ماذا تأكل"],
    refused: ["ماذا لا تحب أن تأكل؟", "ماذا تكره أن تأكل"],
    answers: ["أحب الجبن.", "أرفض الكرفس لأنه ماء صاخب."],
  },
  hi: {
    liked: ["तुम्हें क्या खाना पसंद है?", "तुम क्या खाते हो"],
    refused: ["तुम्हें क्या खाना पसंद नहीं है?", "तुम क्या नहीं खाते"],
    answers: ["मुझे पनीर पसंद है।", "मैं अजवाइन नहीं खाता, वह शोर वाला पानी है।"],
  },
  ja: {
    liked: ["何を食べるのが好き？", "何を食べるの"],
    refused: ["何を食べるのが嫌い？", "何を食べないの"],
    answers: ["チーズが大好き。", "セロリは食べない。うるさい水だから。"],
  },
  ko: {
    liked: ["뭐 먹는 거 좋아해?", "뭐 먹어"],
    refused: ["뭐 먹는 거 싫어해?", "뭘 안 먹어"],
    answers: ["나는 치즈를 좋아해.", "셀러리는 안 먹어. 시끄러운 물이거든."],
  },
  zh: {
    liked: ["你喜欢吃什么？", "你吃什么"],
    refused: ["你不喜欢吃什么？", "你讨厌吃什么"],
    answers: ["我喜欢奶酪。", "我不吃芹菜，那是吵闹的水。"],
  },
};

const likedEntry = { id: "liked", key: "favorite_food", question: "What is my favorite food or treat?" };
const refusedEntry = { id: "refused", key: "disliked_food", question: "Which food do I refuse?" };

describe.each(Object.entries(asked))("in '%s'", (language, { liked, refused, answers }) => {
  const [answer, refusal] = answers;
  const rank = (question: string, entries: readonly ("liked" | "refused")[]) => {
    const index = createKnowledgeIndex(language);
    if (entries.includes("refused")) index.addDiary({ ...refusedEntry, answer: refusal });
    if (entries.includes("liked")) index.addDiary({ ...likedEntry, answer });
    return index.weigh({ question }, []);
  };

  it.each(liked)("'%s' is never answered by what the pet refuses", (question) => {
    expect(rank(question, ["liked", "refused"]).ranked.map(({ id }) => id)).toEqual(["liked"]);
    expect(rank(question, ["refused"])).toMatchObject({ isKnown: false, ranked: [] });
  });

  it.each(refused)("'%s' is never answered by what it likes", (question) => {
    expect(rank(question, ["liked", "refused"]).ranked.map(({ id }) => id)).toEqual(["refused"]);
    expect(rank(question, ["liked"])).toMatchObject({ isKnown: false, ranked: [] });
  });
});

it("tells the two apart in every language", () => {
  expect(Object.keys(asked).toSorted()).toEqual(languages.map(({ code }) => code).toSorted());
});

it("reads an owner's own question by its words, and leaves a question for yes or no alone", () => {
  const own = { key: null, question: "What do I never eat?" };
  expect(isContrary(understand("What do you like to eat?", "en"), own, "en")).toBe(true);
  expect(isContrary(understand("What don't you eat?", "en"), own, "en")).toBe(false);
  expect(isContrary(understand("Do you like celery?", "en"), own, "en")).toBe(false);
});
