import { randomUUID } from "node:crypto";
import type { Express, Request, RequestHandler, Response } from "express";
import { duringRequest, type Log } from "../observe/log.ts";

/** The form in which a request id of a proxy is accepted. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Gives each request an id, echoed as X-Request-Id, and logs it when it is answered: method, path, pattern, status, time
 * and user. A proxy's own X-Request-Id is kept where TRUST_PROXY admits the proxy. `requestUser` belongs behind sessions.
 */
export function requestLog(app: Express, log: Log): { requestLog: RequestHandler; requestUser: RequestHandler } {
  const isProxy = trustOf(app);
  return {
    requestLog(request, response, next) {
      const given = request.headers["x-request-id"];
      const isGiven = typeof given === "string" && ACCEPTED_ID.test(given) && isProxy(request.socket.remoteAddress);
      request.id = isGiven ? given : randomUUID();
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

/** Most lines are of a level that is not written: those cost nothing. */
function write(log: Log, request: Request, response: Response, responseTime: number): void {
  const level = hasFailed(response) ? "error" : "debug";
  if (!log.isLevelEnabled(level)) return;
  const { id, user, contract, method, originalUrl } = request;
  // Paths carry no secrets, but query strings may hold what people typed.
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

/** Who is told when to come back was sent away on purpose, which is no failure. */
const hasFailed = (response: Response) => response.statusCode >= 500 && !response.hasHeader("Retry-After");

/** Which addresses are those of a trusted proxy (`TRUST_PROXY`). */
export function trustOf(app: Request["app"]): (address: string | undefined) => boolean {
  const trusts: unknown = app.get("trust proxy fn");
  return (address) => typeof trusts === "function" && Reflect.apply(trusts, undefined, [address, 0]) === true;
}
