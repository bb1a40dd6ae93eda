const MAX_LENGTH = 255;

/** Marks of reading direction could make `invoice_fdp.exe` look like a PDF. At most 255 UTF-16 code units. */
export function cleanOriginalName(given: string, fallback: string): string {
  const lastPart = given.split(/[/\\]/).at(-1) ?? "";
  const name = lastPart
    .replace(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069\ufeff]/gu, "")
    .normalize("NFC")
    .trim();
  if (/^\.*$/.test(name)) return fallback;
  return shortened(name);
}

function shortened(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? "";
  let stem = "";
  for (const character of name.slice(0, name.length - extension.length)) {
    if (stem.length + character.length + extension.length > MAX_LENGTH) break;
    stem += character;
  }
  return stem + extension;
}
