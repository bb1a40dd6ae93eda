import { createServer, type Server, type ServerOptions } from "node:http";

/** How long one may take to say what one wants: a client that dribbles its headers holds a connection for nothing. */
const HEADERS_MS = 20_000;
/** The largest upload at 50 kB/s takes nine minutes. Answers, streams among them, are not bounded by it. */
const REQUEST_MS = 15 * 60 * 1000;
/** Longer than proxies keep an idle connection (commonly 60 s), or they would send into one that just closes. */
const IDLE_MS = 75_000;
/** Start line and headers together, in bytes. */
const HEADER_BYTES = 16 * 1024;
const HEADERS_COUNT = 100;

/** The one HTTP server, with limits on how long and how large a request may be. */
export function createHttpServer(options: ServerOptions = {}): Server {
  const server = createServer({
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    maxHeaderSize: HEADER_BYTES,
    ...options,
  });
  server.maxHeadersCount = HEADERS_COUNT;
  // Node would refuse an expectation that it does not know with an empty 417; HTTP lets a server pass over it.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}
