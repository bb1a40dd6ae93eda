import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { restorePush, turnLigatures } from "./patch-pdf-js.ts";
// Before PDF.js: an import without names keeps this order.
import "./patch-pdf-js.ts";
import { InvalidPDFException, PasswordException, PDFParse } from "pdf-parse";
import { MAX_PAGES, UnreadableDocument } from "./failure.ts";
import { linesOf, textOf } from "./page-lines.ts";
import type { PdfDocument, PdfPage, XfaNode } from "./pdf-page.ts";
import { placeTypedTexts } from "./place-typed-texts.ts";
import { typedTexts } from "./typed-texts.ts";

/** `""` for an unreadable page. Takes the time and memory that the file wants: for a process of its own. */
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
    // The parser's own reading knows no fields, notes or directions.
    const document: PdfDocument = Reflect.get(parser, "doc");
    return { document, total };
  } catch (error) {
    if (error instanceof PasswordException) throw new UnreadableDocument("encrypted");
    if (error instanceof InvalidPDFException) throw new UnreadableDocument("damaged");
    // Other errors of malformed bytes.
    throw new UnreadableDocument("damaged");
  }
}

/** For Chinese, Japanese and Korean PDFs that refer to a standard character map. */
function fontFiles() {
  const resolver = createRequire(createRequire(import.meta.url).resolve("pdf-parse"));
  const folder = dirname(resolver.resolve("pdfjs-dist/package.json"));
  return { cMapUrl: join(folder, "cmaps/"), cMapPacked: true, standardFontDataUrl: join(folder, "standard_fonts/") };
}

const BLOCKS: readonly string[] = ["div", "p", "br", "tr", "li"];

function xfaText(node: XfaNode | null | undefined): string {
  if (!node) return "";
  const { name, value, attributes, children = [] } = node;
  if (name === "#text") return value ?? "";
  if (name === "input") return inputText(attributes);
  if (name === "textarea") return ` ${attributes?.value ?? attributes?.textContent ?? value ?? ""}`;
  if (name === "option") return attributes?.selected === true ? ` ${value ?? attributes.value ?? ""}` : "";
  const own = attributes?.textContent ?? value ?? "";
  const text = own + children.map(xfaText).join("");
  if (name === "label") return `${text.replace(/\s+/g, " ").trim()}\n`;
  return BLOCKS.includes(name) && text.trim() !== "" && !text.endsWith("\n") ? `${text}\n` : text;
}

function inputText(attributes: XfaNode["attributes"]): string {
  const { type = "text", checked = false, value = "" } = attributes ?? {};
  if (type === "checkbox" || type === "radio") return checked ? " ☑ " : " ☐ ";
  return type === "password" ? "" : ` ${value}`;
}
