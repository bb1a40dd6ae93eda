import { createServer, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http";
import { fixedHeaders } from "./protection.ts";
import { answerUpgrades, type OpenResponses, watchAnswers } from "./upgrades.ts";

/** A slow client would keep a connection busy for nothing. */
const HEADERS_MS = 20_000;
/** The largest upload at 50 kB/s takes nine minutes. */
const REQUEST_MS = 15 * 60 * 1000;
/** Longer than proxies keep an idle connection (60 s), or they would send a request into one that is closing. */
const IDLE_MS = 75_000;
const HEADER_BYTES = 16 * 1024;
/** Beyond a set number Node would drop headers, Content-Length among them. */
const ANY_NUMBER = 0;

export function createHttpServer(options: ServerOptions = {}): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES,
    ...options,
  });
  server.maxHeadersCount = ANY_NUMBER;
  // Node answers an unknown `Expect` with an empty 417; HTTP lets a server ignore it.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const unanswered = watchAnswers(server);
  answerClientErrors(server, unanswered);
  answerUpgrades(server, unanswered);
  return server;
}

const refusals = new Map<unknown, readonly [number, string, string]>([
  ["HPE_HEADER_OVERFLOW", [431, "headers_too_large", "The address or the headers of that request are too long."]],
  ["ERR_HTTP_REQUEST_TIMEOUT", [408, "too_slow", "That request took too long to arrive. Please try again."]],
]);
const noHttp = [400, "bad_request", "That request could not be understood."] as const;

/** For what Node refuses before there is a request. */
function answerClientErrors(server: Server, unanswered: OpenResponses): void {
  server.on("clientError", (error, socket) => {
    // The words would become part of another answer.
    if (!socket.writable || !unanswered(socket).every(isStillReceived)) {
      socket.destroy();
      return;
    }
    const [status, code, sentence] = refusals.get(codeOf(error)) ?? noHttp;
    const body = JSON.stringify({ error: sentence, code });
    const headers = {
      ...fixedHeaders,
      "Content-Type": "application/json; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      Connection: "close",
    };
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
  });
}

const isStillReceived = ({ headersSent, req }: ServerResponse): boolean => !headersSent && !req.complete;

const codeOf = (error: Error): unknown => Reflect.get(error, "code");
