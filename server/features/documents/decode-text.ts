import { isUtf8 as isValidUtf8 } from "node:buffer";
import { analyse } from "chardet";
import iconv from "iconv-lite";

const SAMPLE_BYTES = 64 * 1024;

/** UTF-8 and UTF-16 are certain; of the others the likeliest is taken, and the owner sees wrong letters. */
export function decodeText(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isIso2022Jp(buffer.subarray(0, SAMPLE_BYTES))) return new TextDecoder("iso-2022-jp").decode(buffer);
  const encoding = markedEncoding(buffer) ?? unmarkedEncoding(buffer);
  return iconv.decode(buffer, encoding);
}

/** Escape sequences surround what is written in two bytes. */
function isIso2022Jp(sample: Buffer): boolean {
  return (sample.includes("\u001b$B") || sample.includes("\u001b$@")) && sample.every((byte) => byte < 0x80);
}

function markedEncoding(buffer: Buffer): string | undefined {
  const starts = (...mark: number[]) => mark.every((byte, index) => buffer[index] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return "utf8";
  if (starts(0xff, 0xfe, 0, 0) && buffer.length % 4 === 0) return "utf32le";
  if (starts(0, 0, 0xfe, 0xff)) return "utf32be";
  if (starts(0xff, 0xfe)) return "utf16le";
  if (starts(0xfe, 0xff)) return "utf16be";
  return undefined;
}

function unmarkedEncoding(buffer: Buffer): string {
  const sample = buffer.subarray(0, SAMPLE_BYTES);
  // UTF-16 without a byte order mark has many control bytes; valid UTF-8 has a few stray ones at most.
  const controls = sample.filter(isControlByte).length;
  const order = controls > 0 ? utf16Order(sample) : undefined;
  if (order !== undefined && controls > sample.length / 10) return order;
  if (isUtf8(sample)) return "utf8";
  if (order !== undefined) return order;
  for (const { name } of analyse(sample)) {
    const encoding = superset(name);
    if (!name.startsWith("UTF-") && iconv.encodingExists(encoding) && fits(sample, encoding)) return encoding;
  }
  return "windows-1252";
}

/** Or damaged in so few places that it can't be anything else. */
function isUtf8(sample: Buffer): boolean {
  // The sample may end within a character. A replacement character in the text itself is valid.
  const mostCut = sample.length < SAMPLE_BYTES ? 0 : 3;
  for (let cut = 0; cut <= mostCut; cut++) if (isValidUtf8(sample.subarray(0, sample.length - cut))) return true;
  const text = sample.toString("utf8");
  const broken = count(text, /\ufffd/g);
  if (broken === 0) return true;
  const letters = count(text, /[^\p{ASCII}\ufffd]/gu);
  return broken * 20 < letters || (broken === 1 && text.endsWith("\ufffd"));
}

function utf16Order(sample: Buffer): "utf16le" | "utf16be" | undefined {
  const whole = sample.subarray(0, sample.length - (sample.length % 2));
  if (whole.length === 0) return undefined;
  const strangeness = (encoding: string) => {
    const text = iconv.decode(whole, encoding);
    return count(text, /[\p{Cn}\p{Co}\p{Cs}\ufffd]|[^\P{Cc}\t\n\r\f]/gu) / text.length;
  };
  const little = strangeness("utf16le");
  const big = strangeness("utf16be");
  if (Math.min(little, big) > 0.02) return undefined;
  if (little !== big) return little < big ? "utf16le" : "utf16be";
  // The right order has more spaces and line ends.
  const blanks = (encoding: string) => count(iconv.decode(whole, encoding), /[ \n\u3001\u3002]/g);
  return blanks("utf16le") >= blanks("utf16be") ? "utf16le" : "utf16be";
}

/** Has the same letters and more. */
function superset(name: string): string {
  const wider: Record<string, string> = {
    "ISO-8859-1": "windows-1252",
    "ISO-8859-9": "windows-1254",
    "ISO-8859-8": "windows-1255",
    "EUC-KR": "cp949",
    ASCII: "windows-1252",
  };
  return wider[name] ?? name;
}

/** No text holds C1 controls. */
function fits(sample: Buffer, encoding: string): boolean {
  const text = iconv.decode(sample, encoding);
  return count(text, /[\ufffd\u0080-\u0084\u0086-\u009f\p{Co}]/gu) * 100 <= text.length;
}

const isControlByte = (byte: number) => byte < 0x09 || (byte > 0x0d && byte < 0x1b) || (byte > 0x1b && byte < 0x20);

/** Without a list of the matches, of which a damaged file has thousands. */
export function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (pattern.lastIndex = 0; pattern.test(text); ) found += 1;
  return found;
}
