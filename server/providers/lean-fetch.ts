import { Agent, type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestTls, Agent as TlsAgent } from "node:https";

/** Idle connections are closed after this time: whatever lies between may forget them sooner than the server does. */
const IDLE_MS = 4_000;

const plain = new Agent({ keepAlive: true, timeout: IDLE_MS });
const tls = new TlsAgent({ keepAlive: true, timeout: IDLE_MS });

const bodies = new WeakMap<Response, IncomingMessage>();

/**
 * `fetch` for answers that come in many small pieces: a piece of a web stream costs several times as much as one of
 * Node's. A successful answer has no body of its own; `bodyOf` has it. Follows no redirects, and takes text as body only.
 */
export const leanFetch: typeof fetch = async (input, init = {}) => {
  const { body, method = "GET", signal } = init;
  if (typeof body !== "string") return fetch(input, init);
  const message = await send(new URL(input instanceof Request ? input.url : input), {
    method,
    headers: {
      ...Object.fromEntries(new Headers(init.headers)),
      "accept-encoding": "identity",
      "content-length": String(Buffer.byteLength(body)),
    },
    body,
    ...(signal && { signal }),
  });
  const { statusCode: status = 500, headersDistinct } = message;
  const headers = new Headers(
    Object.entries(headersDistinct).map(([name, values]): [string, string] => [name, values?.join(", ") ?? ""]),
  );
  const isStream = status >= 200 && status < 300;
  const text = isStream ? null : await textOf(message);
  const response = new Response(text, { status, headers });
  if (isStream) bodies.set(response, message);
  return response;
};

/** The body of an answer that `leanFetch` got. Whoever asks has to read it to its end, or destroy it. */
export const bodyOf = (response: Response): IncomingMessage | undefined => bodies.get(response);

interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal;
}

function send(url: URL, { body, ...options }: Sent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request =
      url.protocol === "https:"
        ? requestTls(url, { ...options, agent: tls }, resolve)
        : requestPlain(url, { ...options, agent: plain }, resolve);
    request.on("error", reject);
    request.end(body);
  });
}

async function textOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of message.setEncoding("utf8")) text += String(piece);
  return text;
}
