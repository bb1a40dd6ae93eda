import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { type ChatEvent, chatStream } from "#shared/api/chat.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { textOf } from "#tests/support/chat.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** By name, what the file holds. */
type Files = Readonly<Record<string, string | Buffer>>;

/** A pet with these documents, read, that answers without a language model; each question is asked in a chat of its own. */
async function petWith(language: string, name: string, files: Files) {
  const owner = await app.holderOf("manage_agents");
  const { id } = await owner.call(createAgent, { body: { name, language } });
  for (const [filename, content] of Object.entries(files))
    await owner.call(uploadDocument, {
      params: { id },
      file: new Blob([new Uint8Array(Buffer.from(content))]),
      filename,
    });
  await vi.waitFor(
    async () => {
      const found = await owner.call(listDocuments, { params: { id } });
      expect(found.map(({ processingStatus }) => processingStatus)).toEqual(found.map(() => "processed"));
    },
    { timeout: TEST_TIMEOUT_MS, interval: 50 },
  );
  return async (message: string): Promise<string> => {
    const events: ChatEvent[] = [];
    for await (const event of owner.stream(chatStream, { params: { id }, body: { message } })) events.push(event);
    return textOf(events);
  };
}

const fixture = (name: string) => readFile(new URL(`../../../tests/fixtures/documents/${name}`, import.meta.url));

const papers: [language: string, name: string, paper: string, asked: [question: string, told: string][]][] = [
  [
    "de-DE",
    "Balu",
    `Tierarztpraxis am Wald

Patient: Balu, Labrador, männlich
Besitzerin: Karin Wolf, Gartenstr. 12
Untersucht am: 3. Mai 2026
Gewicht: 31,4 kg (zuletzt 33,0 kg)
Temperatur: 38,7 °C
Chip-Nr.: 276093400123456
Diagnose: leichte Arthrose, v. a. in der li. Hüfte, z. B. beim Treppensteigen.
Medikation: Meloxicam, ca. 3 ml tgl. nach dem Fressen
Nächster Termin: 14. Juli 2026 um 10:15 Uhr bei Dr. Petra Lang.
Allergien: keine bekannt`,
    [
      ["Wie viel wiegst du?", "31,4 Kilogramm (zuletzt 33,0 Kilogramm)."],
      ["Wann ist dein nächster Termin?", "14. Juli 2026 um 10:15 Uhr bei Dr. Petra Lang."],
      ["Welche Medikamente nimmst du?", "Meloxicam, ca. 3 Milliliter tgl. nach dem Fressen."],
      ["Hast du Allergien?", "Keine bekannt."],
    ],
  ],
  [
    "es-ES",
    "Luna",
    `Clínica veterinaria San Roque

Paciente: Luna, gata europea
Propietario: Sr. D. Pablo Ruiz
Peso: 3,9 kg
N.º de microchip: 941000024681012
Tratamiento: 0,5 ml de meloxicam cada 24 h durante 5 días
Próxima cita: 22 de enero de 2026 a las 17:30 con la Dra. Elena Marín.`,
    [
      ["¿Cuánto pesas?", "3,9 kilogramos."],
      ["¿Cuándo es tu próxima cita?", "22 de enero de 2026 a las 17:30 con la Dra. Elena Marín."],
      ["¿Quién es tu dueño?", "Sr. D. Pablo Ruiz."],
      ["¿Cuál es tu número de microchip?", "941000024681012."],
    ],
  ],
  [
    "ja-JP",
    "こむぎ",
    `みどり動物病院

患者名：こむぎ（柴犬、メス）
飼い主：田中花子
体重：9.4kg（前回 9.8kg）
マイクロチップ番号：392145000012345
食事：低脂肪フード、1日150g
アレルギー：鶏肉
次回の予約：2026年4月26日 午前10時、Dr. Sato`,
    [
      ["体重はどれくらい？", "9.4 キログラム（前回 9.8 キログラム）。"],
      ["次の予約はいつ？", "2026年4月26日 午前10時、Dr. Sato。"],
      ["飼い主は誰？", "飼い主：田中花子。"],
      ["アレルギーはある？", "アレルギー：鶏肉。"],
    ],
  ],
  [
    "ar-SA",
    "مشمش",
    `عيادة الرحمة البيطرية

اسم الحيوان: مشمش، قط ذكر
اسم المالك: سالم الحربي
الوزن: 4.5 كجم
رقم الشريحة: 981020012345678
الدواء: لا يوجد
الموعد القادم: 20 أكتوبر 2026 الساعة 9:30 مع د. هدى العلي.`,
    [
      ["كم وزنك؟", "4.5 كجم."],
      ["متى موعدك القادم؟", "20 أكتوبر 2026 الساعة 9:30 مع د. هدى العلي."],
      ["ما هو دواؤك؟", "لا يوجد."],
      ["ما رقم شريحتك؟", "981020012345678."],
    ],
  ],
  [
    "en-US",
    "Rex",
    `Praxis Dr. Huber

Gewicht: 31,4 kg
Nächster Termin: 14. Juli 2026 bei Dr. Petra Lang.`,
    [["How much do you weigh?", "31,4 kilograms."]],
  ],
];

describe("what a pet's papers say", () => {
  it("is told line by line: a report of a veterinarian, and a story [T59]", async () => {
    const ask = await petWith("en-US", "Miso", {
      "vet-report-miso.pdf": await fixture("vet-report-miso.pdf"),
      "the-day-miso-came.txt": await fixture("the-day-miso-came.txt"),
    });
    const weight = await ask("How much do you weigh?");
    expect(weight).toContain("4.2 kilograms (last visit: 4.6 kilograms).");
    expect(await ask("What medicine do you take?")).toContain("Medication: none.");
    expect(await ask("when is your next appointment?")).toContain("20 October 2026 at 9:30 with Dr. Anna Keller.");
    expect(await ask("How did you get your name?")).toContain("from Mi to So");
    expect(await ask("Where did you hide when you came home?")).toContain("under the piano");
  });

  it("is told of a filled-in form, and of what is written from right to left [T59]", async () => {
    const form = await petWith("en-US", "Biscuit", { "form.pdf": await fixture("filled-form.pdf") });
    expect(await form("What is your microchip number?")).toContain("981020012345678");
    expect(await form("Are you allergic to anything?")).toContain("Allergic to chicken");
    const arabic = await petWith("ar-SA", "مشمش", { "rtl.pdf": await fixture("rtl.pdf") });
    expect(await arabic("ما رقم شريحتك؟")).toContain("981020012345678");
  });

  it.each(papers)("is told line by line in every language, labels of another one too: %s, %s", async (...given) => {
    const [language, name, paper, asked] = given;
    const ask = await petWith(language, name, { "papers.txt": paper });
    for (const [question, told] of asked) expect(await ask(question)).toContain(told);
  });
});
