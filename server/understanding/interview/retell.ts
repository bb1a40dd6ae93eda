/** In characters: more is no longer taken up but recited. */
const LONGEST = 110;

/** What the sentences of an owner who tells of a pet begin with. */
const statement =
  /^(?:he|she|it|they|we|i|my|our|his|her|its|their|there|the|every|when|whenever|in the|on the|at|after|before)(?:['’](?:s|m|re|ve|d|ll))?\s/i;

/** From the view of the person who told it to that of whoever says it back. Longer forms stand before shorter ones. */
const turned: readonly [RegExp, string][] = [
  [/\bi['’]m\b/gi, "you're"],
  [/\bi am\b/gi, "you are"],
  [/\bi was\b/gi, "you were"],
  [/\bi['’](ve|d|ll)\b/gi, "you'$1"],
  [/\bwe['’](re|ve|d|ll)\b/gi, "you'$1"],
  [/\bam i\b/gi, "are you"],
  [/\b(?:myself|ourselves)\b/gi, "yourself"],
  [/\b(?:mine|ours)\b/gi, "yours"],
  [/\b(?:my|our)\b/gi, "your"],
  [/\b(?:me|us|we|i)\b/gi, "you"],
];

/**
 * The first statement of an English answer, as somebody says it back who was told it: 'She sleeps on my bed.' becomes 'she
 * sleeps on your bed'. Undefined for what is no such statement, speaks to the listener, or is too long.
 */
export function retell(answer: string): string | undefined {
  const [first = ""] = /^[^.!?\n]+/.exec(answer.trim()) ?? [];
  const said = first.replace(/["“”]/g, "").replace(/\s+/g, " ").trim();
  // Letters of other scripts or languages, and a 'you' that would then mean someone else.
  if (!statement.test(said) || /[^\p{Script=Latin}\p{N}\p{P}\p{Zs}]/u.test(said) || /\byou(?:r|rs)?\b/i.test(said))
    return undefined;
  const clause = said.length <= LONGEST ? said : wholeClause(said);
  if (clause === undefined) return undefined;
  const told = turned.reduce((text, [own, yours]) => text.replace(own, yours), clause);
  return told.charAt(0).toLowerCase() + told.slice(1).replace(/[,;:\s-]+$/, "");
}

/** Up to the last pause that leaves a clause of its own. */
function wholeClause(said: string): string | undefined {
  const head = said.slice(0, LONGEST);
  const end = Math.max(
    head.lastIndexOf(", "),
    head.lastIndexOf("; "),
    head.lastIndexOf(" because "),
    head.lastIndexOf(" but "),
  );
  return end > 20 ? head.slice(0, end) : undefined;
}
