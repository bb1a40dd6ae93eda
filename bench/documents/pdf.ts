import { PDFDocument, StandardFonts } from "pdf-lib";

const LINES = 38;

/** A document of so many full pages. */
export async function pdfOf(pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let page = 1; page <= pages; page += 1) {
    const sheet = pdf.addPage();
    for (let line = 0; line < LINES; line += 1) {
      const text = `On day ${page * LINES + line} Biscuit chased the neighbour's cat through the whole garden and slept.`;
      sheet.drawText(text, { x: 50, y: 790 - 19 * line, size: 11, font });
    }
  }
  return Buffer.from(await pdf.save());
}
