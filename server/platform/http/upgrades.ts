import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { OpenResponses } from "./unanswered.ts";

/** What came behind the head of each request for a WebSocket: the beginning of its first frame, if anything. */
const heads = new WeakMap<IncomingMessage, Buffer>();

/** @returns the bytes that a WebSocket begins with; undefined where the request asks for none */
export const upgradeHead = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/**
 * Lets a request for a WebSocket go the way of every other, so that the same session, guards, limits, errors and logs hold
 * for it: a route that opens one (web-socket.ts) takes the connection over, any other answers and closes it. A wish for
 * another protocol is passed over, as HTTP allows. Behind a request that is not answered yet nobody asks for another
 * protocol, so that connection is closed (decision 064).
 */
export function answerUpgrades(server: Server, unanswered: OpenResponses): void {
  // Node 20 does not know it, and takes every wish: such a request is read again.
  Object.assign(server, { shouldUpgradeCallback: asksForWebSocket });
  server.on("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    // Where Node passes over a wish, it loses what came with it: once the connection is closed, a client sends that again.
    if (headers.upgrade !== undefined) response.shouldKeepAlive = false;
  });
  server.on("upgrade", (request: IncomingMessage, _duplex, head: Buffer) => {
    if (isVites(server, request)) return;
    const { socket } = request;
    try {
      if (unanswered(socket).length > 0) socket.destroy();
      else if (asksForWebSocket(request)) answer(server, request, socket, head);
      else readAgain(server, request, socket, head);
    } catch {
      socket.destroy();
    }
  });
}

/** A body would have to be read first, and no handshake has one. */
const asksForWebSocket = ({ method, headers }: IncomingMessage): boolean =>
  method === "GET" &&
  headers.upgrade?.toLowerCase() === "websocket" &&
  headers["content-length"] === undefined &&
  headers["transfer-encoding"] === undefined;

/** In development Vite listens here too, and knows its own by this header. */
const isVites = (server: Server, { headers }: IncomingMessage): boolean =>
  server.listenerCount("upgrade") > 1 && headers["sec-websocket-protocol"]?.startsWith("vite-") === true;

function answer(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  heads.set(request, head);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  response.once("finish", () => socket.destroySoon());
  // Node has taken its own listeners off the socket.
  socket.on("error", () => socket.destroy()).on("drain", () => response.emit("drain"));
  server.emit("request", request, response);
}

function readAgain(server: Server, request: IncomingMessage, socket: Socket, head: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() !== "upgrade") lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), head]));
  server.emit("connection", socket);
}
