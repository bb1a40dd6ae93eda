import { PDFDocument, StandardFonts } from "pdf-lib";
import sharp from "sharp";

/** A medical record of four pages; each fact stands on one page only. */
export async function petPdf(): Promise<Buffer> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = [
    "Clinic record of Biscuit. Registered at the Harbour Road surgery in the spring.",
    "Vaccinations. Biscuit received the rabies vaccination in March and the booster in April.",
    "Microchip. The microchip number of Biscuit is 985112004217733, placed between the shoulder blades.",
    "Insurance. The policy is kept with Larkspur Mutual and is renewed every October.",
  ];
  for (const text of pages) {
    const page = document.addPage([595, 842]);
    page.drawText(text, { x: 40, y: 760, size: 11, font, maxWidth: 515, lineHeight: 16 });
  }
  return Buffer.from(await document.save());
}

/** A photograph-like picture of `kilobytes` or more. */
export function petPicture(side: number): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      noise: { type: "gaussian", mean: 128, sigma: 40 },
      background: "#000",
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
}
