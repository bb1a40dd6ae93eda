import { count, decodeText } from "./decode-text.ts";

export type FileKind = "pdf" | "txt";

/** PDF readers accept so many bytes before the header. */
const PDF_HEADER_WITHIN = 1024;
const SAMPLE_BYTES = 64 * 1024;
/** Text files of other kinds; comments may stand before. */
const MARKUP =
  /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!doctype|<html|<head|<body|<script|<svg|<iframe|<\?xml|<\?php|\{\\rtf|%!ps)/i;

/** By content, where name or declared type agrees; null for anything else. */
export function fileKind(bytes: Uint8Array, name: string, declaredType: string): FileKind | null {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const named = ["pdf", "txt", "text", "md", "log"].includes(extension);
  const untyped = extension === "" || !/^[a-z0-9]{1,8}$/.test(extension);
  const declared = declaredType.startsWith("text/plain") || declaredType === "application/pdf";
  if (!named && !(untyped && declared)) return null;

  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_HEADER_WITHIN));
  const pdfAt = head.indexOf("%PDF-");
  if (pdfAt === 0) return "pdf";
  const isText = looksLikeText(bytes);
  if (extension === "pdf") return pdfAt > 0 && (!isText || hasPdfBody(bytes)) ? "pdf" : null;
  return isText ? "txt" : null;
}

/** A text may mention the header. */
const hasPdfBody = (bytes: Uint8Array): boolean =>
  /\bendobj\b|\bstartxref\b/.test(Buffer.from(bytes).toString("latin1"));

export function looksLikeText(bytes: Uint8Array): boolean {
  // An even number, so that no UTF-16 unit is cut.
  const text = decodeText(bytes.subarray(0, SAMPLE_BYTES));
  if (MARKUP.test(text)) return false;
  const strange = count(text, /[^\P{Cc}\t\n\r\f\v\u0085]|\ufffd/gu);
  // A picture or an archive has one such byte in ten.
  return strange <= Math.max(2, text.length / 100);
}

const signatures: readonly { bytes: string; at?: number; is: string }[] = [
  { bytes: "\x89PNG", is: "a picture (PNG)" },
  { bytes: "\xff\xd8\xff", is: "a picture (JPEG)" },
  { bytes: "GIF8", is: "a picture (GIF)" },
  { bytes: "WEBP", at: 8, is: "a picture (WEBP)" },
  { bytes: "ftyphei", at: 4, is: "a picture (HEIC)" },
  { bytes: "ftypmif1", at: 4, is: "a picture (HEIC)" },
  { bytes: "ftyp", at: 4, is: "a film or a sound recording" },
  { bytes: "ID3", is: "a sound recording (MP3)" },
  { bytes: "WAVE", at: 8, is: "a sound recording (WAV)" },
  { bytes: "\xd0\xcf\x11\xe0", is: "a document of an old office program" },
  { bytes: "{\\rtf", is: "a formatted text (RTF)" },
  { bytes: "%!PS", is: "a PostScript file" },
  { bytes: "MZ", is: "a program" },
  { bytes: "\x7fELF", is: "a program" },
];

const archives: readonly { holds: string; is: string }[] = [
  { holds: "word/", is: "a Word document" },
  { holds: "xl/", is: "an Excel table" },
  { holds: "ppt/", is: "a PowerPoint presentation" },
  { holds: "application/vnd.oasis.opendocument", is: "an OpenDocument file" },
  { holds: "application/epub+zip", is: "an e-book (EPUB)" },
  { holds: "Index/Document.iwa", is: "a Pages document" },
];

export function sayWhatItIs(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 512)).toString("latin1");
  if (head.startsWith("PK\x03\x04")) {
    const content = Buffer.from(bytes).toString("latin1");
    const found = archives.find(({ holds }) => content.includes(holds));
    return found === undefined ? "This file is an archive (ZIP)." : `This file is ${found.is}: ${SAVE_AS_PDF}`;
  }
  const known = signatures.find(({ bytes: signature, at = 0 }) => head.startsWith(signature, at));
  if (known !== undefined) {
    const isWriting = known.is.includes("document") || known.is.includes("text");
    return isWriting ? `This file is ${known.is}: ${SAVE_AS_PDF}` : `This file is ${known.is}.`;
  }
  if (/^\s*(?:\ufeff|\xef\xbb\xbf)?\s*<(?:!--|!doctype html|html|head|body|script|iframe)/i.test(head))
    return "This file is a web page (HTML): please print it as a PDF and upload that.";
  return looksLikeText(bytes) ? "This file is plain text: please give it a name that ends in .txt." : undefined;
}

const SAVE_AS_PDF = "please save it as a PDF and upload that.";
