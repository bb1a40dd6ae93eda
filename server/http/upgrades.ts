import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** What came behind the head of each request for a WebSocket: the beginning of its first frame, if anything. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** @returns the bytes that a WebSocket begins with; undefined where the request asks for none */
export const upgradeHead = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/**
 * Lets a request for a WebSocket go the way of every other, so that the same session, guards, limits, errors and logs hold
 * for it: a route that opens one (web-socket.ts) takes the connection over, any other answers and closes it. A wish for
 * another protocol is passed over, as HTTP allows: the request is read again without it.
 */
export function answerUpgrades(server: Server): void {
  server.on("upgrade", (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    if (isVites(server, request)) return;
    const { socket } = request;
    if (request.method !== "GET" || request.headers.upgrade?.toLowerCase() !== "websocket") {
      readAgain(server, request, socket, head);
      return;
    }
    duplex.on("error", () => duplex.destroy());
    heads.set(request, head);
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once("finish", () => socket.destroySoon());
    server.emit("request", request, response);
  });
}

/** In development Vite listens here too, and knows its own by this header. */
const isVites = (server: Server, { headers }: IncomingMessage): boolean =>
  server.listenerCount("upgrade") > 1 && headers["sec-websocket-protocol"]?.startsWith("vite-") === true;

function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (!/^(?:upgrade|connection|http2-settings)$/i.test(rawHeaders[index] ?? ""))
      lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
