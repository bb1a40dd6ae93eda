import { createServer, type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from "node:http";
import { fixedHeaders } from "./protection.ts";
import { type OpenResponses, watchAnswers } from "./unanswered.ts";
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

/** Gives what Node refuses before there is a request the same JSON body and headers as every other error. */
function answerClientErrors(server: Server, unanswered: OpenResponses): void {
  server.on("clientError", (error, socket) => {
    // The words would become part of an answer under way, or be taken for the one to an earlier request.
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

/** Whether it is this answer's own request that could not be read to its end. */
const isStillReceived = ({ headersSent, req }: ServerResponse): boolean => !headersSent && !req.complete;

const codeOf = (error: Error): unknown => Reflect.get(error, "code");
