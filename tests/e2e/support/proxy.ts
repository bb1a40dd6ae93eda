import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Answer = { status: number; type?: string; body?: string };

/** A proxy between a browser and a server: it can be cut off, and can answer in place of the server. */
export interface ServerProxy {
  url: string;
  /** Closes every connection and the port, as if the network were gone. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Answers the paths for which `answer` returns something; undefined passes all requests on again. */
  answerInstead(answer: ((path: string) => Answer | undefined) | undefined): void;
}

export async function proxyTo(server: { url: string }): Promise<ServerProxy> {
  const target = new URL(server.url);
  let instead: ((path: string) => Answer | undefined) | undefined;
  const open = (port: number): Promise<Server> => {
    const proxy = createServer((incoming, outgoing) => {
      const path = incoming.url ?? "/";
      const own = instead?.(path);
      if (own !== undefined) {
        outgoing.writeHead(own.status, { "Content-Type": own.type ?? "text/plain", "Cache-Control": "no-store" });
        outgoing.end(own.body);
        return;
      }
      const { method, headers } = incoming;
      const passed = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    });
    return new Promise((resolve) => proxy.listen(port, "127.0.0.1", () => resolve(proxy)));
  };
  let proxy = await open(0);
  const { port } = addressOf(proxy);
  return {
    url: `http://127.0.0.1:${port}`,
    cut: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        proxy.closeAllConnections();
      }),
    mend: async () => {
      proxy = await open(port);
    },
    answerInstead: (answer) => {
      instead = answer;
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return address;
}
