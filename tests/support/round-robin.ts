import { createServer, request } from "node:http";

export interface RoundRobin {
  url: string;
  /** How many requests each server got. */
  served: number[];
  stop(): Promise<void>;
}

/** A load balancer that knows nothing: each request goes to the next server, and streams pass as they come. */
export async function startRoundRobin(servers: readonly string[]): Promise<RoundRobin> {
  const served = servers.map(() => 0);
  let turn = 0;
  const proxy = createServer((incoming, outgoing) => {
    const next = turn % servers.length;
    turn += 1;
    served[next] = (served[next] ?? 0) + 1;
    const forwarded = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    const asking = request(
      `${servers[next]}${incoming.url}`,
      { method: incoming.method ?? "GET", headers: forwarded, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        answer.once("error", () => outgoing.destroy());
      },
    );
    asking.once("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.once("close", () => asking.destroy());
    incoming.pipe(asking);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = proxy.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    served,
    stop: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
  };
}
