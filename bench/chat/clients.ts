import { Agent, request } from "node:http";
import { z } from "zod";

export const pace = z.object({ tokens: z.number(), everyMs: z.number(), firstMs: z.number() });
/** So many tokens, the first after `firstMs` milliseconds, the others `everyMs` apart. */
export type Pace = z.infer<typeof pace>;

/** Each token of the played model. */
export const MODEL_WORD = "woof";

/** Times in milliseconds from the request on. */
export interface Answer {
  /** Undefined where no token came, or the answer was an error. */
  firstToken: number | undefined;
  whole: number;
  /** The longest wait between two pieces after the first. */
  longestGap: number;
  /** Undefined where the connection broke. */
  status: number | undefined;
}

const connections = new Agent({ keepAlive: true });

/** As many clients as asked for, each asking again as soon as it has its answer, until the time is over. */
export async function askForSeconds(
  ask: () => Promise<Answer>,
  { clients, seconds }: { clients: number; seconds: number },
  { tokens, everyMs }: Pace,
): Promise<Answer[]> {
  const end = performance.now() + seconds * 1000;
  const answers: Answer[] = [];
  const client = async () => {
    // A random delay, so that the clients don't ask at the same time.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(tokens * everyMs, seconds * 500)));
    do answers.push(await ask());
    while (performance.now() < end);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return answers;
}

/** Asks a question and reads the stream of its reply. @param mark what is in a piece that has words */
export const ask = (url: string, headers: Record<string, string>, body: string, mark: string): Promise<Answer> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    let firstToken: number | undefined;
    let lastPieceAt = 0;
    let longestGap = 0;
    const read = (data: Buffer) => {
      if (!data.includes(mark)) return;
      const now = performance.now();
      if (firstToken === undefined) firstToken = now - startedAt;
      else longestGap = Math.max(longestGap, now - lastPieceAt);
      lastPieceAt = now;
    };
    const end = (status?: number) => {
      const whole = performance.now() - startedAt;
      resolve({ firstToken: status === 200 ? firstToken : undefined, whole, longestGap, status });
    };
    const sent = { ...headers, "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
    request(url, { method: "POST", agent: connections, headers: sent }, (response) => {
      response.on("data", read);
      response.on("end", () => end(response.statusCode));
      response.on("error", () => end());
    })
      .on("error", () => end())
      .end(body);
  });

/** Gets a page; whether it came. */
export const get = (url: string, headers: Record<string, string>): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { agent: connections, headers }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    })
      .on("error", () => resolve(false))
      .end();
  });
