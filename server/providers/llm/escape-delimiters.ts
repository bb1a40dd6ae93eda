const tags =
  /<(?=\s*\/?\s*(?:diary|documents|passage|question|system|user|assistant|s|start_of_turn|end_of_turn|think)\b)/gi;
const templateMarks = /<(?=\|)|(?<=\|)>|\[(?=\/?INST\])/gi;
const lookalikes: Record<string, string> = { "<": "‹", ">": "›", "[": "［" };
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
