import { type Mutation, type Place, placesOf } from "./mutation.ts";

export interface Tried {
  mutation: Mutation;
  outcome: "failed" | "passed" | "broken";
}

const words: Record<Tried["outcome"], string> = {
  failed: "yes",
  passed: "**no**",
  broken: "could not be run",
};

/** A table of the checks that were taken out, as far as that was really done, and of the rows of which none was. */
export function outcomesTable(rows: readonly { number: number; promise: string }[], tried: readonly Tried[]): string {
  const lines = tried
    .toSorted((one, other) => one.mutation.row - other.mutation.row)
    .map(({ mutation, outcome }) => {
      const places = placesOf(mutation);
      const each = (cell: (place: Place) => string) => places.map(cell).join(" and ");
      const cells = [each(({ file }) => `\`${file}\``), each(({ find }) => inCode(find)), each(replacement)];
      return `| ${[mutation.row, ...cells, words[outcome]].join(" | ")} |`;
    });
  const held = new Set(tried.filter(({ outcome }) => outcome === "failed").map(({ mutation }) => mutation.row));
  const others = rows.filter(({ number }) => !held.has(number)).map(({ number }) => number);
  return [
    "# Checks that were taken out",
    "",
    "`npm run check:mutations` takes a check of docs/trust.md out and runs the tests of its row; it writes this table as far as it",
    "was run. Each row below had its check replaced, and a test of the row failed then, or did not.",
    "",
    "| # | Where | The check | Replaced by | A test failed |",
    "|---|---|---|---|---|",
    ...lines,
    "",
    `Rows of which no check was proven in this way: ${others.join(", ") || "none"}.`,
    "",
  ].join("\n");
}

const replacement = ({ put }: Place): string => (put === "" ? "nothing" : inCode(put));

/** Text in a cell: one line, with its bars and backticks written so that they end nothing. */
function inCode(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ").replaceAll("|", "\\|").replaceAll("`", "'");
  return `\`${line.length > 90 ? `${line.slice(0, 90)}…` : line}\``;
}
