import { describe, expect, it } from "vitest";
import { createTalk, phrasesOf } from "#tests/support/diary-talk.ts";
import { languages } from "../languages/languages.ts";
import type { Act } from "../turns/turn.ts";

/** Words that celebrate, congratulate or are glad. */
const glad: Record<string, RegExp> = {
  en: /glad|happy|great|wonderful|lovely|celebrat|congrat|hooray|favou?rite|enjoy|fun\b|wouldn't (have missed|want to miss)|good to know/i,
  de: /froh|freu|glück|toll|wunderbar|schön|feier|hurra|gratul|am liebsten|nicht verpassen|gut zu wissen/i,
  es: /alegr|feliz|genial|maravill|celebr|enhorabuena|felicid|bien por|me gusta|no me lo quería perder|bueno saber/i,
  fr: /content|heureu|génial|merveill|fêter|bravo|félicit|super|j'aime\b|pas voulu rater|bon à savoir/i,
  it: /felic|content|bello|meravigli|festegg|evviva|complimenti|mi piace|perdermelo|buono a sapersi/i,
  pt: /feliz|alegr|que bom|maravilh|comemor|parabéns|viva|gosto|não queria perder|bom saber/i,
  nl: /blij|fijn|leuk|geweldig|vier|hoera|gefeliciteerd|liefst|niet willen missen|goed om te weten/i,
  ru: /рад|счаст|здорово|чудесн|праздн|ура|поздрав|лучше всего|не хотелось бы пропустить|хорошо, что/i,
  ja: /うれし|嬉し|よかった(?!ら)|すばらし|おめでと|お祝い|いちばん好き|聞きのがせない/,
  ko: /기뻐|기쁘|게 (제일 )?좋아|이 제일 좋아|행복|축하|멋지|신나|놓치고 싶지/,
  zh: /高兴|开心|太好了|真棒|庆祝|恭喜|喜欢|不想错过/,
  hi: /खुश|ख़ुश|बढ़िया|शानदार|बधाई|मुबारक|अच्छा लगता|अच्छा हुआ|मंज़ूर नहीं/,
  ar: /يسعد|يسر|سعيد|فرح|رائع|مبارك|تهان|احتفل|لا أحب أن يفوتني/,
};

const cheerful = ["joy", "compliment", "thanks", "loveTold", "laugh", "goodNight", "farewell", "comingHome"] as const;

describe.each(languages)("what somebody tells and the pet does not understand, in $code [T140]", (language) => {
  const { code, phrases, emergency } = language;
  const words = glad[code] ?? /./;

  it("is met without cheer", () => {
    const said = [...phrases.telling, ...phrases.feelingUnsure].map(({ say }) => say);
    expect([...said, ...emergency.petAsks.person, ...emergency.petAsks.vet].filter((say) => words.test(say))).toEqual(
      [],
    );
  });

  it("is listened to where it is not plain that it is happy", () => {
    const reply = (act: Act, more: { certainty: number; isTold: boolean }) =>
      createTalk({ language: code }).ask("…", { act, ...more }).text;
    for (const act of cheerful)
      expect(phrasesOf(reply(act, { certainty: 0.85, isTold: true }), phrases.telling), act).not.toEqual([]);
    expect(phrasesOf(reply("joy", { certainty: 0.95, isTold: true }), phrases.joy)).not.toEqual([]);
    expect(phrasesOf(reply("compliment", { certainty: 0.85, isTold: false }), phrases.compliment)).not.toEqual([]);
  });
});
