import { expect, it } from "vitest";
import { languageFor } from "../languages/languages.ts";
import { languageByStopWords } from "./language-by-stop-words.ts";

it.each([
  ["en", "el perro de la vecina está en la casa y no se mueve", "es"],
  ["en", "he is so cold", "en"],
  ["en", "Собака не дышит", "ru"],
  ["ja", "救命", "ja"],
  ["zh", "たすけて、起きないの", "ja"],
  ["en", "狗狗不动了", "zh"],
  ["ko", "강아지 Bori 안 일어나", "ko"],
  ["hi", "mera kutta uth nahi raha", "hi"],
  ["hi", "the dog is on the floor and he does not know me", "en"],
  ["de", "", "de"],
  ["it", "?!", "it"],
] as const)("a pet of %s is told '%s': that is %s", (own, message, expected) => {
  const language = languageFor(own);
  expect(language && languageByStopWords(message, language).code).toBe(expected);
});
