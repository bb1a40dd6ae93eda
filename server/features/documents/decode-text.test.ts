import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { cleanText } from "./clean-text.ts";
import { decodeText } from "./decode-text.ts";
import { fileKind } from "./file-kind.ts";
import { cutIntoPassages } from "./passages.ts";

const english = "Rufus sleeps on the sofa.\nHe doesn’t like the vacuum cleaner – not at all.\n";
const german =
  "Hölle für Katzen: Das große Mädchen übt täglich Flöte, während die Süße schläft.\nÄpfel mögen wir auch.\n";
const russian = "Кошка спит на диване и не любит пылесос.\nПо утрам она просит рыбу и громко мяукает.\n";
const greek = "Η γάτα κοιμάται στον καναπέ και δεν αγαπά την ηλεκτρική σκούπα.\nΤο πρωί ζητά ψάρι.\n";
const czech = "Kočka spí na gauči a nemá ráda vysavač.\nPříliš žluťoučký kůň úpěl ďábelské ódy.\n";
const turkish = "Kedi koltukta uyuyor ve elektrikli süpürgeyi sevmiyor.\nŞu ağaçta çok güzel bir kuş var.\n";
const hebrew = "החתול ישן על הספה ולא אוהב את שואב האבק.\nבבוקר הוא מבקש דג ומיילל בקול רם.\n";
const arabic = "القط ينام على الأريكة ولا يحب المكنسة الكهربائية.\nفي الصباح يطلب السمك ويموء بصوت عال.\n";
const japanese = "こむぎはソファで寝ています。掃除機が大嫌いです。\n朝は魚をほしがって、大きな声で鳴きます。\n";
const simplified = "团子喜欢在早上吃胡萝卜。它住在客厅的笼子里，晚上很吵。\n它不喜欢吸尘器的声音，听到就躲起来。\n";
const traditional = "貓咪睡在沙發上，不喜歡吸塵器的聲音。\n早上牠會要魚吃，還會大聲地叫。這是我們家的寶貝。\n";
const korean = "고양이는 소파에서 자고 청소기를 싫어합니다.\n아침에는 생선을 달라고 큰 소리로 웁니다.\n";

describe("a text file's encoding", () => {
  const universal = [english, german, russian, greek, hebrew, arabic, japanese, simplified, traditional, korean];
  it.each(["utf8", "utf16le", "utf16be", "utf32le"])("is recognised by its mark: %s [T63]", (encoding) => {
    for (const text of universal) expect(decodeText(iconv.encode(text, encoding, { addBOM: true }))).toBe(text);
  });

  it.each(["utf8", "utf16le", "utf16be"])("is recognised without a mark: %s [T63]", (encoding) => {
    for (const text of universal) expect(decodeText(iconv.encode(text, encoding))).toBe(text);
  });

  it("is UTF-8 where it is valid as that, though its author's program could not read most of it [T63]", () => {
    const unread = "\ufffd\ufffd\ufffd is all I have left of it.\n".repeat(4000);
    expect(decodeText(Buffer.from(unread))).toBe(unread);
  });

  it.each([
    ["windows-1252", german],
    ["ISO-8859-1", german],
    ["windows-1250", czech],
    ["ISO-8859-2", czech],
    ["windows-1251", russian],
    ["ISO-8859-5", russian],
    ["KOI8-R", russian],
    ["windows-1253", greek],
    ["ISO-8859-7", greek],
    ["windows-1254", turkish],
    ["ISO-8859-9", turkish],
    ["windows-1255", hebrew],
    ["ISO-8859-8", hebrew],
    ["windows-1256", arabic],
    ["Shift_JIS", japanese],
    ["EUC-JP", japanese],
    ["GB18030", simplified],
    ["Big5", traditional],
    ["EUC-KR", korean],
  ])("is guessed right for a few sentences in %s", (encoding, text) => {
    expect(decodeText(iconv.encode(text.repeat(3), encoding))).toBe(text.repeat(3));
  });

  it("stays UTF-8 where a file is slightly damaged or holds a U+0000", () => {
    const bytes = Buffer.from(russian.repeat(3));
    bytes[1] = 0xff;
    expect(decodeText(bytes).slice(10)).toBe(russian.repeat(3).slice(9));
    expect(decodeText(Buffer.from("Fluffy\0 the cat, 5 years old"))).toBe("Fluffy\0 the cat, 5 years old");
  });

  it("is Japanese of old mails where escape sequences say so", () => {
    // 私の犬はルーファスです。
    const mail = "\u001b$B;d$N8$$O%k!<%U%!%9$G$9!#\u001b(B\nRufus\n";
    expect(decodeText(Buffer.from(mail, "latin1"))).toBe("私の犬はルーファスです。\nRufus\n");
    expect(fileKind(Buffer.from(mail, "latin1"), "inu.txt", "text/plain")).toBe("txt");
  });

  it("never stops a file, whatever its bytes are [T63]", () => {
    for (let length = 0; length < 40; length += 1)
      for (const step of [1, 7, 61, 129, 255])
        expect(
          typeof decodeText(Buffer.from(Array.from({ length }, (_, index) => (index * step + length) & 255))),
        ).toBe("string");
  });

  it("of fifty-one kinds comes to an end: UTF-8 and UTF-16 right, the others as text that can be stored [T63]", () => {
    const universal = ["utf8", "utf16le", "utf16be"];
    const others = [
      ...["utf32le", "utf32be", "utf7", "utf7-imap", "ascii"],
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => `iso-8859-${part}`),
      ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map((page) => `windows-${page}`),
      ...["koi8-r", "koi8-u", "cp437", "cp850", "cp852", "cp866", "macintosh", "maccyrillic"],
      ...["tis620", "windows-874", "viscii", "armscii8"],
      ...["Shift_JIS", "EUC-JP", "GBK", "GB18030", "Big5", "Big5-HKSCS", "EUC-KR"],
    ];
    expect(new Set([...universal, ...others]).size).toBe(51);
    const texts = [english, german, russian, greek, czech, turkish, hebrew, arabic, japanese, simplified, korean];
    for (const encoding of [...universal, ...others])
      for (const text of texts) {
        const read = decodeText(iconv.encode(text, encoding));
        if (universal.includes(encoding)) expect(read, encoding).toBe(text);
        const stored = cleanText(read);
        expect(stored.isWellFormed() && !stored.includes("\u0000"), encoding).toBe(true);
        for (const passage of cutIntoPassages(stored)) expect(passage.isWellFormed(), encoding).toBe(true);
      }
  });
});
