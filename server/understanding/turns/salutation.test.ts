import { describe, expect, it } from "vitest";
import { understandTurn } from "./dialogue.ts";

const names: Record<string, string> = { ja: "タッカー", ru: "Такер", ko: "터커", zh: "塔克", hi: "टकर", ar: "تاكر" };

const hear = (language: string, question: string) =>
  understandTurn({ pet: { name: names[language] ?? "Tucker", language }, question, turns: [], evidence: [] }).act;

describe("what follows a greeting or a name", () => {
  it.each([
    ["en", "Good morning Tucker, how was your day so far?", "howAreYou"],
    ["en", "Hey buddy, I'm so sad today", "sad"],
    ["en", "good evening old friend what do you eat", "question"],
    ["en", "uh huh and um how are you today", "howAreYou"],
    ["de", "Guten Morgen Tucker, wie war dein Tag bis jetzt?", "howAreYou"],
    ["de", "ja ähm ich wollt mal fragen wie geht es dir", "howAreYou"],
    ["fr", "euh en fait comment ça va", "howAreYou"],
    ["es", "Hola bonito, hoy estoy muy triste", "sad"],
    ["es", "Buenas tardes Tucker, ¿me cuentas un chiste?", "jokeWanted"],
    ["fr", "Salut mon beau, je suis tellement triste aujourd'hui", "sad"],
    ["it", "Buonasera Tucker, mi racconti una barzelletta?", "jokeWanted"],
    ["pt", "Bom dia Tucker, como foi o seu dia até agora?", "howAreYou"],
    ["nl", "Goedemorgen Tucker, hoe was je dag tot nu toe?", "howAreYou"],
    ["ru", "Добрый вечер, старый друг, мне так одиноко", "lonely"],
    ["ja", "こんばんはタッカー、何か面白い話して", "jokeWanted"],
    ["ko", "안녕 터커야 재밌는 얘기 해줘", "jokeWanted"],
    ["zh", "早上好塔克，到现在为止你今天过得怎么样？", "howAreYou"],
    ["hi", "सुप्रभात टकर, अब तक तुम्हारा दिन कैसा रहा?", "howAreYou"],
    ["ar", "صباح الخير يا تاكر، كيف كان يومك حتى الآن؟", "howAreYou"],
  ])("is what is meant (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "hello there, old friend"],
    ["en", "good morning to you"],
    ["de", "guten Morgen, mein Großer!"],
    ["ja", "おはよう、いい子ちゃん"],
    ["zh", "你好，小家伙"],
    ["ko", "안녕 친구야"],
  ])("is a greeting where it is no more than that (%s): %s", (language, said) => {
    expect(hear(language, said)).toBe("greeting");
  });

  it.each([
    ["en", "love you so much", "loveTold"],
    ["en", "boy do I miss my grandma since she died", "griefForOther"],
    ["zh", "你好可爱呀", "compliment"],
    ["ja", "おはようって犬語でなんて言うの？", "question"],
  ])("is left whole where the word is none of them (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });
});
