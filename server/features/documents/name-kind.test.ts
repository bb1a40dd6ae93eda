import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sayWhatItIs } from "./file-kind.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("a file that is refused", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n", "This file is a picture (PNG)."],
    ["\xff\xd8\xff\xe0", "This file is a picture (JPEG)."],
    ["RIFF\x00\x00\x00\x00WEBPVP8 ", "This file is a picture (WEBP)."],
    ["PK\x03\x04........word/document.xml", "This file is a Word document: please save it as a PDF and upload that."],
    ["PK\x03\x04........a.txt", "This file is an archive (ZIP)."],
    ["{\\rtf1 Hello", "This file is a formatted text (RTF): please save it as a PDF and upload that."],
    ["\n<!DOCTYPE html><p>Hi", "This file is a web page (HTML): please print it as a PDF and upload that."],
    ["Rufus sleeps.", "This file is plain text: please give it a name that ends in .txt."],
  ])("is named by its content: %j", (content, sentence) => expect(sayWhatItIs(bytes(content))).toBe(sentence));

  it("is not guessed at", () => {
    const noise = deflateSync(Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 73) & 255)));
    expect(sayWhatItIs(noise)).toBeUndefined();
  });
});
