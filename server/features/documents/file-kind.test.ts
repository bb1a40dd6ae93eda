import { deflateSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { fileKind } from "./file-kind.ts";
import { cleanOriginalName } from "./original-name.ts";

const pdf = Buffer.from("%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n", "latin1");
const png = Buffer.concat([
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
  deflateSync(Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 73) & 255))),
]);
const text = Buffer.from("Rufus sleeps on the sofa.\n");

describe("what a file is", () => {
  it("is a PDF by its header, even a late one", () => {
    expect(fileKind(pdf, "rufus.pdf", "application/pdf")).toBe("pdf");
    expect(fileKind(Buffer.concat([Buffer.alloc(900), pdf]), "RUFUS.PDF", "")).toBe("pdf");
    expect(fileKind(pdf, "rufus.txt", "text/plain")).toBe("pdf");
  });

  it("is a PDF too where readable text of another program stands before its header", () => {
    const lines = "Content-Type: application/pdf\r\nX-Scanner: Office 3\r\n\r\n";
    const plain = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF";
    expect(fileKind(Buffer.from(lines + plain), "scan.pdf", "application/pdf")).toBe("pdf");
    expect(fileKind(Buffer.from("About the header %PDF-1.7"), "notes.pdf", "application/pdf")).toBe(null);
  });

  it("is text in whatever encoding", () => {
    expect(fileKind(text, "rufus.txt", "text/plain")).toBe("txt");
    expect(fileKind(iconv.encode("团子喜欢。\n在早上吃胡萝卜。", "utf16be"), "a.txt", "")).toBe("txt");
    expect(fileKind(iconv.encode("こむぎはソファで寝ています。", "Shift_JIS"), "a.txt", "")).toBe("txt");
    expect(fileKind(Buffer.from("Fluf\0fy the cat"), "a.txt", "text/plain")).toBe("txt");
    expect(fileKind(Buffer.from("How to read the header %PDF-1.7 of a file"), "notes.txt", "")).toBe("txt");
  });

  it("is refused where content and name do not agree [T62]", () => {
    for (const name of ["a.pdf", "a.txt"]) {
      expect(fileKind(png, name, "application/pdf")).toBe(null);
      expect(fileKind(Buffer.from("<!DOCTYPE html><html><body>Hi"), name, "text/plain")).toBe(null);
      expect(fileKind(Buffer.from("\ufeff  <html><script>alert(1)</script>"), name, "text/plain")).toBe(null);
    }
    expect(fileKind(text, "a.pdf", "application/pdf")).toBe(null);
    for (const name of ["a.docx", "a.exe", "a.html", "a.png"]) expect(fileKind(text, name, "text/plain")).toBe(null);
    expect(fileKind(pdf, "a.png", "image/png")).toBe(null);
  });

  it.each([
    "<!-- saved from url=(0021)https://example.com/ -->\n<html><body>Hi",
    "<!-- one --> <!-- two -->\r\n<!DOCTYPE html>",
    "<?php system($_GET['x']);",
    "<iframe src='https://example.com/'></iframe>",
  ])("is no text where a page or a script begins, also behind comments: %s [T62]", (page) => {
    expect(fileKind(Buffer.from(page), "a.txt", "text/plain")).toBe(null);
  });

  it("is text where a comment stands before words, and many comments are read in no time [T62] [T127]", () => {
    expect(fileKind(Buffer.from("<!-- my notes -->\n# Rufus"), "a.md", "text/plain")).toBe("txt");
    expect(fileKind(Buffer.from("<!---->".repeat(9_000)), "a.txt", "text/plain")).toBe("txt");
  });

  it("is believed without an extension when its declared type agrees [T62]", () => {
    expect(fileKind(text, "README", "text/plain")).toBe("txt");
    expect(fileKind(pdf, "scan 2024", "application/pdf")).toBe("pdf");
    expect(fileKind(text, "README", "application/octet-stream")).toBe(null);
  });
});

describe("the name of an uploaded file", () => {
  it("keeps neither folders nor marks that hide what it is [T69]", () => {
    expect(cleanOriginalName("../../etc/passwd", "document.txt")).toBe("passwd");
    expect(cleanOriginalName("C:\\Users\\kim\\cat.pdf", "document.pdf")).toBe("cat.pdf");
    expect(cleanOriginalName("invoice_\u202efdp.exe\u0000\r\n.pdf", "document.pdf")).toBe("invoice_fdp.exe.pdf");
    expect(cleanOriginalName("\ud83d", "document.pdf")).toBe("document.pdf");
    for (const name of ["", "..", "/", "  "]) expect(cleanOriginalName(name, "document.txt")).toBe("document.txt");
  });

  it("keeps letters of all scripts and emoji", () => {
    expect(cleanOriginalName("团子 🐹 <b>日記</b>.txt", "x")).toBe("b>.txt");
    expect(cleanOriginalName("团子 🐹 <b>日記.txt", "x")).toBe("团子 🐹 <b>日記.txt");
  });

  it("is cut to 255 without losing the extension or half an emoji", () => {
    const long = cleanOriginalName(`${"a".repeat(1000)}.pdf`, "x");
    expect(long).toHaveLength(255);
    expect(long.endsWith("a.pdf")).toBe(true);
    expect(cleanOriginalName(`${"🐶".repeat(500)}.txt`, "x")).toMatch(/^(🐶)+\.txt$/u);
  });
});
