import { describe, expect, it } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import type { Turn } from "../chat-turn.ts";
import { languageFor, languages } from "../languages/languages.ts";
import { speakerFactsIn } from "./told.ts";

function told(message: string, code = "en", earlier: readonly string[] = [], isAboutPerson = true) {
  const language = languageFor(code);
  if (language === undefined) throw new Error(code);
  const turns = earlier.flatMap((content): Turn[] => [
    { role: "user", content },
    { role: "assistant", content: "My name is Bello and I am 99 years old." },
  ]);
  return speakerFactsIn(message, turns, { petName: "Bello", language, isAboutPerson: () => isAboutPerson });
}

describe("what a person tells of themselves", () => {
  it.each([
    ["en", "my name is Caleb and im 8", "Caleb", 8],
    ["en", "hi im ellie im 7", "Ellie", 7],
    ["en", "It’s me, Dana", "Dana", null],
    ["en", "i am six and a half", null, 6],
    ["de", "hallo fiete hier is lotta ich bin 6", "Lotta", 6],
    ["de", "Ich heiße Jörg-Peter.", "Jörg-Peter", null],
    ["es", "hola soy noa tengo 6 años", "Noa", 6],
    ["fr", "je suis rentrée", null, null],
    ["fr", "je suis rincée", null, null],
    ["fr", "c'est moi, je suis à Strasbourg", null, null],
    ["de", "ich bins, bin platt", null, null],
    ["en", "hey it's me, I'm knackered", null, null],
    ["fr", "coucou moi c lucas jai 7 ans et demi", "Lucas", 7],
    ["it", "ciao sono nina la cuginetta ho 6 anni", "Nina", 6],
    ["nl", "ik heet bram en ik word volgende week 8", "Bram", null],
    ["pt", "oi pacoca eu sou a manu tenho 6 anos", "Manu", 6],
    ["ru", "Меня Полина зовут, мне семь лет", "Полина", 7],
    ["ar", "اسمي سارة وعمري ٩", "سارة", 9],
    ["hi", "मेरा नाम आरव है और मैं नौ साल का हूँ", "आरव", 9],
    ["ja", "名前は花です。7さい！", "花", 7],
    ["ja", "私は花です", "花", null],
    ["zh", "你好 我叫朵朵 我六岁", "朵朵", 6],
    ["ko", "나는 유나라고 해 여섯 살이야", "유나", 6],
  ] as const)("%s: %s", (code, message, name, age) => {
    expect(told(message, code)).toEqual({ name, age });
  });

  it.each([
    "I am not a cat",
    "I'm Bello",
    "i am five minutes late",
    "what is my name?",
    "this is 300",
    "I'm so tired",
    "I'm hungry",
    "I'm bored",
  ])("is nothing in: %s", (message) => {
    expect(told(message)).toEqual({ name: null, age: null });
  });

  it("is no name where something is told of, or none is denied", () => {
    expect(told("I'm worried about your ear, it's red again").name).toBeNull();
    expect(told("hi, it's anna again").name).toBe("Anna");
    expect(told("No soy Marta, soy Carmen", "es").name).toBe("Carmen");
  });

  it("is no name where the message is about something else", () => {
    expect(told("I'm sad", "en", [], false).name).toBeNull();
    expect(told("my name is Anna", "en", [], false).name).toBe("Anna");
  });

  it("is what was told last, in this message or before, but not by the pet", () => {
    expect(told("do you know me?", "en", ["I'm Anna and I'm 9", "call me Ben"])).toEqual({ name: "Ben", age: 9 });
    expect(told("I'm Cleo", "en", ["I'm Anna"])).toEqual({ name: "Cleo", age: null });
    expect(told("hello", "en", ["hello"])).toEqual({ name: null, age: null });
  });

  it.each(languages)("takes no time over repeated words in $code", (language) => {
    const spent = processorMs(() => {
      for (const word of ["a ", "я ", "私", "我叫", "im ", "나 ", "मैं ", "انا ", "my name is "])
        speakerFactsIn(word.repeat(4000), [], { petName: "x", language, isAboutPerson: () => true });
    });
    expect(spent).toBeLessThan(2000);
  });
});
