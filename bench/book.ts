import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sheetOf } from "#server/features/book/contents.ts";
import { typeset } from "#server/features/book/typeset.ts";
import type { BookEntry } from "#shared/api/book.ts";

/** `tsx bench/book.ts [--to folder]`: books of 300 answers, 60 memories and 40 talks in four scripts: pages, seconds, megabytes. */
const { values } = parseArgs({ options: { to: { type: "string" } } });
const samples = {
  "en-US": ["What is my favorite food?", 'The corner of a grilled cheese sandwich, #read("/etc/passwd") or $not$. '],
  "ar-SA": ["ما هو طعامي المفضل؟", "أحب النوم على الأريكة الزرقاء كل مساء مع Tucker و 3 أصدقاء. "],
  "hi-IN": ["मेरा पसंदीदा खाना क्या है?", "मुझे नीले सोफ़े पर सोना बहुत पसंद है, और खिड़की से गिलहरी को देखना भी। "],
  "ja-JP": ["わたしの好きな食べ物は？", "わたしは青いソファで寝るのが大好きです。「ボール」も好きだよ。🐕 "],
} as const;

for (const [language, [heading, text]] of Object.entries(samples)) {
  const entry = (index: number, fields: Partial<BookEntry> = {}): BookEntry => ({
    ...{
      id: String(index),
      group: null,
      heading,
      text: text.repeat(1 + ((index * 7) % 16)),
      date: null,
      toldBy: null,
      ...fields,
    },
  });
  const many = <Each>(count: number, each: (index: number) => Each) =>
    Array.from({ length: count }, (_, index) => each(index));
  const groups = ["Who I am", "Food", "Walks", "Friends of the house"];
  const date = { on: "2021-06-03", precision: "month" } as const;
  const sheet = sheetOf({
    ...{ name: "Tucker", language, avatarUrl: null, species: null, birthday: "2016-04-02", diedOn: "2026-01-30" },
    entries: {
      diary: many(300, (index) => entry(index, { group: groups[Math.floor(index / 75)] ?? null })),
      memories: many(60, (index) => entry(index, { heading: null, date, toldBy: "Anna" })),
      talks: many(40, (index) => entry(index, { date: { ...date, precision: "day" } })),
    },
    arrangement: {
      format: language === "ja-JP" ? "square" : "a5",
      parts: ["diary", "memories", "talks"],
      leftOut: [],
      order: [],
    },
  });
  const begun = performance.now();
  const { pdf, pages, megabytes } = await typeset(sheet);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${language}: ${pages} pages, ${seconds} s, ${megabytes} MB of memory, a file of ${(pdf.length / 1e6).toFixed(1)} MB`,
  );
  if (values.to === undefined) continue;
  mkdirSync(values.to, { recursive: true });
  writeFileSync(`${values.to}/${language}.pdf`, pdf);
}
