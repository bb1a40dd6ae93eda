import { request as open } from "node:http";
import type { Request } from "./requests.ts";

/** Longer than any answer takes on a busy machine; beyond it a call hangs. */
const ANSWER_TIMEOUT_MS = 60_000;

/** So begins what is said of a connection that was cut before an answer. */
export const NO_ANSWER = "no answer:";

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** The answer, or in words why there was none. Each request has a connection of its own. */
export function sendRaw(baseUrl: string, { method, path, headers, body }: Request): Promise<Answer | string> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(baseUrl);
    const isCounted = body !== undefined && headers["Transfer-Encoding"] === undefined;
    // Node counts no body of a GET or DELETE by itself.
    const counted = isCounted ? { ...headers, "Content-Length": Buffer.byteLength(body) } : headers;
    const sent = open({
      hostname,
      port,
      method,
      path,
      headers: counted,
      agent: false,
      setHost: headers.Host === undefined,
    });
    const end = (outcome: Answer | string) => {
      clearTimeout(timer);
      resolve(outcome);
      sent.destroy();
    };
    const timer = setTimeout(() => end(`no answer within ${ANSWER_TIMEOUT_MS / 1000} s`), ANSWER_TIMEOUT_MS);
    let hasAnswer = false;
    sent.on("response", (response) => {
      hasAnswer = true;
      const parts: Buffer[] = [];
      const answer = () => ({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(parts),
      });
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("end", () => end(answer()));
      response.on("error", (error) => end(`the answer broke off: ${error.message}`));
    });
    // What is still being sent when the answer is there may be cut: that is no failure.
    sent.on("error", (error) => {
      if (!hasAnswer) end(`${NO_ANSWER} ${error.message}`);
    });
    sent.end(body);
  });
}
