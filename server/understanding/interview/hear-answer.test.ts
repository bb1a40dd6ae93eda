import { describe, expect, it } from "vitest";
import diary from "../data/en/diary-questions.json" with { type: "json" };
import { languages } from "../languages/languages.ts";
import { hearAnswer, wantsToStop } from "./hear-answer.ts";

const questions: Record<string, { question: string }> = diary;
const hear = (language: string, key: string, said: string) =>
  hearAnswer(said, language, { key, question: questions[key]?.question ?? "" });
const answerTo = (said: string, key = "favorite_toy") => {
  const heard = hear("en", key, said);
  return heard.kind === "answer" || heard.kind === "correction" ? heard.answer : null;
};

/** Language, question, what is said, and what it is. */
const said: [string, string, string, string][] = [
  ["en", "favorite_toy", "why do you ask?", "question"],
  ["en", "favorite_toy", "Why do you need that", "question"],
  ["en", "favorite_toy", "what do you mean?", "question"],
  ["en", "favorite_toy", "can we stop?", "stop"],
  ["en", "favorite_toy", "I have to go now", "stop"],
  ["en", "favorite_toy", "Sorry, can we stop? I have to go", "stop"],
  ["en", "birthday", "no, I meant 2019", "correction"],
  ["en", "favorite_toy", "lol", "other"],
  ["en", "fears", "Nothing", "answer"],
  ["en", "favorite_toy", "Nothing", "skip"],
  ["en", "siblings", "no", "answer"],
  ["en", "siblings", "Yes", "answer"],
  ["en", "favorite_toy", "Yes", "other"],
  ["en", "favorite_toy", "A ball. I have to go now", "answer"],
  ["en", "favorite_toy", "Well, the answer is a squeaky duck", "answer"],
  ["en", "favorite_toy", "um I'd say a duck", "answer"],
  ["en", "favorite_toy", "lol, he ate my shoes", "answer"],
  ["en", "favorite_toy", "No, not at all, he hates toys", "answer"],
  ["en", "favorite_toy", "Maybe his duck?", "answer"],
  ["en", "favorite_toy", "who can read this?", "question"],
  ["en", "favorite_toy", "skip", "skip"],
  ["en", "favorite_toy", "I don't really remember", "skip"],
  ["en", "sayings", "Hello!", "answer"],
  ["en", "sayings", "Where is my food?", "answer"],
  ["en", "favorite_toy", "👍", "other"],
  ["en", "favorite_toy", "how many questions are left?", "question"],
  ["en", "favorite_toy", "Next to the sofa", "answer"],
  ["en", "favorite_toy", "No waiting for her, ever", "answer"],
  ["en", "favorite_toy", "no wait", "correction"],
  ["en", "favorite_toy", "what he loves most is a sock", "answer"],
  ["de", "favorite_toy", "warum fragst du?", "question"],
  ["de", "favorite_toy", "können wir aufhören?", "stop"],
  ["de", "favorite_toy", "ich muss jetzt los", "stop"],
  ["de", "birthday", "nein, ich meinte 2019", "correction"],
  ["de", "favorite_toy", "haha", "other"],
  ["de", "fears", "Nichts", "answer"],
  ["de", "favorite_toy", "Die Antwort ist ein Ball", "answer"],
  ["de", "favorite_toy", "was meinst du?", "question"],
  ["de", "favorite_toy", "weiß ich leider nicht mehr", "skip"],
  ["de", "favorite_toy", "Ich muss immer mit ihm Ball spielen", "answer"],
  ["es", "favorite_toy", "¿por qué preguntas?", "question"],
  ["es", "favorite_toy", "¿podemos parar?", "stop"],
  ["es", "favorite_toy", "me tengo que ir", "stop"],
  ["es", "birthday", "no, quise decir 2019", "correction"],
  ["es", "favorite_toy", "jaja", "other"],
  ["es", "fears", "Nada", "answer"],
  ["es", "favorite_toy", "¿qué quieres decir?", "question"],
  ["es", "favorite_toy", "La respuesta es una pelota", "answer"],
  ["fr", "favorite_toy", "pourquoi tu demandes ?", "question"],
  ["fr", "favorite_toy", "on peut arrêter ?", "stop"],
  ["fr", "favorite_toy", "je dois y aller", "stop"],
  ["fr", "birthday", "non, je voulais dire 2019", "correction"],
  ["fr", "favorite_toy", "mdr", "other"],
  ["fr", "fears", "Rien", "answer"],
  ["fr", "favorite_toy", "qu'est-ce que tu veux dire ?", "question"],
  ["fr", "favorite_toy", "La réponse est une balle", "answer"],
  ["it", "favorite_toy", "perché lo chiedi?", "question"],
  ["it", "favorite_toy", "possiamo fermarci?", "stop"],
  ["it", "favorite_toy", "devo andare", "stop"],
  ["it", "birthday", "no, volevo dire 2019", "correction"],
  ["it", "favorite_toy", "ahah", "other"],
  ["it", "fears", "Niente", "answer"],
  ["it", "favorite_toy", "cosa vuoi dire?", "question"],
  ["it", "favorite_toy", "La risposta è una palla", "answer"],
  ["pt", "favorite_toy", "por que pergunta?", "question"],
  ["pt", "favorite_toy", "podemos parar?", "stop"],
  ["pt", "favorite_toy", "tenho que ir", "stop"],
  ["pt", "birthday", "não, quis dizer 2019", "correction"],
  ["pt", "favorite_toy", "kkkk", "other"],
  ["pt", "fears", "Nada", "answer"],
  ["pt", "favorite_toy", "o que quer dizer?", "question"],
  ["pt", "favorite_toy", "A resposta é uma bola", "answer"],
  ["nl", "favorite_toy", "waarom vraag je dat?", "question"],
  ["nl", "favorite_toy", "kunnen we stoppen?", "stop"],
  ["nl", "favorite_toy", "ik moet nu gaan", "stop"],
  ["nl", "birthday", "nee, ik bedoelde 2019", "correction"],
  ["nl", "favorite_toy", "haha", "other"],
  ["nl", "fears", "Niets", "answer"],
  ["nl", "favorite_toy", "wat bedoel je?", "question"],
  ["nl", "favorite_toy", "Het antwoord is een bal", "answer"],
  ["ru", "favorite_toy", "почему ты спрашиваешь?", "question"],
  ["ru", "favorite_toy", "можно остановиться?", "stop"],
  ["ru", "favorite_toy", "мне пора идти", "stop"],
  ["ru", "birthday", "нет, я имел в виду 2019", "correction"],
  ["ru", "favorite_toy", "ха-ха", "other"],
  ["ru", "fears", "Ничего", "answer"],
  ["ru", "favorite_toy", "что ты имеешь в виду?", "question"],
  ["ru", "favorite_toy", "Ответ: мячик", "answer"],
  ["ar", "favorite_toy", "لماذا تسأل؟", "question"],
  ["ar", "favorite_toy", "هل يمكننا التوقف؟", "stop"],
  ["ar", "favorite_toy", "يجب أن أذهب الآن", "stop"],
  ["ar", "birthday", "لا، قصدت 2019", "correction"],
  ["ar", "favorite_toy", "هههه", "other"],
  ["ar", "fears", "لا شيء", "answer"],
  ["ar", "favorite_toy", "ماذا تقصد؟", "question"],
  ["ar", "favorite_toy", "الجواب هو كرة", "answer"],
  ["hi", "favorite_toy", "तुम क्यों पूछ रहे हो?", "question"],
  ["hi", "favorite_toy", "क्या हम रुक सकते हैं?", "stop"],
  ["hi", "favorite_toy", "मुझे अब जाना है", "stop"],
  ["hi", "birthday", "नहीं, मेरा मतलब 2019", "correction"],
  ["hi", "favorite_toy", "हाहा", "other"],
  ["hi", "fears", "कुछ नहीं", "answer"],
  ["hi", "favorite_toy", "क्या मतलब?", "question"],
  ["hi", "favorite_toy", "मेरा जवाब है गेंद", "answer"],
  ["ja", "favorite_toy", "なんで聞くの？", "question"],
  ["ja", "favorite_toy", "やめてもいいですか？", "stop"],
  ["ja", "favorite_toy", "もう行かなきゃ", "stop"],
  ["ja", "birthday", "間違えました、2019年です", "correction"],
  ["ja", "favorite_toy", "笑", "other"],
  ["ja", "fears", "特にない", "answer"],
  ["ja", "favorite_toy", "どういう意味ですか？", "question"],
  ["ja", "favorite_toy", "えっと、ボールです", "answer"],
  ["ko", "favorite_toy", "왜 물어봐?", "question"],
  ["ko", "favorite_toy", "그만해도 돼요?", "stop"],
  ["ko", "favorite_toy", "이제 가야 해요", "stop"],
  ["ko", "birthday", "아니, 내 말은 2019년", "correction"],
  ["ko", "favorite_toy", "ㅋㅋㅋ", "other"],
  ["ko", "fears", "없어요", "answer"],
  ["ko", "favorite_toy", "무슨 뜻이에요?", "question"],
  ["ko", "favorite_toy", "음, 공이에요", "answer"],
  ["zh", "favorite_toy", "你为什么问这个？", "question"],
  ["zh", "favorite_toy", "可以停了吗？", "stop"],
  ["zh", "favorite_toy", "我得走了", "stop"],
  ["zh", "birthday", "不，我的意思是2019", "correction"],
  ["zh", "favorite_toy", "哈哈哈", "other"],
  ["zh", "fears", "没有", "answer"],
  ["zh", "favorite_toy", "什么意思？", "question"],
  ["zh", "favorite_toy", "嗯，是球", "answer"],
  ["en", "size", "on the sofa", "unsure"],
  ["en", "birthday", "chicken and rice", "unsure"],
  ["en", "birthday", "at Christmas", "answer"],
  ["en", "favorite_toy", "how much longer is this going to take", "unsure"],
  ["en", "favorite_toy", "sdkjfh sdkfj", "unsure"],
  ["de", "size", "meine Schwester", "unsure"],
  ["es", "birthday", "pollo con arroz", "unsure"],
  ["fr", "favorite_toy", "mon bus arrive, je file", "unsure"],
  ["it", "size", "sul divano", "unsure"],
  ["pt", "favorite_toy", "dá para retomar depois do jantar", "unsure"],
  ["nl", "birthday", "kip met rijst", "unsure"],
  ["ru", "favorite_toy", "спроси что-нибудь другое", "unsure"],
  ["ar", "size", "على الأريكة", "unsure"],
  ["hi", "favorite_toy", "और कितना समय लगेगा", "unsure"],
  ["ja", "size", "ソファの上", "unsure"],
  ["ko", "favorite_toy", "얼마나 더 걸려요", "unsure"],
  ["zh", "birthday", "鸡肉和米饭", "unsure"],
  ["pt", "siblings", "Não é filho único", "answer"],
  ["it", "siblings", "No, è figlio unico", "answer"],
  ["hi", "siblings", "नहीं, वह अकेला है", "answer"],
  ["zh", "birthday", "应该是2019年", "answer"],
  ["ja", "siblings", "いや、一人っ子です", "answer"],
  ["zh", "favorite_toy", "睡觉", "answer"],
  ["ru", "favorite_toy", "Ой, он любит мячик", "answer"],
  ["fr", "favorite_toy", "Il court partout", "answer"],
  ["ko", "favorite_toy", "끈 달린 쥐 인형", "answer"],
  ["ar", "favorite_toy", "كرة حمراء", "answer"],
];

describe("what is said to the interviewer", () => {
  it.each(said)("(%s, %s) '%s' is: %s", (language, key, words, kind) => {
    expect(hear(language, key, words).kind).toBe(kind);
  });

  it("is tried in every language in each of its kinds", () => {
    for (const { code } of languages)
      for (const kind of ["answer", "unsure", "question", "stop", "correction", "other"])
        expect(
          said.some((row) => row[0] === code && row[3] === kind),
          `${code} ${kind}`,
        ).toBe(true);
  });

  it("is saved without the words that introduce it, or that stop", () => {
    expect(answerTo("Well, the answer is a squeaky duck")).toBe("A squeaky duck");
    expect(answerTo("um I'd say a duck")).toBe("a duck");
    expect(answerTo("lol, he ate my shoes")).toBe("he ate my shoes");
    expect(answerTo("Why do you ask? His duck.")).toBe("His duck.");
    expect(hear("en", "favorite_toy", "A ball. I have to go now")).toEqual({
      ...{ kind: "answer", answer: "A ball.", stops: true },
    });
    expect(answerTo("No, I meant 2019", "birthday")).toBe("2019");
    for (const whole of ["A ball", "No idea is too silly for her", "Not the dog's", "Maybe cheese?"])
      expect(answerTo(whole)).toBe(whole);
  });

  it("asked whether to go on, goes on at a word and stops at another", () => {
    for (const words of ["stop", "Stop for today", "no", "No, enough for today.", "later", "Nein, das reicht"])
      expect(wantsToStop(words, "de-DE"), words).toBe(true);
    for (const words of ["more", "Go on", "yes", "next", "weiter", "ja", "sure, why not"])
      expect(wantsToStop(words, "de-DE"), words).toBe(false);
  });
});
