import { spread } from "./latest.ts";
import { type Outcome, stages } from "./stages.ts";

const titles = {
  live: "live",
  today: "upload after 0.7 s",
  later: "upload after 2 s",
} as const;

/** How an utterance reaches the server. */
export type Way = keyof typeof titles;

/** Markdown: p50 / p95 in milliseconds after the last voiced frame, of what was not cut off; then cut-offs. */
export function liveTable(outcomes: Record<Way, readonly Outcome[]>): string {
  const ways = (["live", "today", "later"] as const).filter((way) => outcomes[way].length > 0);
  const row = (title: string, cell: (of: readonly Outcome[]) => string) =>
    `| ${[title, ...ways.map((way) => cell(outcomes[way]))].join(" | ")} |`;
  const isClean = ({ reached, isCutOff, isWhole }: Outcome) => reached !== null && !isCutOff && isWhole;
  const figures = (of: readonly Outcome[], figure: (one: Outcome) => number | undefined) =>
    spread(of.filter(isClean).flatMap((one) => figure(one) ?? []));
  const cutOff = (of: readonly Outcome[]) => of.filter((one) => one.isCutOff);
  return [
    `| ms after the last voiced frame, p50 / p95 | ${ways.map((way) => titles[way]).join(" | ")} |`,
    `| --- |${" --- |".repeat(ways.length)}`,
    ...stages.map((stage) => row(stage, (of) => figures(of, ({ reached }) => reached?.[stage]))),
    row("of it: silence waited for", (of) => figures(of, ({ waitMs }) => waitMs)),
    row("of it: neither wait nor engines", (of) => figures(of, ({ ownMs }) => ownMs)),
    row("utterances, those with a pause", (of) => `${of.length}, ${of.filter(({ pause }) => pause > 0).length}`),
    row("cut off", (of) => `${cutOff(of).length} (${Math.round((100 * cutOff(of).length) / of.length)} %)`),
    row("of these repaired", (of) => String(cutOff(of).filter(({ isWhole }) => isWhole).length)),
    row("words lost", (of) => String(of.filter(({ isWhole }) => !isWhole).length)),
    row("no answer heard", (of) => String(of.filter(({ reached }) => reached === null).length)),
  ].join("\n");
}
