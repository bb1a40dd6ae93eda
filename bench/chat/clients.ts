import { Agent, request } from "node:http";
import type { Pace } from "./pace.ts";

export interface Answer {
  /** From the request to the first token, in milliseconds; undefined where none came, or the answer was an error. */
  firstToken: number | undefined;
  /** From the request to the last byte, in milliseconds. */
  whole: number;
  /** The longest wait between two pieces after the first, in milliseconds. */
  longestGap: number;
  /** Undefined where the connection broke. */
  status: number | undefined;
  /** Whether it said when to come back. */
  hasRetryAfter: boolean;
}

/** What clients saw who asked one question after the other. */
export interface ClientTimings {
  /** Replies that came. */
  count: number;
  errors: number;
  /** Milliseconds beyond the model's own time until the first token, in ascending order. */
  added: number[];
  /** Seconds until the whole reply, in ascending order. */
  whole: number[];
}

const connections = new Agent({ keepAlive: true });

/** As many clients as asked for, each asking again as soon as it has its answer, until the time is over. */
export async function askForSeconds(
  asking: () => Promise<Answer>,
  { clients, seconds }: { clients: number; seconds: number },
  { tokens, everyMs, firstMs }: Pace,
): Promise<ClientTimings> {
  const end = performance.now() + seconds * 1000;
  const heard: ClientTimings = { count: 0, errors: 0, added: [], whole: [] };
  const client = async () => {
    // A random delay, so that the clients don't ask at the same time.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(tokens * everyMs, seconds * 500)));
    do {
      const { firstToken, whole } = await asking();
      if (firstToken === undefined) {
        heard.errors += 1;
        continue;
      }
      heard.count += 1;
      heard.added.push(firstToken - firstMs);
      heard.whole.push(whole / 1000);
    } while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: clients }, client));
  heard.added.sort((a, b) => a - b);
  heard.whole.sort((a, b) => a - b);
  return heard;
}

/** Asks a question and reads the stream of its reply. @param mark what is in a piece that has words */
export const ask = (url: string, headers: Record<string, string>, body: string, mark: string): Promise<Answer> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    let firstToken: number | undefined;
    let lastPieceAt = 0;
    let longestGap = 0;
    const hear = (data: Buffer) => {
      if (!data.includes(mark)) return;
      const now = performance.now();
      if (firstToken === undefined) firstToken = now - startedAt;
      else longestGap = Math.max(longestGap, now - lastPieceAt);
      lastPieceAt = now;
    };
    const end = (status?: number, hasRetryAfter = false) => {
      const isWhole = status === 200;
      const whole = performance.now() - startedAt;
      resolve({ firstToken: isWhole ? firstToken : undefined, whole, longestGap, status, hasRetryAfter });
    };
    const length = Buffer.byteLength(body);
    const sent = { ...headers, "Content-Type": "application/json", "Content-Length": length };
    const asking = request(url, { method: "POST", agent: connections, headers: sent }, (response) => {
      response.on("data", hear);
      response.on("end", () => end(response.statusCode, response.headers["retry-after"] !== undefined));
      response.on("error", () => end());
    });
    asking.on("error", () => end());
    asking.end(body);
  });

/** Gets a page; whether it came. */
export const get = (url: string, headers: Record<string, string>, agent: Agent = connections): Promise<boolean> =>
  new Promise((resolve) => {
    const asking = request(url, { agent, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    });
    asking.on("error", () => resolve(false));
    asking.end();
  });

/** The figure below which this share of them is. @param sorted in ascending order */
export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
