import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";

/** Idle connections are closed after this time: whatever lies between may forget them sooner than the server does. */
const IDLE_MS = 4_000;

const plain = new Agent({ keepAlive: true, timeout: IDLE_MS });
const tls = new TlsAgent({ keepAlive: true, timeout: IDLE_MS });

export interface Post {
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

/**
 * Posts a text whose answer comes in many small pieces: a piece of `fetch` costs several times as much as one of Node's own
 * client. Follows no redirects.
 * @returns the answer once its headers came, whatever its status. Whoever asks has to read it to its end, or destroy it.
 * @throws where nobody answers, and where the signal is aborted
 */
export function postText(url: URL, { headers, body, signal }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: "POST",
      headers: { ...headers, "accept-encoding": "identity", "content-length": String(Buffer.byteLength(body)) },
      signal,
    };
    const request =
      url.protocol === "https:"
        ? requestTls(url, { ...options, agent: tls }, resolve)
        : requestPlain(url, { ...options, agent: plain }, resolve);
    request.on("error", reject);
    request.end(body);
  });
}
