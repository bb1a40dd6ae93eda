const tags = /<(?=\s*\/?\s*(?:diary|documents|passage|system|user|assistant|s|start_of_turn|end_of_turn|think)\b)/gi;
const templateMarks = /<(?=\|)|(?<=\|)>|\[(?=\/?INST\])/gi;
const lookalikes: Record<string, string> = { "<": "‹", ">": "›", "[": "［" };
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the purpose
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g;

/**
 * Text of owners and documents, as the prompt may hold it. What imitates our borders, or the marks by which chat
 * templates tell who speaks (a local model reads those as such wherever they stand), is written with look-alikes.
 */
export function escapeDelimiters(text: string): string {
  const toLookalike = (mark: string) => lookalikes[mark] ?? "";
  return text.replace(controls, " ").replace(tags, toLookalike).replace(templateMarks, toLookalike).trim();
}

/** A name within a sentence of ours: one line, no quotation marks. */
export const escapeName = (text: string): string =>
  escapeDelimiters(text)
    .replace(/[\s"“”]+/g, " ")
    .trim()
    .slice(0, 120);
