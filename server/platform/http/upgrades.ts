import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Bytes behind the head of a WebSocket request: the beginning of its first frame. */
const heads = new WeakMap<IncomingMessage, Buffer>();

export const upgradeHead = (request: IncomingMessage): Buffer | undefined => heads.get(request);

/** With the session, guards and limits of every request. Wishes for other protocols are ignored (decision 064). */
export function answerUpgrades(server: Server, unanswered: OpenResponses): void {
  // Node 20 does not know it and takes every wish: such a request is read again.
  Object.assign(server, { shouldUpgradeCallback: asksForWebSocket });
  server.on("request", ({ headers }: IncomingMessage, response: ServerResponse) => {
    // Node loses what came with an ignored wish; after a close the client sends it again.
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

export type OpenResponses = (socket: Duplex) => readonly ServerResponse[];

export function watchAnswers(server: Server): OpenResponses {
  const bySocket = new WeakMap<Duplex, Set<ServerResponse>>();
  const begin = (socket: Duplex): Set<ServerResponse> => {
    const answers = new Set<ServerResponse>();
    bySocket.set(socket, answers);
    socket.once("close", () => endWaiting(answers));
    return answers;
  };
  server.on("request", ({ socket }, response) => {
    const answers = bySocket.get(socket) ?? begin(socket);
    answers.add(response);
    response.once("close", () => answers.delete(response));
  });
  return (socket) => [...(bySocket.get(socket) ?? [])];
}

/** Before version 26 Node tells nothing to an answer that still waits when its connection is lost. */
function endWaiting(answers: ReadonlySet<ServerResponse>): void {
  for (const answer of answers) if (answer.socket === null && !answer.destroyed) answer.destroy().emit("close");
}
