import { describe, expect, it } from "vitest";
import { languages } from "../languages/languages.ts";
import { understandTurn } from "../turns/dialogue.ts";
import { composeReply } from "./compose-reply.ts";

const asked: Record<string, readonly [day: string, time: string]> = {
  ...{ en: ["What day is it today?", "what time is it"], de: ["Welcher Tag ist heute?", "Wie spät ist es?"] },
  ...{ es: ["¿Qué día es hoy?", "¿Qué hora es?"], fr: ["Quel jour sommes-nous ?", "Quelle heure est-il ?"] },
  ...{ it: ["Che giorno è oggi?", "Che ore sono?"], nl: ["Welke dag is het vandaag?", "Hoe laat is het?"] },
  ...{ pt: ["Que dia é hoje?", "Que horas são?"], ru: ["Какой сегодня день?", "Который час?"] },
  ...{ ar: ["ما هو اليوم؟", "كم الساعة الآن؟"], hi: ["आज कौन सा दिन है?", "अभी कितने बजे हैं?"] },
  ...{ ja: ["今日は何曜日？", "今何時？"], ko: ["오늘 무슨 요일이야?", "지금 몇 시야?"] },
  ...{ zh: ["今天星期几？", "现在几点了？"] },
};

describe.each(languages)("asked in $code", ({ code }) => {
  const now = new Date("2026-11-28T23:30:00Z");
  const reply = (question: string, timeZone: string | null = "Asia/Tokyo") => {
    const pet = { name: "Biscuit", language: code, species: "dog" };
    const meaning = understandTurn({ pet, question, turns: [], evidence: [] });
    return composeReply({
      pet,
      ownerName: "Ann",
      question,
      turns: [],
      evidence: [],
      meaning,
      moment: { now, timeZone },
    });
  };
  const [day = "", time = ""] = asked[code] ?? [];
  const said = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(code, { ...style, timeZone: "Asia/Tokyo" }).format(now).replace(/\u202f/gu, " ");

  it("for the day, it says the day where the person is", () => {
    expect(reply(day).text.toLowerCase()).toContain(said({ dateStyle: "full" }).toLowerCase());
  });

  it("for the time, it says that, and nothing untrue where the place is not known", () => {
    expect(reply(time).text.toLowerCase()).toContain(said({ timeStyle: "short" }).toLowerCase());
    expect(reply(time, null).text).not.toContain("30");
  });
});
