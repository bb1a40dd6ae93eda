import { count, decodeText } from "./decode-text.ts";

export type FileKind = "pdf" | "txt";

/** PDF readers accept some bytes of other programs before the header, up to this many. */
const PDF_HEADER_WITHIN = 1024;
const SAMPLE_BYTES = 64 * 1024;
/** How files of other kinds begin that are written in letters. Comments may stand before. */
const MARKUP =
  /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)*(?:<!doctype|<html|<head|<body|<script|<svg|<iframe|<\?xml|<\?php|\{\\rtf|%!ps)/i;

/** The kind of a file by its content, where its name or declared type agrees; null for anything else. */
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

/** Whether there is more of a PDF than its header, which a text may mention. */
const hasPdfBody = (bytes: Uint8Array): boolean =>
  /\bendobj\b|\bstartxref\b/.test(Buffer.from(bytes).toString("latin1"));

export function looksLikeText(bytes: Uint8Array): boolean {
  // An even number, so that no UTF-16 unit is cut.
  const text = decodeText(bytes.subarray(0, SAMPLE_BYTES));
  if (MARKUP.test(text)) return false;
  const strange = count(text, /[^\P{Cc}\t\n\r\f\v\u0085]|\ufffd/gu);
  // A stray U+0000 or two are still text; a picture or an archive has one such byte in ten.
  return strange <= Math.max(2, text.length / 100);
}
