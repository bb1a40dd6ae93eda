import { randomUUID } from "node:crypto";
import type { Express, Request, RequestHandler, Response } from "express";
import { duringRequest, type Log } from "../observe/log.ts";

const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** A proxy's own X-Request-Id counts where TRUST_PROXY admits the proxy. `requestUser` belongs behind sessions. */
export function requestLog(app: Express, log: Log): { requestLog: RequestHandler; requestUser: RequestHandler } {
  const isProxy = trustOf(app);
  return {
    requestLog(request, response, next) {
      const proposedId = request.headers["x-request-id"];
      const isAccepted =
        typeof proposedId === "string" && ACCEPTED_ID.test(proposedId) && isProxy(request.socket.remoteAddress);
      request.id = isAccepted ? proposedId : randomUUID();
      response.setHeader("X-Request-Id", request.id);
      const startedAt = Date.now();
      response.once("close", () => write(log, request, response, Date.now() - startedAt));
      duringRequest({ request: request.id, user: undefined }, next);
    },
    requestUser(request, _response, next) {
      duringRequest({ request: request.id, user: request.user?.id }, next);
    },
  };
}

/** Most lines are below the level, and must cost nothing. */
function write(log: Log, request: Request, response: Response, responseTime: number): void {
  const level = hasFailed(response) ? "error" : "debug";
  if (!log.isLevelEnabled(level)) return;
  const { id, user, contract, method, originalUrl } = request;
  // Query strings may hold what people typed.
  const req = { method, path: originalUrl.split("?")[0] };
  const res = { status: response.statusCode };
  log[level](
    { request: id, user: user?.id, route: contract?.path, req, res, responseTime },
    outcomeOf(request, response),
  );
}

function outcomeOf({ readableAborted }: Request, { statusCode, writableEnded }: Response): string {
  if (statusCode === 101) return "WebSocket opened";
  return writableEnded && !readableAborted ? "request completed" : "request aborted";
}

/** With Retry-After the call was sent away on purpose. */
const hasFailed = (response: Response) => response.statusCode >= 500 && !response.hasHeader("Retry-After");

export function trustOf(app: Request["app"]): (address: string | undefined) => boolean {
  const trusts: unknown = app.get("trust proxy fn");
  return (address) => typeof trusts === "function" && Reflect.apply(trusts, undefined, [address, 0]) === true;
}
