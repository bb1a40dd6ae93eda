import { createServer, type IncomingMessage, request } from "node:http";
import { type Duplex, pipeline } from "node:stream";

export interface RoundRobin {
  url: string;
  /** How many requests each server got. */
  served: number[];
  stop(): Promise<void>;
}

/** A load balancer that knows nothing: each request goes to the next server; streams and WebSockets pass as they come. */
export async function startRoundRobin(servers: readonly string[]): Promise<RoundRobin> {
  const served = servers.map(() => 0);
  let turn = 0;
  /** The same request to the next server. */
  const ask = (incoming: IncomingMessage) => {
    const next = turn % servers.length;
    turn += 1;
    served[next] = (served[next] ?? 0) + 1;
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress ?? "" };
    return request(`${servers[next]}${incoming.url}`, { method: incoming.method ?? "GET", headers, agent: false });
  };
  const proxy = createServer((incoming, outgoing) => {
    const asking = ask(incoming);
    asking.once("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.once("error", () => outgoing.destroy());
    });
    asking.once("error", () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.once("close", () => asking.destroy());
    incoming.pipe(asking);
  });
  proxy.on("upgrade", (incoming: IncomingMessage, client: Duplex) => {
    const asking = ask(incoming);
    const tell = (status: string, headers: readonly string[]) => {
      client.write([`HTTP/1.1 ${status}`, ...pairs(headers), "", ""].join("\r\n"));
    };
    asking.once("upgrade", ({ rawHeaders }, server: Duplex, head: Buffer) => {
      tell("101 Switching Protocols", rawHeaders);
      client.write(head);
      pipeline(client, server, client, () => undefined);
    });
    asking.once("response", (answer) => {
      tell(`${answer.statusCode} Refused`, answer.rawHeaders);
      answer.pipe(client);
    });
    asking.once("error", () => client.destroy());
    client.once("error", () => asking.destroy());
    asking.end();
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

/** Headers as they are sent, from a list of names and values. */
const pairs = (headers: readonly string[]): string[] =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${headers[index + 1]}`] : []));
