import type { Request, Response } from "express";
import { type WebSocket, WebSocketServer } from "ws";
import { closings } from "#shared/api/listen.ts";
import type { RouteContract } from "#shared/route.ts";
import type { Log } from "../observe/log.ts";
import { HttpError } from "./errors.ts";
import { type AccessRule, type AdmittedRequest, admit, guardOf, type RouteContext, type ScopeOf } from "./gate.ts";
import { register } from "./handle.ts";
import { requireOwnOrigin } from "./protection.ts";
import type { RateLimitName } from "./rate-limits.ts";
import { upgradeHead } from "./upgrades.ts";

/** Proxies commonly close a connection that is silent for 60 seconds. */
const PING_MS = 25_000;
const CLOSING_MS = 2_000;

interface SocketHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit: RateLimitName;
  frameBytes: number;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>> & { webSocket: WebSocket }): void;
}

/** Another site could ask with the visitor's cookies, so only our own origin is let in. */
export function webSocket<Contract extends RouteContract, const Rule extends AccessRule<unknown>>(
  context: RouteContext,
  contract: Contract,
  { access, limit, frameBytes, run }: SocketHandler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  const server = new WebSocketServer({ noServer: true, maxPayload: frameBytes, clientTracking: false });
  server.on("wsClientError", ({ message }) => {
    throw upgradeRequired(`This is no handshake of a WebSocket: ${message}.`);
  });
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const head = upgradeHead(request);
    if (head !== undefined) requireOwnOrigin(request);
    const admitted = await admit(context, contract, { guard, limit }, request);
    if (head === undefined) throw upgradeRequired();
    const opened = takeOver(server, request, response, head);
    if (opened === undefined) return;
    context.webSockets.add(opened);
    opened.once("close", () => context.webSockets.delete(opened));
    keepAlive(opened);
    run({ ...admitted, webSocket: opened });
  });
}

const upgradeRequired = (sentence = "This address is for WebSockets: please ask with 'Upgrade: websocket'.") =>
  new HttpError(426, "upgrade_required", sentence);

/** Undefined where the peer is gone. Throws HttpError for a bad handshake. */
function takeOver(server: WebSocketServer, request: Request, response: Response, head: Buffer): WebSocket | undefined {
  const { socket } = request;
  let opened: WebSocket | undefined;
  server.handleUpgrade(request, socket, head, (accepted) => {
    opened = accepted;
    response.detachSocket(socket);
    // For the log and the metrics; the socket has its answer.
    response.writeHead(101).emit("close");
  });
  return opened;
}

/** An error that a listener throws ends this socket alone. */
export function guardListener<Frame extends readonly unknown[]>(
  webSocket: WebSocket,
  log: Log,
  listener: (...frame: Frame) => void,
): (...frame: Frame) => void {
  return (...frame) => {
    try {
      listener(...frame);
    } catch (error) {
      log.error({ err: error }, "a WebSocket failed, and is closed");
      webSocket.terminate();
    }
  };
}

export function keepAlive(webSocket: WebSocket): void {
  let isThere = true;
  const timer = setInterval(() => {
    if (!isThere) return webSocket.terminate();
    isThere = false;
    webSocket.ping();
  }, PING_MS);
  // Without a listener an error would end the process.
  webSocket.on("error", () => undefined);
  webSocket.on("pong", () => {
    isThere = true;
  });
  webSocket.once("close", () => clearInterval(timer));
}

export function closeWebSocket(webSocket: WebSocket, { code, reason }: { code: number; reason: string }): void {
  webSocket.close(code, reason);
  const late = setTimeout(() => webSocket.terminate(), CLOSING_MS);
  webSocket.once("close", () => clearTimeout(late));
}

/** Clients may connect anew, to another instance or the next start. */
export function closeWebSockets(all: ReadonlySet<WebSocket>): void {
  for (const each of all) closeWebSocket(each, closings.restarting);
}
