import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** Takes the port before anything is made or changed, so that a start that fails for the port leaves no trace. */
export function listen(server: Server, { PORT, HOST }: { PORT: number; HOST: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(PORT, HOST, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Until the application takes over, who asks is told to come back: a migration may take a while. @returns ends that */
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
        "X-Content-Type-Options": "nosniff",
        // A page that a person opened this early loads itself again.
        ...(isAlive ? {} : { "Retry-After": "2", Refresh: "2" }),
        Connection: "close",
      })
      .end(JSON.stringify(body));
  };
  server.on("request", answer);
  return () => server.off("request", answer);
}
