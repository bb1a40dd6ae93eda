// In characters, longer than any link's target: text that goes on beyond it is no link.
const MAX_TARGET = 2000;

/**
 * Removes markdown from a text that arrives in pieces: emphasis, code ticks, heading and quote signs, brackets and the
 * targets of links. It reads one character at a time, so that the result does not depend on the pieces. A line that begins
 * with such a sign gets an empty line before it, and a heading also one after it, because they are paragraphs.
 */
export function createMarkDropper(): { push(character: string): string; end(): string } {
  let lineStart = true;
  let heading = false;
  let held: "" | "!" | "]" = "";
  let target: string | null = null;
  let depth = 0;

  function push(character: string): string {
    if (target !== null) return inTarget(character, target);
    const before = held;
    held = "";
    if (before === "]" && character === "(") {
      target = "(";
      depth = 1;
      return "";
    }
    // The `!` of an image is removed with its bracket.
    return (before === "!" && character !== "[" ? "!" : "") + outside(character);
  }

  function inTarget(character: string, sofar: string): string {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === 0) {
      target = null;
      return "";
    }
    if (character !== "\n" && sofar.length < MAX_TARGET) {
      target = sofar + character;
      return "";
    }
    target = null;
    return sofar + outside(character);
  }

  function outside(character: string): string {
    const first = lineStart;
    lineStart = character === "\n" || (first && isBlank(character));
    if (character === "!" || character === "]") {
      held = character;
      return "";
    }
    if (character === "[" || character === "`" || character === "_") return "";
    if (character === "*" || (first && (character === "#" || character === ">"))) {
      lineStart = first; // "## Title", "> > quote"
      heading ||= character === "#";
      return first ? "\n" : "";
    }
    if (character !== "\n" || !heading) return character;
    heading = false;
    return "\n\n";
  }

  return {
    push,
    end() {
      const rest = target ?? (held === "!" ? "!" : "");
      target = null;
      held = "";
      return rest;
    },
  };
}

function isBlank(character: string): boolean {
  return character === " " || character === "\t";
}
