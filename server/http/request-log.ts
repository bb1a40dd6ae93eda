import { randomUUID } from "node:crypto";
import type { Express, Request, RequestHandler, Response } from "express";
import { pinoHttp } from "pino-http";
import { duringRequest, type Log } from "../log.ts";
import { describeError } from "../log-error.ts";

/** The form in which a request id of a proxy is accepted. */
const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,64}$/;

/**
 * Gives each request an id, echoed as X-Request-Id, and logs it when it is answered: method, path, pattern, status, time
 * and user. A proxy's own X-Request-Id is kept where TRUST_PROXY admits the proxy. `requestUser` belongs behind sessions.
 */
export function requestLog(app: Express, log: Log): { requestLog: RequestHandler; requestUser: RequestHandler } {
  const isProxy = trustOf(app);
  const write = pinoHttp<Request, Response>({
    logger: log,
    genReqId(request, response) {
      const given = request.headers["x-request-id"];
      const isGiven = typeof given === "string" && ACCEPTED_ID.test(given) && isProxy(request.socket.remoteAddress);
      const id = isGiven ? given : randomUUID();
      response.setHeader("X-Request-Id", id);
      return id;
    },
    // Paths carry no secrets, but query strings may hold what people typed.
    serializers: {
      req: ({ method, originalUrl }: Request) => ({ method, path: originalUrl.split("?")[0] }),
      res: ({ statusCode }: Response) => ({ status: statusCode }),
      err: describeError,
    },
    wrapSerializers: false,
    customSuccessMessage: ({ readableAborted }, { statusCode, writableEnded }) => {
      if (statusCode === 101) return "WebSocket opened";
      return writableEnded && !readableAborted ? "request completed" : "request aborted";
    },
    customSuccessObject: (request, _response, line: object) => ({ ...line, ...known(request) }),
    customErrorObject: (request, _response, _error, line: object) => ({ ...line, ...known(request) }),
    customLogLevel: (_request, response, error) => (error !== undefined || hasFailed(response) ? "error" : "debug"),
  });
  return {
    requestLog(request, response, next) {
      write(request, response);
      duringRequest({ request: String(request.id), user: undefined }, next);
    },
    requestUser(request, _response, next) {
      duringRequest({ request: String(request.id), user: request.user?.id }, next);
    },
  };
}

/** Who is told when to come back was sent away on purpose, which is no failure. */
const hasFailed = (response: Response) => response.statusCode >= 500 && !response.hasHeader("Retry-After");

const known = ({ id, user, contract }: Request) => ({ request: id, user: user?.id, route: contract?.path });

/** Which addresses are those of a trusted proxy (`TRUST_PROXY`). */
export function trustOf(app: Request["app"]): (address: string | undefined) => boolean {
  const trusts: unknown = app.get("trust proxy fn");
  return (address) => typeof trusts === "function" && Reflect.apply(trusts, undefined, [address, 0]) === true;
}
