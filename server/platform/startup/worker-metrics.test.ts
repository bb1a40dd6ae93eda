import { expect, it } from "vitest";
import { sumUp } from "./worker-metrics.ts";

const requests = "# HELP requests_total Requests.\n# TYPE requests_total counter\n";
const lag = (name: string) => `# HELP ${name} Lag.\n# TYPE ${name} gauge\n`;
const [min, max, mean] = ["min", "max", "mean"].map((kind) => `nodejs_eventloop_lag_${kind}_seconds`);

it("adds up the figures of several workers, each series by its labels and under its own metric", () => {
  const one = `${requests}requests_total{route="/a b"} 2\nrequests_total{route="/c"} 1\n# HELP up Up.\n# TYPE up gauge\nup 1\n`;
  const other = `${requests}requests_total{route="/d"} 4\nrequests_total{route="/a b"} 0.5\n`;
  expect(sumUp([one, other])).toBe(
    `${requests}requests_total{route="/a b"} 2.5\nrequests_total{route="/c"} 1\nrequests_total{route="/d"} 4\n# HELP up Up.\n# TYPE up gauge\nup 1\n`,
  );
});

it("takes of the event loops' delays the smallest, the largest, and the mean of the others", () => {
  const page = (value: number) => [min, max, mean].map((name = "") => `${lag(name)}${name} ${value}\n`).join("");
  expect(sumUp([page(1), page(3)]).match(/^nodejs.*/gm)).toEqual([`${min} 1`, `${max} 3`, `${mean} 2`]);
});
