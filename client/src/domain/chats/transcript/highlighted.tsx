import { highlight } from "#shared/search-words.ts";

/** Text in which the searched words are marked. Markup in the text is shown as text. */
export function HighlightedText({ text, words }: { text: string; words: readonly string[] }) {
  let at = 0;
  return highlight(text, words).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? (
      <mark key={key} className="rounded-sm bg-warning-soft font-bold text-warning">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
