import { readFile } from "node:fs/promises";
import bidiFactory from "bidi-js/dist/bidi.mjs";
import { describe, expect, it } from "vitest";
import { type DrawnLetters, pdfWithLetters, xfaPdf } from "#tests/support/pdfs.ts";
import { extract } from "./extract.ts";

// Each PDF is read by a process of its own, which loads its sources through a compiler here.
const timeoutMs = 60_000;
const read = async (pdf: Uint8Array) => (await extract(pdf, "pdf", { timeoutMs })).text;
const fixture = (name: string) => readFile(new URL(`../../../tests/fixtures/documents/${name}.pdf`, import.meta.url));

const RIGHT_EDGE = 500;
const WIDTH = 6;
const bidi = bidiFactory();
const shown = (text: string) => bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, "rtl"));

/** A line as one run of letters from left to right, as browsers write it. */
const asOneRun = (text: string, y: number): DrawnLetters[] => [
  { x: RIGHT_EDGE - WIDTH * text.length, y, letters: Array.from(shown(text)) },
];

/** A line letter by letter from its right end on, as some office programs write it. */
const letterByLetter = (text: string, y: number): DrawnLetters[] =>
  Array.from(shown(text))
    .map((letter, at, all) => ({ x: RIGHT_EDGE - WIDTH * (all.length - at), y, letters: [letter] }))
    .reverse();

/** A line word by word, without the spaces between. */
const wordByWord = (text: string, y: number): DrawnLetters[] => {
  const line = shown(text);
  return [...line.matchAll(/\S+/g)]
    .map((word) => ({ x: RIGHT_EDGE - WIDTH * (line.length - word.index), y, letters: Array.from(word[0]) }))
    .reverse();
};

describe("a PDF in a script from right to left", () => {
  const report = [
    "تقرير الطبيب البيطري",
    "رقم الشريحة: 981020012345678، والوزن 4.5 كجم.",
    "الدواء: 5 mg من prednisolone (قبل الأكل).",
    "هاتف: 03-1234567.",
  ];

  it.each([
    ["as runs in the order in which it is seen", asOneRun],
    ["letter by letter from the right", letterByLetter],
    ["word by word from the right", wordByWord],
  ])("is stored in the order of reading, with numbers as they stand: %s [T59]", async (_how, write) => {
    const drawn = report.flatMap((line, at) => write(line, 700 - 30 * at));
    expect(await read(pdfWithLetters(drawn))).toBe(report.join("\n"));
  });

  it("has the letters of its ligatures in their order [T59]", async () => {
    const dogs = ["ب", "لا", "ك", "ل", "ا"];
    expect(await read(pdfWithLetters([{ x: 100, y: 700, letters: dogs }]))).toBe("الكلاب");
  });

  it("may have columns, which are read from the right, and a page from left to right beside it [T59]", async () => {
    const cell = (text: string, x: number, y: number) => ({ x, y, letters: Array.from(text) });
    const table = [
      ...[cell(shown("משקל"), 460, 700), cell("4.5", 250, 700)],
      ...[cell(shown("גיל"), 460, 680), cell("7", 250, 680)],
    ];
    expect(await read(pdfWithLetters(table))).toBe("משקל 4.5\nגיל 7");
    const form = [cell("Name of the cat: Miso", 50, 700), cell(shown("שם החתול: מישו"), 350, 700)];
    expect(await read(pdfWithLetters(form))).toBe("Name of the cat: Miso שם החתול: מישו");
  });

  it("is that of a browser: Arabic with the forms of its letters, and Hebrew [T59]", async () => {
    const text = await read(await fixture("rtl"));
    expect(text).toContain("القط مشمش يحب السمك كثيرا. رقم الشريحة 981020012345678 والوزن 4.5 كجم.");
    expect(text).toContain("الطبيب البيطري: د. أحمد (القاهرة).");
    expect(text).toContain('רקס אוהב גבינה. הווטרינר הוא ד"ר כהן, טלפון 03-1234567.');
    expect(text).toContain("\nDate Vaccine Vet\n2025-05-14 Rabies Dr. Feld");
  });
});

describe("what was typed into a PDF", () => {
  const drawn = (texts: readonly (readonly [text: string, x: number, y: number])[]) =>
    texts.map(([text, x, y]) => ({ x, y, letters: Array.from(text) }));
  const field = (rectangle: string, more: string) =>
    `<</Type /Annot /Subtype /Widget /F 4 /Rect [${rectangle}] ${more}>>`;
  const text = (rectangle: string, value: string, more = "") =>
    field(rectangle, `/FT /Tx /T (Text1) /V (${value}) /DA (/Helv 10 Tf 0 g) ${more}`);
  const box = (rectangle: string, state: string) =>
    field(rectangle, `/FT /Btn /T (Box) /V /${state} /AS /${state} /AP <</N <</Yes 8 0 R>>>>`);

  it("stands beside its label [T59]", async () => {
    expect(await read(await fixture("filled-form"))).toBe(
      [
        "Adoption form of the shelter",
        "Name of the animal: Biscuit",
        "Microchip number: 981020012345678",
        "Allergies and medicines: Allergic to chicken. Takes 5 mg prednisolone each morning.",
      ].join("\n"),
    );
  });

  it("stands by the label above it, by what its maker calls it, or by itself, and once [T59]", async () => {
    const labels = drawn([
      ["Name", 50, 720],
      ["Chip number", 250, 720],
      ["Vet: Dr. Feld", 50, 650],
    ]);
    const fields = [
      text("50 690 200 712", "Biscuit"),
      text("250 690 400 712", "981020012345678"),
      text("80 645 200 663", "Dr. Feld"),
      text("50 500 200 520", "Tuna", "/TU (Favourite food)"),
      text("50 400 200 420", "He snores."),
      text("50 300 200 320", "secret", "/Ff 8192"),
      "<</Type /Annot /Subtype /Widget /F 2 /Rect [50 200 200 220] /FT /Tx /T (Text2) /V (hidden) /DA (/Helv 10 Tf 0 g)>>",
    ];
    expect(await read(pdfWithLetters(labels, fields))).toBe(
      "Name: Biscuit Chip number: 981020012345678\nVet: Dr. Feld\nFavourite food: Tuna\nHe snores.",
    );
  });

  it("may be chosen from a list, or ticked [T59]", async () => {
    const labels = drawn([
      ["Sex:", 50, 700],
      ["male", 120, 700],
      ["female", 220, 700],
      ["Breed:", 50, 670],
    ]);
    const fields = [
      box("100 696 112 708", "Off"),
      box("200 696 212 708", "Yes"),
      field(
        "100 665 200 680",
        "/FT /Ch /T (Breed) /Ff 131072 /V (b) /Opt [[(a) (Beagle)] [(b) (Basset)]] /DA (/Helv 10 Tf 0 g)",
      ),
    ];
    expect(await read(pdfWithLetters(labels, fields))).toBe("Sex: ☐ male ☑ female\nBreed: Basset");
  });

  it("stands at its label's left in a script from right to left [T59]", async () => {
    const label = Array.from(shown("الاسم:"));
    const value = Buffer.from("\ufeffمشمش (القط)", "utf16le").swap16().toString("hex");
    const name = field("300 696 440 712", `/FT /Tx /T (Text1) /V <${value}> /DA (/Helv 10 Tf 0 g)`);
    expect(await read(pdfWithLetters([{ x: 450, y: 700, letters: label }], [name]))).toBe("الاسم: مشمش (القط)");
  });

  it("may be a note, which is read where it stands, and a comment [T59]", async () => {
    expect(await read(await fixture("typed-note"))).toBe(
      "Vaccination record. Veterinary remarks:\n\nThe rabies booster is due on 3 March 2027.",
    );
    const lines = drawn([
      ["Diet", 50, 700],
      ["Exercise", 50, 500],
    ]);
    const comments = [
      "<</Type /Annot /Subtype /Text /Rect [50 600 70 620] /Contents (No chicken please.)>>",
      "<</Type /Annot /Subtype /Popup /Rect [80 600 170 640] /Contents (No chicken please.)>>",
      "<</Type /Annot /Subtype /Highlight /Rect [50 498 90 512] /QuadPoints [50 512 90 512 50 498 90 498] /Contents (Two walks a day.)>>",
      "<</Type /Annot /Subtype /Highlight /Rect [50 698 90 712] /QuadPoints [50 712 90 712 50 698 90 698] /Contents (Diet)>>",
    ];
    expect(await read(pdfWithLetters(lines, comments))).toBe(
      "Diet\n\nNo chicken please.\n\nExercise\n\nTwo walks a day.",
    );
  });

  it("is read from a form that is drawn by its own rules (XFA) [T59]", async () => {
    const { text: form, pageCount } = await extract(xfaPdf("Microchip number:", "981020012345678"), "pdf", {
      timeoutMs,
    });
    expect(form).toBe("Adoption form\nMicrochip number: 981020012345678");
    expect(pageCount).toBe(1);
  });
});
