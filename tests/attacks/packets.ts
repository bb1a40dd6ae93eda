import { setTimeout as sleep } from "node:timers/promises";
import { exchange } from "../support/raw-http.ts";
import type { Attack, Outcome } from "./attacks.ts";

/** A client that goes on waiting for an answer has waited long enough after this. */
const ANSWERED_MS = 5_000;

const get = (host: string, path: string, headers: readonly string[] = []) =>
  `${[`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers].join("\r\n")}\r\n\r\n`;

/** What one connection can do to a server with a few lines of HTTP. */
export const packets: readonly Attack[] = [
  {
    number: 9,
    name: "one packet: a request, and an upgrade to a WebSocket behind it",
    before: "the process ended",
    async prepare({ url }) {
      const { host, port } = new URL(url);
      const upgrade = ["Connection: Upgrade", "Upgrade: websocket"];
      return async () => {
        const ended = exchange(Number(port), get(host, "/") + get(host, "/api/listen", upgrade)).then(() => "ended");
        const packet = await Promise.race([ended, sleep(ANSWERED_MS, "did not end")]);
        return outcomeOf(url, packet === "ended", `the connection ${packet}`);
      };
    },
  },
  {
    number: 9,
    name: "an upgrade to HTTP/2 behind a request without an answer yet, and a request behind both",
    before: "neither was answered, nor anything after them",
    async prepare({ url }) {
      const { host, port } = new URL(url);
      const upgrade = get(host, "/healthz", ["Connection: Upgrade", "Upgrade: h2c"]);
      const all = get(host, "/readyz") + upgrade + get(host, "/healthz", ["Connection: close"]);
      return async () => {
        const answers = exchange(Number(port), all).then((text) => text.match(/^HTTP/gm)?.length ?? 0);
        const count = await Promise.race([answers, sleep(ANSWERED_MS, null)]);
        return outcomeOf(url, count !== null, count === null ? "nothing came" : `${count} answers, and closed`);
      };
    },
  },
];

async function outcomeOf(url: string, isOver: boolean, what: string): Promise<Outcome> {
  const isAlive = await fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  return { succeeded: !isOver || !isAlive, what: `${what}; the server ${isAlive ? "lives" : "is gone"}` };
}
