import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { restorePush } from "./native-push.ts";
import "./without-drawing.ts";
import { InvalidPDFException, PasswordException, PDFParse } from "pdf-parse";
import { MAX_PAGES, UnreadableDocument } from "./failure.ts";
import { turnLigatures } from "./ligatures.ts";
import { linesOf, textOf } from "./page-lines.ts";
import type { PdfDocument, PdfPage } from "./pdf-page.ts";
import { placeTypedTexts } from "./place-typed-texts.ts";
import { typedTexts } from "./typed-texts.ts";
import { xfaText } from "./xfa-text.ts";

/**
 * The raw text of each page, in order; `""` for a page without text, or one that can't be read while others can. It
 * computes without a pause and takes as much memory as the file wants, so it must run in a process of its own.
 * @throws UnreadableDocument
 */
export async function* readPdf(bytes: Uint8Array): AsyncGenerator<string> {
  const { document, total } = await load(bytes);
  restorePush();
  if (total > MAX_PAGES) throw new UnreadableDocument("too_many_pages");
  const putBack = turnLigatures();
  let read = 0;
  try {
    for (let number = 1; number <= total; number += 1) {
      let text = "";
      try {
        const page = await document.getPage(number);
        text = document.isPureXfa ? xfaText(await page.getXfa()) : await pageText(page);
        page.cleanup();
        read += 1;
      } catch (error) {
        if (error instanceof PasswordException) throw new UnreadableDocument("encrypted");
      }
      yield text;
    }
  } finally {
    putBack();
  }
  if (read === 0) throw new UnreadableDocument("damaged");
}

async function pageText(page: PdfPage): Promise<string> {
  const viewport = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const lines = linesOf(items, viewport);
  // A damaged note or field takes nothing from the page.
  const annotations = await page.getAnnotations().catch(() => []);
  if (annotations.length > 0) placeTypedTexts(lines, typedTexts(annotations, viewport));
  return textOf(lines);
}

async function load(bytes: Uint8Array): Promise<{ document: PdfDocument; total: number }> {
  const parser = new PDFParse({
    ...{ data: bytes, isEvalSupported: false, disableFontFace: true, enableXfa: true },
    ...fontFiles(),
  });
  try {
    // Page 0 does not exist, so this only loads the document.
    const { total } = await parser.getText({ partial: [0] });
    // The parser's own reading of a page knows neither fields nor notes, nor which way a line is read.
    const document: PdfDocument = Reflect.get(parser, "doc");
    return { document, total };
  } catch (error) {
    if (error instanceof PasswordException) throw new UnreadableDocument("encrypted");
    if (error instanceof InvalidPDFException) throw new UnreadableDocument("damaged");
    // Any other error of the parser for malformed bytes.
    throw new UnreadableDocument("damaged");
  }
}

/** Needed for the text of Chinese, Japanese and Korean PDFs that refer to a standard character map. */
function fontFiles() {
  const resolver = createRequire(createRequire(import.meta.url).resolve("pdf-parse"));
  const folder = dirname(resolver.resolve("pdfjs-dist/package.json"));
  return { cMapUrl: join(folder, "cmaps/"), cMapPacked: true, standardFontDataUrl: join(folder, "standard_fonts/") };
}
