import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";
import { lookUpEngine } from "../platform/http/addresses.ts";

/** Idle connections are closed after this time: whatever lies between may forget them sooner than the server does. */
const IDLE_MS = 4_000;

const plain = new Agent({ keepAlive: true, timeout: IDLE_MS, lookup: lookUpEngine });
const tls = new TlsAgent({ keepAlive: true, timeout: IDLE_MS, lookup: lookUpEngine });

/**
 * `fetch` for calls to engines, over Node's own client: connects to no address where no engine may be, and follows no
 * redirects, which would take the key and the question to wherever the other server says.
 */
export const engineFetch: typeof fetch = async (input, init) => {
  const request = new Request(input, init);
  const answer = await send(request, new Uint8Array(await request.arrayBuffer()));
  const { statusCode: status = 500, headers: given } = answer;
  const headers = Object.entries(given).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Response(withoutBody.has(status) ? null : streamOf(answer), { status, headers });
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

function send({ url, method, headers, signal }: Request, body: Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: {
        ...Object.fromEntries(headers),
        "accept-encoding": "identity",
        "content-length": String(body.byteLength),
      },
    };
    const request = url.startsWith("https:")
      ? requestTls(url, { ...options, agent: tls }, resolve)
      : requestPlain(url, { ...options, agent: plain }, resolve);
    request.on("error", reject);
    // Without an error, and not by Node's own option: a connection about to be kept for the next call has nobody who hears one.
    const leave = () => request.destroy();
    signal.addEventListener("abort", leave, { once: true });
    request.end(body);
    if (signal.aborted) leave();
  });
}
