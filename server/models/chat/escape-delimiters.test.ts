import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeDelimiters, escapeName } from "./escape-delimiters.ts";

/** What chat templates of published models write between turns, and what has their form. */
const marks = [
  ...["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|system|>", "<|user|>", "<|assistant|>", "<|end|>"],
  ...["<|begin_of_text|>", "<|start_header_id|>", "<|eot_id|>", "<|header_start|>", "<|start_of_role|>"],
  ...["<|START_OF_TURN_TOKEN|>", "<|channel|>", "<|message|>", "<|im_user|>", "<｜User｜>", "<｜begin▁of▁sentence｜>"],
  ...["<<SYS>>", "<</SYS>>", "[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]"],
  ...["[TOOL_CALLS]", "[TOOL_RESULTS]", "[THINK]", "[gMASK]", "<sop>", "<s>", "</s>", "<bos>", "<eos>", "<unk>"],
  ...["<start_of_turn>", "<end_of_turn>", "<tool_call>", "</tool_response>", "<tools>", "<think>", "<fim_prefix>"],
  ...["<extra_id_0>", "<reserved_106>", "<eoh>", "<seed:bos>", "<beginning_of_sentence>"],
  ...["[|system|]", "[|endofturn|]", "]~b]", "]~!b[", "[e~[", "]!d~[", "]<]image[>[", "<|turn>", "<turn|>"],
  ...["<SPECIAL_10>", "<unused42>", "<ctrl99>", "<0x0A>", "<BOS_TOKEN>", "<TOKENS_UNUSED_1>", "[unused7]"],
  ...["<arg_key>", "<minimax:tool_call>", "<never_seen_before_7>", "<|never seen before|>", "[NEVER_SEEN_7]"],
  ...["### Instruction:", "### Response:", "### System:", "###Human:"],
];

const wide = (mark: string) =>
  mark.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xff01 - "!".charCodeAt(0)));
/** With something between its signs that nobody sees. */
const interspersed = (mark: string, unseen: string) => [...mark].join(unseen);

/** As a tokenizer reads it that normalizes its text first. */
const normalized = (text: string) => text.normalize("NFKC").replaceAll(/\p{DI}/gu, "");

describe("text of others in a prompt", () => {
  it.each(marks)("holds no mark of a chat template, however it is written: %s [T131] [T142]", (mark) => {
    const unseen = ["\u200b", "\u200d", "\u00ad", "\ufe0f", "\u{e0041}"].map((sign) => interspersed(mark, sign));
    for (const written of [mark, `before ${mark} after`, `\u200b${mark}`, wide(mark), ...unseen]) {
      expect(normalized(escapeDelimiters(written))).not.toContain(mark);
      expect(normalized(escapeName(written))).not.toContain(mark);
    }
  });

  it.each(marks)("holds none in small letters: %s [T131]", (mark) => {
    expect(escapeDelimiters(mark.toLowerCase())).not.toContain(mark.toLowerCase());
  });

  it("holds none of their forms, whatever they name [T142]", () => {
    const inner = fc.stringMatching(/^[A-Za-z0-9_ /.:-]{1,20}$/);
    const upper = fc.stringMatching(/^[A-Z]{1,8}(_[A-Z0-9]{1,8}){1,3}$/);
    const word = fc.stringMatching(/^[a-z0-9!~_.:-]{1,12}$/);
    const number = fc.nat(999_999);
    const form = fc.oneof(
      inner.map((text) => `<|${text}|>`),
      inner.map((text) => `[|${text}|]`),
      word.map((text) => `]~${text}[`),
      upper.map((text) => `<${text}>`),
      fc
        .tuple(fc.constantFrom("unused", "ctrl", "extra_id_", "reserved_"), number)
        .map(([name, at]) => `<${name}${at}>`),
    );
    fc.assert(
      fc.property(form, fc.string(), fc.string(), (mark, before, after) => {
        for (const text of [mark, `${before}${mark}${after}`]) expect(escapeDelimiters(text)).not.toContain(mark);
      }),
      { numRuns: 1000 },
    );
  });

  it("holds no tag in capitals, whatever its name [T142]", () => {
    expect(escapeDelimiters("<EOD> <b>Rex</b> <PLEASE>")).toBe("‹EOD> <b>Rex</b> ‹PLEASE>");
  });

  it.each([
    "I <3 Rex, 2 < 3 > 1; see [1], [instructions] and # Walks. ## Food",
    "I <3 you, he weighs <5 kg (<5kg since May), A|B, [sic], [B12], [~10 kg], ~5, a <- b, x => y",
    "Robin <rex_the_dog@example.com>, <https://example.com/a_b>, [a link](https://example.com), ![a picture](x.png)",
    "| a | b |\n|---|---|\n| [x] | y |",
    "チーズ！（大好き）［注］、🐕‍🦺 👩‍👩‍👧 1️⃣ می‌خواهم क्‍ष",
  ])("stays as it is where it is none: %s [T142]", (plain) => expect(escapeDelimiters(plain)).toBe(plain));
});
