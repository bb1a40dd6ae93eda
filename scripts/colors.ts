import { readFileSync } from "node:fs";

const styles = readFileSync(new URL("../client/src/styles.css", import.meta.url), "utf8");

/**
 * The CSS rules of client/src/styles.css that define every token for both themes. @throws Error where they are not
 * found
 */
export function colors(): string {
  const rules = [/:root \{[^}]*--art-[^}]*\}/, /^\.light \{[^}]*\}/m, /^\.dark \{[^}]*\}/m];
  return rules.map((rule) => found(rule.exec(styles))[0]).join("\n");
}

/** A token's value in one theme, such as '#a8401c' for `--primary`. @throws Error for an unknown token */
export function colorOf(token: string, theme: "light" | "dark"): string {
  const [, light = "", dark = light] = found(
    new RegExp(`^  ${token}: (?:light-dark\\()?(#\\w+)(?:, (#\\w+)\\))?;`, "m").exec(styles),
  );
  return theme === "light" ? light : dark;
}

function found(match: RegExpExecArray | null): RegExpExecArray {
  if (match === null) throw new Error("client/src/styles.css no longer says its colors as the scripts read them.");
  return match;
}
