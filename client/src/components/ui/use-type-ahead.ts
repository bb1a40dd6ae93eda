import { useRef } from "react";

/** After this pause the next letter begins a new search (specification, section 9). */
const RESET_MS = 1000;

/** Takes a typed letter, and gives the first option after the chosen one whose label begins with what was typed. */
export function useTypeAhead<Option extends { value: string; label: string }>(
  options: readonly Option[],
  value: string,
): (letter: string, at: number) => Option | undefined {
  const typed = useRef({ text: "", at: Number.NEGATIVE_INFINITY });
  return (letter, at) => {
    const isNew = at - typed.current.at > RESET_MS;
    const text = (isNew ? letter : typed.current.text + letter).toLocaleLowerCase();
    typed.current = { text, at };
    // The same letter again and again goes through all that begin with it.
    const isRepeated = [...text].every((each) => each === text[0]);
    const search = isRepeated ? (text[0] ?? "") : text;
    const chosen = options.findIndex((option) => option.value === value);
    const start = chosen + (search.length === 1 ? 1 : 0);
    const inTurn = [...options.slice(Math.max(0, start)), ...options.slice(0, Math.max(0, start))];
    return inTurn.find(({ label }) => label.toLocaleLowerCase().startsWith(search));
  };
}
