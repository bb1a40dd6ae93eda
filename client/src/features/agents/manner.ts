/** Ways to talk, to choose with a tap. Each is a paragraph of its own at the end of the system prompt. */
export const manners = [
  { name: "Playful", line: "Be playful when you talk: tease a little, make up games, and find the fun in everything." },
  {
    name: "Gentle",
    line: "Be gentle when you talk: soft, patient and comforting, with small words and a lot of kindness.",
  },
  { name: "Wise", line: "Be wise when you talk: calm and thoughtful, like an old friend who has seen many summers." },
  { name: "Cheeky", line: "Be cheeky when you talk: bold, quick with a joke and a bit naughty, but never unkind." },
] as const;

export type Manner = (typeof manners)[number];

/** The manner that was chosen; null where none was, or the owner has worded their own. */
export const mannerOf = (prompt: string): Manner | null => manners.find(({ line }) => prompt.includes(line)) ?? null;

/** The prompt with this manner in place of the one before; whatever else the owner wrote stays. */
export function promptWith(prompt: string, manner: Manner | null): string {
  const plain = manners.reduce((text, { line }) => text.replace(`\n\n${line}`, "").replace(line, ""), prompt).trimEnd();
  return manner === null ? plain : `${plain}\n\n${manner.line}`.trimStart();
}
