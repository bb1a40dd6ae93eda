import type { Overload } from "./overload.ts";
import type { Figures, Measured } from "./parts.ts";

/** The figures as tables in Markdown. */
export function chatTable({ firstTokens, longReplies, streams, lists, overload }: Figures): string {
  const parts: string[] = [];
  if (firstTokens !== undefined)
    parts.push(
      `${paceOf(firstTokens)}: added to the first token in ms (p50 / p95); processor time for each message in ms`,
      table(
        ["clients", "limit", "ours", "ratio", "CPU: limit", "node", "database", "ratio of node", "others", "errors"],
        firstTokens.map(({ clients, limit, ours }) => [
          String(clients),
          `${ms(limit.addedP50)} / ${ms(limit.addedP95)}`,
          `${ms(ours.addedP50)} / ${ms(ours.addedP95)}`,
          `${ratio(ours.addedP50, limit.addedP50)} / ${ratio(ours.addedP95, limit.addedP95)}`,
          ...[ms(limit.nodeMs), ms(ours.nodeMs), ms(ours.databaseMs), ratio(ours.nodeMs, limit.nodeMs)],
          ...endOf(ours),
        ]),
      ),
    );
  if (longReplies !== undefined)
    parts.push(
      `${paceOf(longReplies)}: processor time of the server for each token in microseconds`,
      table(
        ["clients", "limit", "ours", "ratio", "others", "errors"],
        longReplies.map(({ clients, limit, ours }) => [
          ...[String(clients), limit.tokenUs.toFixed(0), ours.tokenUs.toFixed(0), ratio(ours.tokenUs, limit.tokenUs)],
          ...endOf(ours),
        ]),
      ),
    );
  if (streams !== undefined)
    parts.push(
      `${paceOf(streams)}: seconds until the whole reply (p95), memory of the server in MB`,
      table(
        ["streams", "limit", "ours", "ratio", "MB: limit", "ours", "others", "errors"],
        streams.map(({ clients, limit, ours }) => [
          ...[String(clients), ms(limit.wholeP95), ms(ours.wholeP95), ratio(ours.wholeP95, limit.wholeP95)],
          ...[limit.memoryMb.toFixed(0), ours.memoryMb.toFixed(0)],
          ...endOf(ours),
        ]),
      ),
    );
  if (lists !== undefined) {
    const { limit, ours, idleMb } = lists;
    parts.push(
      `\`GET /api/agents\` by 20 signed-in clients; memory before it: limit ${idleMb.limit.toFixed(0)} MB, ours ${idleMb.ours.toFixed(0)} MB`,
      table(
        ["", "requests/s", "CPU ms for each: node", "database", "others"],
        [
          ["limit", limit.perSecond.toFixed(0), limit.nodeMs.toFixed(2), "", percent(limit.others)],
          ["ours", ours.perSecond.toFixed(0), ours.nodeMs.toFixed(2), ours.databaseMs.toFixed(2), percent(ours.others)],
        ],
      ),
    );
  }
  if (overload !== undefined) parts.push(overloadTable(overload));
  return parts.join("\n\n");
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

function paceOf([row]: NonNullable<Figures["firstTokens"]>): string {
  return `${row?.pace.tokens} tokens, ${row?.pace.everyMs} ms apart`;
}

const endOf = ({ others, errors }: Measured) => [percent(others), String(errors)];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const ms = (value: number) => value.toFixed(1);
const ratio = (one: number, other: number) => (one / other).toFixed(1);
const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
