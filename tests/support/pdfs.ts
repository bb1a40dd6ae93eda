import { deflateSync } from "node:zlib";
import { PDFDocument, StandardFonts } from "pdf-lib";

/** One page for each text; `""` gives a page without any. */
export async function pdfOf(...pages: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of pages) {
    const page = pdf.addPage();
    for (const [index, line] of text.split("\n").entries())
      if (line !== "") page.drawText(line, { x: 50, y: 780 - 16 * index, size: 11, font });
  }
  return Buffer.from(await pdf.save());
}

/** A PDF written out by hand, for what no library would write. Object numbers begin at 1, which is the catalogue. */
export function rawPdf(objects: (string | Buffer)[], trailer = ""): Buffer {
  const parts: Buffer[] = [Buffer.from("%PDF-1.7\n")];
  const offsets: number[] = [];
  let length = 9;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from("\nendobj\n")]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  push(Buffer.from(end));
  return Buffer.concat(parts);
}

const onePage = (resources: string) => [
  "<</Type /Catalog /Pages 2 0 R>>",
  "<</Type /Pages /Kids [3 0 R] /Count 1>>",
  `<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <<${resources}>> /Contents 4 0 R>>`,
];

/** One page whose drawing commands unpack to the given bytes. */
export const pdfWithContent = (content: Buffer, resources = "", ...more: string[]): Buffer =>
  packedPdf(deflateSync(content, { level: 1 }), "/FlateDecode", resources, ...more);

/** One page whose drawing commands are packed already. */
export function packedPdf(packed: Buffer, filter: string, resources = "", ...more: string[]): Buffer {
  const stream = Buffer.concat([
    Buffer.from(`<</Filter ${filter} /Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from("\nendstream"),
  ]);
  return rawPdf([...onePage(resources), stream, ...more]);
}

/** Chinese in a font that names a standard character map and is not embedded, as older office programs wrote it. */
export const chinesePdf = (text: string): Buffer => {
  const codes = Array.from(text, (character) => character.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  return pdfWithContent(
    Buffer.from(`BT /F1 12 Tf 50 700 Td <${codes}> Tj ET`),
    "/Font <</F1 5 0 R>>",
    "<</Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R]>>",
    "<</Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo <</Registry (Adobe) /Ordering (GB1) /Supplement 2>> /FontDescriptor 7 0 R>>",
    "<</Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>",
  );
};

/** Protected by a password that nobody knows: the keys are noise. */
export const encryptedPdf = (): Buffer =>
  rawPdf(
    [
      ...onePage(""),
      "<</Length 4>>\nstream\nBT E\nendstream",
      `<</Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${"a5".repeat(32)}> /U <${"3c".repeat(32)}>>>`,
    ],
    `/Encrypt 5 0 R /ID [<${"0f".repeat(16)}> <${"0f".repeat(16)}>]`,
  );

/** So many pages without anything on them. */
export const pdfWithPages = (count: number): Buffer =>
  rawPdf([
    "<</Type /Catalog /Pages 2 0 R>>",
    `<</Type /Pages /Kids [${Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ")}] /Count ${count}>>`,
    ...Array.from({ length: count }, () => "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800]>>"),
  ]);

/** A page tree of so many levels, one in the other. */
export const pdfWithDeepPageTree = (levels: number): Buffer =>
  rawPdf([
    "<</Type /Catalog /Pages 2 0 R>>",
    ...Array.from({ length: levels }, (_, index) => `<</Type /Pages /Kids [${index + 3} 0 R] /Count 1>>`),
    "<</Type /Page /MediaBox [0 0 600 800]>>",
  ]);

/** Letters that are drawn from a place to the right, one after the other, each 6 points wide; a ligature is one with several letters. */
export interface DrawnLetters {
  x: number;
  y: number;
  letters: readonly string[];
}

/** A page whose font names the letters of its glyphs and leaves the glyphs out. */
export function pdfWithLetters(drawn: readonly DrawnLetters[], annotations: readonly string[] = []): Buffer {
  const glyphs = [...new Set(drawn.flatMap(({ letters }) => letters))];
  const code = (letter: string) => (glyphs.indexOf(letter) + 1).toString(16).padStart(4, "0");
  const utf16 = (letter: string) => Buffer.from(letter, "utf16le").swap16().toString("hex");
  const map = [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def",
    "1 begincodespacerange <0000> <ffff> endcodespacerange",
    ...glyphs.map((letter) => `1 beginbfchar <${code(letter)}> <${utf16(letter)}> endbfchar`),
    "endcmap end end",
  ].join("\n");
  const content = drawn
    .map(({ x, y, letters }) => `BT /F1 12 Tf 1 0 0 1 ${x} ${y} Tm <${letters.map(code).join("")}> Tj ET`)
    .join("\n");
  const places = annotations.map((_, at) => `${10 + at} 0 R`).join(" ");
  return rawPdf([
    `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${places}] /DR <</Font <</Helv 8 0 R>>>> /DA (/Helv 10 Tf 0 g)>>>>`,
    "<</Type /Pages /Kids [3 0 R] /Count 1>>",
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R /Annots [${places}]>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    "<</Type /Font /Subtype /Type0 /BaseFont /Letters /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R>>",
    "<</Type /Font /Subtype /CIDFontType2 /BaseFont /Letters /DW 500 /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor 9 0 R>>",
    `<</Length ${map.length}>>\nstream\n${map}\nendstream`,
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
    "<</Type /FontDescriptor /FontName /Letters /Flags 4 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>",
    ...annotations,
  ]);
}

/** A form of Adobe's other kind, which is drawn from a template: a page beside it only says that it can't be shown. */
export function xfaPdf(label: string, value: string): Buffer {
  const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/">
<subform name="form1" layout="tb"><pageSet><pageArea name="Page1"><contentArea x="10mm" y="10mm" w="180mm" h="250mm"/><medium short="210mm" long="297mm"/></pageArea></pageSet>
<subform name="body" layout="tb" w="180mm"><draw w="100mm" h="10mm"><value><text>Adoption form</text></value></draw>
<field name="chip" w="100mm" h="10mm"><ui><textEdit/></ui><caption reserve="40mm"><value><text>${label}</text></value></caption></field></subform></subform></template>
<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><body><chip>${value}</chip></body></form1></xfa:data></xfa:datasets></xdp:xdp>`;
  const shown = "BT /F1 12 Tf 50 700 Td (Please wait...) Tj ET";
  return rawPdf([
    "<</Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm <</Fields [] /XFA 6 0 R>>>>",
    "<</Type /Pages /Kids [3 0 R] /Count 1>>",
    "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources <</Font <</F1 5 0 R>>>> /Contents 4 0 R>>",
    `<</Length ${shown.length}>>\nstream\n${shown}\nendstream`,
    "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
    `<</Length ${Buffer.byteLength(form)}>>\nstream\n${form}\nendstream`,
  ]);
}
