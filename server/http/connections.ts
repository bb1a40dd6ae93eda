import { createServer, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { answerUpgrades } from "./upgrades.ts";

/** How long a client may take to send its headers: a slow one would keep a connection busy for nothing. */
const HEADERS_MS = 20_000;
/**
 * For a whole request: the largest upload at 50 kB/s takes nine minutes. Responses, streams among them, may take longer.
 */
const REQUEST_MS = 15 * 60 * 1000;
/** Longer than proxies keep an idle connection (commonly 60 s), or they would send a request into one that is closing. */
const IDLE_MS = 75_000;
/** Start line and headers together, in bytes. */
const HEADER_BYTES = 16 * 1024;
/** As many headers as fit into these: beyond a number Node would leave them out, the length of a body among them. */
const ANY_NUMBER = 0;

/** The one HTTP server, with limits on how long and how large a request may be. */
export function createHttpServer(options: ServerOptions = {}): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES,
    ...options,
  });
  server.maxHeadersCount = ANY_NUMBER;
  // Node answers an unknown `Expect` header with an empty 417; HTTP lets a server ignore it.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  answerClientErrors(server);
  answerUpgrades(server);
  return server;
}

const refusals = new Map<unknown, readonly [number, string, string]>([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large", "The address or the headers of that request are too long."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "too_slow", "That request took too long to arrive. Please try again."]],
]);
const noHttp = [400, "bad_request", "That request could not be understood."] as const;

/** Gives what Node refuses before there is a request the same JSON body as every other error. */
function answerClientErrors(server: Server): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on("request", (request, response) => answers.set(request.socket, response));
  server.on("clientError", (error, socket) => {
    const answer = answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    // In the middle of a response the body would become part of it.
    if (!socket.writable || isAnswering) {
      socket.destroy();
      return;
    }
    const [status, code, sentence] = refusals.get(codeOf(error)) ?? noHttp;
    const body = JSON.stringify({ error: sentence, code });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  });
}

const codeOf = (error: Error): unknown => Reflect.get(error, "code");
