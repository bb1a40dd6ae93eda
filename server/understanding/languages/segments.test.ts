import { describe, expect, it, vi } from "vitest";
import { plainForms, segmentsOf, sentencesIn, wordsIn, wordsInLines } from "./segments.ts";

const LENGTH = 8_000;
const long = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
const segments = (text: string, locale: string, granularity: "word" | "sentence") =>
  [...segmentsOf(text, locale, granularity)].map(({ segment }) => segment);

const texts = [
  ["sentences", "Rufus likes snow. He doesn't like rain, 3.14 times out of 4! Does he? ", "en-US"],
  ["Chinese", "我喜欢下雪。你呢？我们昨天去了公园，看到了很多小狗。", "zh-CN"],
  ["Japanese", "私は雪が好きです。公園で犬をたくさん見ました。", "ja-JP"],
  ["Korean", "나는 눈이 좋아요. 공원에서 강아지를 봤어요. ", "ko-KR"],
  ["lines", "a\r\nb\r\n\r\n", "en-US"],
  ["one word without end", "a", "en-US"],
  ["one sentence without end", "and then we went home ", "en-US"],
  ["flags and families", "🇩🇪👩‍👩‍👧é", "en-US"],
] as const;

describe("plain forms", () => {
  it("write out a sign for many letters, but let a text of them grow within bounds only [T127]", () => {
    expect(plainForms("ﷺ")).toHaveLength(18);
    expect(plainForms("Ｒｕｆｕｓ ﬁnds ½")).toBe("Rufus finds 1⁄2");
    expect(plainForms("ﷺ".repeat(200)).length).toBeLessThanOrEqual(600);
    expect(plainForms("ﷺ".repeat(8_000)).length).toBeLessThanOrEqual(10_000);
  });
});

describe("the segments of a long text", () => {
  it.each(texts)("are those of the whole: %s", (_, unit, locale) => {
    const text = long(unit);
    for (const granularity of ["word", "sentence"] as const) {
      const whole = new Intl.Segmenter(locale.slice(0, 2), { granularity });
      expect(segments(text, locale, granularity)).toEqual([...whole.segment(text)].map(({ segment }) => segment));
    }
  });

  it.each(["\r", "中。", "の。", "a ", "中", "!"])(
    "are found in windows that don't grow with the text: %j [T127]",
    (unit) => {
      const given = vi.spyOn(Intl.Segmenter.prototype, "segment");
      try {
        for (const granularity of ["word", "sentence"] as const) {
          given.mockClear();
          const found = segments(long(unit), "zh-CN", granularity);
          const read = given.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
          // What is given to the segmenter costs its length times its segments.
          const most = Math.max(...given.mock.calls.map(([text]) => text.length));
          expect(found.length === 1 || most <= 1_200).toBe(true);
          expect(read).toBeLessThan(4 * LENGTH);
        }
      } finally {
        given.mockRestore();
      }
    },
  );

  it.each(texts)("are the words of each of many lines: %s", (_, unit, locale) => {
    const lines = unit.split(/[\r\n]+/u).flatMap((line) => [line, "", `${line}${line}`, "\u0301", "3"]);
    expect(wordsInLines(lines, locale)).toEqual(lines.map((line) => wordsIn(line, locale)));
  });

  it("are none of no text, and words alone where only words are asked for", () => {
    expect(segments("", "en-US", "word")).toEqual([]);
    expect(wordsIn("It's 3 o'clock, Rufus!", "en-US")).toEqual(["It's", "3", "o'clock", "Rufus"]);
  });
});

describe("a sentence", () => {
  it.each([
    [
      "en-US",
      "Seen by Dr. Anna Keller.| Weight approx. 4.2 kg.| See No. 5.| He met J. Smith vs. St. Ives.| So am I.| Yes.",
    ],
    ["de-DE", "Am 3. Mai kam Dr. med. vet. Huber.| Er frisst z. B. Reis.| Chip-Nr. 276 gilt.| Sie auch."],
    ["es-ES", "La Dra. Marín lo vio.| Pesa aprox. 4 kg.| El Sr. D. Ruiz vino.| Fin."],
    ["fr-FR", "Le 4 févr. 2026 avec M. Petit.| Env. 3 kg, p. ex. le matin.| Merci."],
    ["it-IT", "Il dott. Rossi, p.es. il 3 gen. 2026, disse sì.| Fine."],
    ["nl-NL", "Gezien door drs. De Vries, bijv. op 3 jan. 2026.| Klaar."],
    ["pt-BR", "A Dra. Lima disse aprox. 4 kg.| O Sr. Ruiz, p. ex. hoje, veio.| Fim."],
    ["ru-RU", "Вес 4 кг. в мае 2026 г. вырос.| Приём у проф. Иванова, ул. Мира.| Конец."],
    ["ja-JP", "Dr. Tanaka が見ました。|次は5月です。"],
    ["zh-CN", "Dr. Wang 看过了。|体重4.2公斤。"],
    ["ko-KR", "Dr. Kim 이 봤어요.| 체중은 4.2kg 입니다."],
    ["hi-IN", "डॉ. शर्मा ने देखा।| वजन 4 कि.ग्रा. है।| आर. के. मिश्रा आए।"],
    ["ar-SA", "رآه د. هدى العلي.| الوزن 4.2 كجم."],
  ])("ends at no abbreviation, initial, ordinal or decimal: %s", (locale, text) => {
    const sentences = [...sentencesIn(text.replaceAll("|", ""), locale)];
    expect(sentences.map((sentence) => sentence.trim())).toEqual(text.split("|").map((sentence) => sentence.trim()));
  });
});
