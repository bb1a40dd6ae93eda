const names = ["think", "thinking", "thought", "reasoning"];
const mark = new RegExp(`^<\\s{0,4}(/?)\\s{0,4}(?:${names.join("|")})\\s{0,4}>`, "i");
const endOfThought = new RegExp(`<\\s{0,4}/\\s{0,4}(?:${names.join("|")})\\s{0,4}>`, "i");
const marks = names.flatMap((name) => [`<${name}>`, `</${name}>`]);
/** UTF-16 units, with all the spaces that a mark may have. */
const LONGEST_MARK = 24;

/**
 * Takes out of a streamed reply what some models write before it: `<think>…</think>`. Text is held back only from a `<`
 * that could begin such a mark.
 */
export function createThoughtFilter() {
  let held = "";
  let isThought = false;
  /** The white space between a thought and the reply belongs to neither. */
  let isAfterThought = false;

  /** Drops the thought so far. @returns false where its end has not come */
  function leaveThought(): boolean {
    const end = endOfThought.exec(held);
    if (end === null) {
      held = held.slice(-LONGEST_MARK);
      return false;
    }
    held = held.slice(end.index + end[0].length);
    isThought = false;
    isAfterThought = true;
    return true;
  }

  /** Takes from `held` the text before the next mark. */
  function takeText(): string {
    if (isAfterThought) held = held.trimStart();
    if (held === "") return "";
    const at = held.indexOf("<");
    const text = at === -1 ? held : held.slice(0, at);
    if (text !== "") isAfterThought = false;
    held = held.slice(text.length);
    return text;
  }

  return {
    /** @returns the text that can be shown now */
    push(piece: string): string {
      held += piece;
      let shown = "";
      while (held !== "") {
        if (isThought) {
          if (!leaveThought()) break;
          continue;
        }
        shown += takeText();
        const found = mark.exec(held);
        if (found !== null) {
          held = held.slice(found[0].length);
          isThought = found[1] === "";
          isAfterThought = !isThought;
          continue;
        }
        if (couldBeMark(held)) break;
        shown += held.slice(0, 1);
        isAfterThought = false;
        held = held.slice(1);
      }
      return shown;
    },
    /** @returns the text that was still held back */
    end: (): string => (!isThought && held === "<" ? held : ""),
  };
}

function couldBeMark(text: string): boolean {
  const plain = text.toLowerCase().replaceAll(/\s/g, "");
  return text.length <= LONGEST_MARK && marks.some((known) => known.startsWith(plain));
}
