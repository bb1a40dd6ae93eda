import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { lookUpEngine } from "../platform/http/engine-address.ts";

/** Idle connections are closed after this time: whatever lies between may forget them sooner than the server does. */
const IDLE_MS = 4_000;

const plain = new Agent({ keepAlive: true, timeout: IDLE_MS, lookup: lookUpEngine });
const tls = new TlsAgent({ keepAlive: true, timeout: IDLE_MS, lookup: lookUpEngine });

export interface Post {
  headers: Readonly<Record<string, string>>;
  body: string;
  signal: AbortSignal;
}

interface Sent extends Omit<Post, "body"> {
  method: string;
  body: string | Uint8Array;
}

/**
 * Posts a text to an engine whose answer comes in many small pieces: a piece of `fetch` costs several times as much as one of
 * Node's own client. Follows no redirects, which would take the key and the question to wherever the other server says.
 * @returns the answer once its headers came, whatever its status. Whoever asks has to read it to its end, or destroy it.
 * @throws where nobody answers, and where the signal is aborted
 */
export const postText = (url: URL, post: Post): Promise<IncomingMessage> => send(url, { method: "POST", ...post });

/** `fetch` for calls to engines, with the agents of `postText`: connects to no address where no engine may be. */
export const engineFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const { url, method, signal } = request;
  const headers = Object.fromEntries(request.headers);
  const answer = await send(new URL(url), {
    method,
    headers,
    body: new Uint8Array(await request.arrayBuffer()),
    signal,
  });
  const { statusCode: status = 500, headers: given } = answer;
  const shown = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Response(withoutBody.has(status) ? null : streamOf(answer), { status, headers: shown });
};

const withoutBody = new Set([204, 205, 304]);

function streamOf(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const pieces = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void answer.destroy(),
  });
}

function send(url: URL, { method, headers, body, signal }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
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
