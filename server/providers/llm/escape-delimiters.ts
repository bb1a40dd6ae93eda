/** Our own sections, and the names that chat templates give to turns, tools, thoughts and the ends of a text. */
const tags = new RegExp(
  `<(?=[\\s<\\/]{0,4}(?:${[
    "diary|documents|passage|question|answer",
    "s|sys|system|user|assistant|human|think|thinking|function|functions|bos|eos|unk|pad|mask|cls|sep",
    "sop|eop|eoh|eoa|eot|bot|tools?|tool_\\w+|start_of_\\w+|end_of_\\w+|begin_of_\\w+|beginning_of_\\w+",
    "fim_\\w+|reserved_\\w+|extra_id_\\w+|tokens_unused\\w*|seed:\\w+|image|audio|turn|channel|message",
  ].join("|")})\\b)`,
  "gi",
);
/** `<|im_start|>` and its like, also with DeepSeek's wide bar; `[INST]`, `[gMASK]`; the headings of Alpaca and Vicuna. */
const templateMarks =
  /<(?=[|｜])|(?<=[|｜])>|\[(?=\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|THINK|IMG|IMG_END|PREFIX|SUFFIX|MIDDLE|g?MASK|BOS|EOS)\])|#(?=#{0,2} ?(?:instructions?|response|input|system|user|human|assistant)\b)/gi;
const lookalikes: Record<string, string> = { "<": "‹", ">": "›", "[": "［", "#": "＃" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text of owners and documents as it may stand in a prompt. Text that imitates our own delimiters, or the marks of chat
 * templates for who speaks (which local models obey wherever they stand), is written with look-alike characters.
 */
export function escapeDelimiters(text: string): string {
  const toLookalike = (mark: string) => lookalikes[mark] ?? "";
  return text.replace(controls, " ").replace(tags, toLookalike).replace(templateMarks, toLookalike).trim();
}

/** A name as it may stand within a sentence of the prompt: one line without quotation marks. */
export const escapeName = (text: string): string =>
  escapeDelimiters(text)
    .replace(/[\s"“”]+/g, " ")
    .trim()
    .slice(0, 120);
