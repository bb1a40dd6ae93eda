import type { ClientBase, Pool } from "pg";

export interface RecordedQuery {
  text: string;
  values: unknown[];
}

/** Every statement that a pool sends from now on, once for each set of values. */
export function recordQueries(pool: Pool): () => RecordedQuery[] {
  const recorded = new Map<string, RecordedQuery>();
  const watched = new WeakSet<ClientBase>();
  pool.on("acquire", (client) => {
    if (watched.has(client)) return;
    watched.add(client);
    const query: unknown = Reflect.get(client, "query");
    if (typeof query !== "function") return;
    Reflect.set(client, "query", (...given: unknown[]): unknown => {
      const sent = sentQuery(given);
      recorded.set(JSON.stringify([sent.text, sent.values.map(String)]), sent);
      return Reflect.apply(query, client, given);
    });
  });
  return () => [...recorded.values()];
}

function sentQuery([statement, given]: unknown[]): RecordedQuery {
  const config = typeof statement === "object" && statement !== null ? statement : { text: statement };
  const text = "text" in config ? String(config.text) : "";
  const values = "values" in config ? config.values : given;
  return { text, values: Array.isArray(values) ? values : [] };
}
