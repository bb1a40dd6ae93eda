import { PDFDocument, StandardFonts } from "pdf-lib";

/** A text whose beginning is its own name, some pages long. */
export const textFile = (name: string): string => `${name}\n\n${"The pet sleeps on the sofa. ".repeat(400)}`;

export async function pdfFile(pages = 150): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    document.addPage().drawText(`Page ${page}: the pet walks on.`, { x: 40, y: 700, size: 12, font });
  return document.save();
}
