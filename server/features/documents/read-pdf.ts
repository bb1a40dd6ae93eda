import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { restorePush } from "./native-push.ts";
import "./without-drawing.ts";
import { InvalidPDFException, PasswordException, PDFParse } from "pdf-parse";
import { MAX_PAGES, UnreadableDocument } from "./failure.ts";

/**
 * The raw text of each page, in order; `""` for a page without text, or one that can't be read while others can. It
 * computes without a pause and takes as much memory as the file wants, so it must run in a process of its own.
 * @throws UnreadableDocument
 */
export async function* readPdf(bytes: Uint8Array): AsyncGenerator<string> {
  const parser = new PDFParse({ data: bytes, isEvalSupported: false, disableFontFace: true, ...fontFiles() });
  // Page 0 does not exist, so this only loads the document.
  const total = (await loaded(() => parser.getText({ partial: [0] }))).total;
  restorePush();
  if (total > MAX_PAGES) throw new UnreadableDocument("too_many_pages");
  let read = 0;
  for (let page = 1; page <= total; page += 1) {
    let text = "";
    try {
      text = (await parser.getText({ partial: [page], pageJoiner: "" })).pages[0]?.text ?? "";
      read += 1;
    } catch (error) {
      if (error instanceof PasswordException) throw new UnreadableDocument("encrypted");
    }
    yield text;
  }
  if (read === 0) throw new UnreadableDocument("damaged");
}

async function loaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
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
