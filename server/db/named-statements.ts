import type { ClientBase } from "pg";

/** So many texts get a name at most: each takes some ten kilobytes in every connection of the database. */
const MOST_NAMES = 200;
/** Beyond so many texts that came once, it is forgotten which did. */
const MOST_SEEN_ONCE = 1_000;
/**
 * Lists whose length changes would use up the names. And for words that are searched for, the best plan depends on the
 * words, but PostgreSQL may keep one plan for a statement with a name.
 */
const UNNAMED = /\bin \(\$\d+, |\), \((?:\$|default)|\bi?like\b|@@|\bstrpos\(/i;

/** The name of a statement's text; undefined where it has none. */
type NameOf = (text: string) => string | undefined;

/**
 * Names for the statements of a pool that come again: the second time that a text comes, it gets one. PostgreSQL then reads
 * and plans it once for each connection rather than each time.
 */
export function createStatementNames(most = MOST_NAMES): NameOf {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most || UNNAMED.test(text)) return known;
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= MOST_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `pettalk_${names.size}`;
    names.set(text, name);
    return name;
  };
}

/** Sends the statements of a connection by name where they have one. Those without parameters stay as they are. */
export function nameStatements(client: ClientBase, nameOf: NameOf): void {
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  const naming = (...given: unknown[]): unknown => Reflect.apply(query, client, named(given, nameOf));
  Reflect.set(client, "query", naming);
}

function named([statement, ...rest]: unknown[], nameOf: NameOf): unknown[] {
  const config = typeof statement === "string" ? { text: statement } : statement;
  if (!isNameable(config)) return [statement, ...rest];
  const values = "values" in config ? config.values : rest[0];
  if (!Array.isArray(values) || values.length === 0) return [statement, ...rest];
  const name = nameOf(config.text);
  return name === undefined ? [statement, ...rest] : [{ ...config, name }, ...rest];
}

/** Whether it is a statement that has no name yet, rather than a cursor or the like. */
function isNameable(config: unknown): config is { text: string } {
  if (typeof config !== "object" || config === null || !("text" in config) || "submit" in config) return false;
  return typeof config.text === "string" && !("name" in config && config.name);
}
