import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { OperatorError } from "#shared/operator-error.ts";
import { fixedHeaders } from "../http/protection.ts";

interface Address {
  PORT: number;
  HOST: string;
}

/** Before anything is made, so that a failing start leaves no trace. Throws OperatorError. */
export function listen(server: Server, address: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new OperatorError(listenProblem(error, address), { cause: error }));
    server.once("error", fail);
    server.listen(address.PORT, address.HOST, () => {
      server.off("error", fail);
      resolve();
    });
  });
}

function listenProblem({ code, message }: NodeJS.ErrnoException, { PORT, HOST }: Address): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${PORT} of ${HOST} is taken by another program: stop that one, or set PORT to another number.`;
    case "EACCES":
      return `This user may not listen on port ${PORT}: set PORT to 1024 or more, with a reverse proxy before it.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return `HOST is ${HOST}, which is no address of this machine: set it to 127.0.0.1, or to 0.0.0.0 for all.`;
    default:
      return `The server can't listen on port ${PORT} of ${HOST} (${message}): check PORT and HOST.`;
  }
}

/** A migration may take a while. Returns what ends it. */
export function answerWhileStarting(server: Server): () => void {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const isAlive = request.url === "/healthz";
    const body = isAlive
      ? { status: "ok" }
      : { error: "The server is just starting. Please try again in a moment.", code: "starting" };
    response
      .writeHead(isAlive ? 200 : 503, {
        "Content-Type": "application/json; charset=utf-8",
        "Cache-Control": "no-store",
        ...fixedHeaders,
        // A page that a person opened this early loads itself again.
        ...(isAlive ? {} : { "Retry-After": "2", Refresh: "2" }),
        Connection: "close",
      })
      .end(JSON.stringify(body));
  };
  server.on("request", answer);
  return () => server.off("request", answer);
}
