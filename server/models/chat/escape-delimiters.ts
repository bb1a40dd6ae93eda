/** Our own sections, and what chat templates call turns, tools, thoughts and the ends of a text in plain words. */
const names = [
  "diary|documents|passage|question|answer",
  "s|sys|system|user|assistant|human|think|thinking|function|functions|bos|eos|unk|pad|mask|cls|sep",
  "sop|eop|eoh|eoa|eot|bot|tools?|image|audio|turn|channel|message",
].join("|");
const squareNames = "INST|THINK|ARGS|IMG|PREFIX|SUFFIX|MIDDLE|g?MASK|BOS|EOS|PAD|UNK|CLS|SEP|unused\\d+";
const headings = "instructions?|response|input|system|user|human|assistant";

/** How the marks of chat templates look. Each matches one character, without which the rest is plain text. */
const marks = [
  // `<|im_start|>` and `[|system|]`
  /[<[](?=\|)|(?<=\|)[>\]]/g,
  // `]~b]`, `]~!b[`, `[e~[`, `]<]image[>[`
  /\](?=[~!][^\s[\]]{1,20}[[\]]|<\])|\[(?=\w{1,10}~\[|>\[)/g,
  // `<start_of_turn>`, `<SPECIAL_10>`, `<seed:bos>`, `<unused12>`, `<0x0A>`, `[SYSTEM_PROMPT]`
  /<(?=[\s</]{0,4}(?:[a-z][a-z\d.-]{0,30}[_:][\w:.-]{0,60}(?:\s|=|\/?>|$)|[a-z]{1,20}-?\d{1,6}>|0x[\da-f]{2}>))|\[(?=\/?[a-z]{2,30}_\w{1,30}\])/gi,
  // `<EOT>`
  /<(?=\/?[A-Z]{2,30}>)/g,
  // `</s>`, `<<SYS>>`, `[/INST]`, `### Instruction:`
  new RegExp(
    `<(?=[\\s</]{0,4}(?:${names})\\b)|\\[(?=\\/?(?:${squareNames})\\])|#(?=#{0,2}[ \\t]{0,4}(?:${headings})\\b)`,
    "gi",
  ),
];
/** They stay what they are where a tokenizer normalizes its text. */
const lookalikes: Record<string, string> = { "<": "‹", ">": "›", "[": "〔", "]": "〕", "#": "♯" };

/** Full-width and small forms, which many tokenizers read as ASCII. */
const wideForms = /[\ufe47\ufe48\ufe50-\ufe6b\uff01-\uff5e]/g;
const inAscii = new Map(
  Array.from({ length: 0xff5e - 0xfe47 + 1 }, (_, at) => String.fromCharCode(0xfe47 + at)).map((sign) => [
    sign,
    sign.normalize("NFKC"),
  ]),
);
/** What nobody sees has a meaning between letters of some scripts and within emoji, but none in ASCII and its forms. */
const unseen =
  /(?<=[ -~\ufe47\ufe48\ufe50-\ufe6b\uff01-\uff5e])\p{Default_Ignorable_Code_Point}+(?=[ -~\ufe47\ufe48\ufe50-\ufe6b\uff01-\uff5e])/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text of people and documents as it may stand in a prompt. Text that imitates our own delimiters, or the marks of chat
 * templates for who speaks (which local models obey wherever they stand), is written with look-alike characters.
 */
export function escapeDelimiters(text: string): string {
  const shown = text.replace(unseen, "").replace(controls, " ");
  // In a copy, so that other full-width signs stay as they were written. Sign by sign it has the same length.
  const ascii = shown.replace(wideForms, (sign) => inAscii.get(sign) ?? sign);
  const signs = shown.split("");
  for (const mark of marks)
    for (const { 0: sign, index } of ascii.matchAll(mark)) signs[index] = lookalikes[sign] ?? "";
  return signs.join("").trim();
}

/** A name, or a line, as it may stand within a sentence of the prompt: one line without quotation marks. */
export const escapeName = (text: string, longest = 120): string =>
  escapeDelimiters(text)
    .replace(/[\s"“”]+/g, " ")
    .trim()
    .slice(0, longest);
