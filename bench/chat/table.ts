import type { Overload } from "./overload.ts";
import type { BySubject, Figures, Row, ServerFigures } from "./parts.ts";

/** The figures as tables in Markdown. */
export function chatTable({ firstTokens, longReplies, streams, lists, overload }: Figures): string {
  const parts: string[] = [];
  if (firstTokens !== undefined)
    parts.push(
      `${paceOf(firstTokens)}: added to the first token in ms (p50 / p95); processor time for each message in ms`,
      rowsTable(firstTokens, ["added", "times the limit", "CPU: node", "database", "times the limit"], (one, limit) => [
        `${ms(one.addedP50)} / ${ms(one.addedP95)}`,
        `${ratio(one.addedP50, limit.addedP50)} / ${ratio(one.addedP95, limit.addedP95)}`,
        ...[ms(one.nodeMs), ms(one.databaseMs), ratio(one.nodeMs, limit.nodeMs)],
      ]),
    );
  if (longReplies !== undefined)
    parts.push(
      `${paceOf(longReplies)}: processor time of the server for each token in microseconds`,
      rowsTable(longReplies, ["a token", "times the limit"], (one, limit) => [
        ...[one.tokenUs.toFixed(0), ratio(one.tokenUs, limit.tokenUs)],
      ]),
    );
  if (streams !== undefined)
    parts.push(
      `${paceOf(streams)}: seconds until the whole reply (p95), memory of the server in MB`,
      rowsTable(streams, ["seconds", "times the limit", "MB"], (one, limit) => [
        ...[ms(one.wholeP95), ratio(one.wholeP95, limit.wholeP95), one.memoryMb.toFixed(0)],
      ]),
    );
  if (lists !== undefined)
    parts.push(
      "`GET /api/agents` by 20 signed-in clients",
      table(
        ["", "requests/s", "CPU ms for each: node", "database", "MB before", "others"],
        Object.entries(lists.of).map(([name, { perSecond, nodeMs, databaseMs, others }]) => [
          ...[name, perSecond.toFixed(0), nodeMs.toFixed(2), databaseMs.toFixed(2)],
          ...[(lists.idleMb[name] ?? Number.NaN).toFixed(0), percent(others)],
        ]),
      ),
    );
  if (overload !== undefined) parts.push(overloadTable(overload));
  return parts.join("\n\n");
}

/** A line for each number of clients and each subject. */
function rowsTable(
  rows: readonly Row[],
  head: readonly string[],
  cells: (one: ServerFigures, limit: ServerFigures) => readonly string[],
): string {
  const line = (clients: number, [name, one]: [string, ServerFigures], of: BySubject<ServerFigures>) => [
    ...[String(clients), name, ...cells(one, of.limit ?? one)],
    ...[percent(one.others), String(one.errors)],
  ];
  return table(
    ["clients", "server", ...head, "others", "errors"],
    rows.flatMap(({ clients, of }) => Object.entries(of).map((subject) => line(clients, subject, of))),
  );
}

function overloadTable({ carried, seconds, asked, answered, sentAway, failed, others, ...times }: Overload): string {
  return [
    `Overload: one process carries ${carried.toFixed(0)} replies a second of 40 tokens, 20 ms apart, and is asked three times as many for ${seconds} s`,
    table(
      ["", ""],
      [
        ["questions asked / answered", `${asked} / ${answered}`],
        ["sent away with 503 and `Retry-After`; the longest wait for it, ms", `${sentAway}; ${ms(times.longestWait)}`],
        ["anything else", String(failed)],
        ["from the first token to the end, p95; the model's own, ms", `${ms(times.restP95)}; ${ms(times.modelRest)}`],
        ["health check over a kept connection, p95 / max, ms", `${ms(times.health.p95)} / ${ms(times.health.max)}`],
        ["health check over new connections, p95 / max, ms", `${ms(times.newHealth.p95)} / ${ms(times.newHealth.max)}`],
        ["others", percent(others)],
      ],
    ),
  ].join("\n\n");
}

function paceOf([row]: readonly Row[]): string {
  return `${row?.pace.tokens} tokens, ${row?.pace.everyMs} ms apart, the first after ${row?.pace.firstMs} ms`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const ms = (value: number) => value.toFixed(1);
const ratio = (one: number, other: number) => (one / other).toFixed(1);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
