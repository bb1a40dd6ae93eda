import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { languages } from "../languages/languages.ts";
import { eventDateIn, mayBeMeant } from "./event-date.ts";

const TODAY = "2026-11-28";
const day = (on: string) => ({ on, precision: "day" });
const month = (on: string) => ({ on, precision: "month" });
const year = (on: string) => ({ on, precision: "year" });

/** On 3 May 2019, yesterday, last year, last summer, in 2019. */
const said: Record<string, [string, string, string, string, string]> = {
  en: [
    "We got married on 3 May 2019.",
    "Yesterday I passed my exam!",
    "I moved here last year.",
    "We met last summer.",
    "I graduated in 2019.",
  ],
  de: [
    "Wir haben am 3. Mai 2019 geheiratet.",
    "Gestern habe ich die Prüfung bestanden!",
    "Ich bin letztes Jahr hergezogen.",
    "Wir haben uns letzten Sommer getroffen.",
    "Ich habe im Jahr 2019 angefangen.",
  ],
  es: [
    "Nos casamos el 3 de mayo de 2019.",
    "¡Ayer aprobé el examen!",
    "Me mudé aquí el año pasado.",
    "Nos conocimos el verano pasado.",
    "Me gradué en 2019.",
  ],
  fr: [
    "Nous nous sommes mariés le 3 mai 2019.",
    "Hier j'ai réussi mon examen !",
    "Je suis venu ici l’année dernière.",
    "On s'est rencontrés l’été dernier.",
    "J'ai commencé en 2019.",
  ],
  it: [
    "Ci siamo sposati il 3 maggio 2019.",
    "Ieri ho passato l'esame!",
    "Mi sono trasferito l'anno scorso.",
    "Ci siamo conosciuti l’estate scorsa.",
    "Mi sono laureato nel 2019.",
  ],
  pt: [
    "Casámos em 3 de maio de 2019.",
    "Ontem passei no exame!",
    "Mudei-me para cá no ano passado.",
    "Conhecemo-nos no verão passado.",
    "Formei-me em 2019.",
  ],
  nl: [
    "We zijn op 3 mei 2019 getrouwd.",
    "Gisteren heb ik mijn examen gehaald!",
    "Ik ben hier vorig jaar komen wonen.",
    "We hebben elkaar vorige zomer ontmoet.",
    "Ik ben in 2019 begonnen.",
  ],
  ru: [
    "Мы поженились 3 мая 2019 года.",
    "Вчера я сдал экзамен!",
    "Я переехал сюда в прошлом году.",
    "Мы познакомились прошлым летом.",
    "Я закончил школу в 2019.",
  ],
  ja: [
    "2019年5月3日に結婚しました。",
    "昨日、試験に合格しました。",
    "去年ここに引っ越しました。",
    "去年の夏に出会いました。",
    "2019年に卒業しました。",
  ],
  zh: ["我们2019年5月3日结婚了。", "我昨天通过了考试。", "我去年搬到这里。", "我们去年夏天认识的。", "我2019年毕业。"],
  ko: [
    "우리는 2019년 5월 3일에 결혼했어.",
    "어제 시험에 합격했어.",
    "작년에 이사 왔어.",
    "우리는 지난여름에 만났어.",
    "2019년에 졸업했어.",
  ],
  hi: [
    "हमारी शादी 3 मई 2019 को हुई।",
    "बीती रात मैंने परीक्षा पास की।",
    "मैं पिछले साल यहाँ आया।",
    "हम पिछली गर्मियों में मिले।",
    "मैंने 2019 में पढ़ाई पूरी की।",
  ],
  ar: [
    "تزوجنا في ٣ مايو ٢٠١٩.",
    "نجحت أمس في الامتحان.",
    "انتقلت إلى هنا السنة الماضية.",
    "التقينا الصيف الماضي.",
    "تخرجت في عام ٢٠١٩.",
  ],
};

describe("when something happened", () => {
  it.each(Object.entries(said))("is read from what is said in %s", (locale, sentences) => {
    expect(sentences.map((sentence) => eventDateIn(sentence, locale, TODAY))).toEqual([
      day("2019-05-03"),
      day("2026-11-27"),
      year("2025-01-01"),
      year("2026-01-01"),
      year("2019-01-01"),
    ]);
  });

  it.each([
    ["The exam is on May 3rd.", day("2027-05-03")],
    ["The exam was on the 3rd of October.", day("2026-10-03")],
    ["We met in March 2019.", month("2019-03-01")],
    ["I start my job next month.", month("2026-12-01")],
    ["I started on 2024-02-29.", day("2024-02-29")],
    ["I started on 13/09/2024.", day("2024-09-13")],
    ["I started on 04/09/2024.", year("2024-01-01")],
    ["My wedding is tomorrow.", day("2026-11-29")],
  ])("is as exact as the words are: %s", (sentence, date) => {
    expect(eventDateIn(sentence, "en-US", TODAY)).toEqual(date);
  });

  it.each([
    ["en-US", "I collect stamps, and have 2000 of them."],
    ["en-US", "I may 3 times be wrong."],
    ["en-US", "I started on 31 February 2020."],
    ["en-US", "My birthday is on 3 May."],
    ["en-US", "We will fly to Mars in 2099."],
    ["en-US", "I live in house 12.5.2019.7."],
    ["de-DE", "Ich trinke am Morgen gern Kaffee."],
    ["es-ES", "Me gusta el café de la mañana."],
    ["hi-IN", "मैं कल मिलूँगा।"],
  ])("is not guessed: %s %s", (locale, sentence) => {
    expect(eventDateIn(sentence, locale, TODAY)).toBeNull();
  });

  it("'last summer' is no year where the south has another", () => {
    expect(eventDateIn("We met last summer.", "en-US", "2026-04-02")).toBeNull();
    expect(eventDateIn("We met last summer.", "en-US", "2026-02-02")).toEqual(year("2025-01-01"));
  });

  it("is believed of somebody else where its weekday or month is named", () => {
    const isMeant = (on: string, precision: "day" | "month" | "year", sentence: string) =>
      mayBeMeant({ on, precision }, sentence, "en-US", TODAY);
    expect(isMeant("2026-12-04", "day", "My exam is on Friday.")).toBe(true);
    expect(isMeant("2026-12-03", "day", "My exam is on Friday.")).toBe(false);
    expect(isMeant("2027-12-03", "day", "My exam is on Friday.")).toBe(false);
    expect(isMeant("2026-05-01", "month", "I got engaged in May.")).toBe(true);
    expect(isMeant("2026-06-01", "month", "I got engaged in May.")).toBe(false);
    expect(isMeant("2019-05-01", "month", "I got engaged in May.")).toBe(false);
    expect(isMeant("2019-01-01", "year", "I got engaged.")).toBe(false);
  });

  it("is a day of the calendar or nothing, whatever is said", () => {
    const words = [
      "3",
      "31",
      "29",
      "May",
      "Februar",
      "2019",
      "0000",
      "昨日",
      "月",
      "日",
      "年",
      ".",
      "/",
      "-",
      "in",
      "last summer",
    ];
    const sentence = fc.array(fc.constantFrom(...words), { maxLength: 8 });
    const glue = fc.constantFrom("", " ");
    fc.assert(
      fc.property(sentence, glue, fc.constantFrom(...languages), (parts, between, { code }) => {
        const found = eventDateIn(parts.join(between), code, TODAY);
        if (found !== null) expect(z.iso.date().safeParse(found.on).success).toBe(true);
      }),
    );
  });
});
