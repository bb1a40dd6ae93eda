import { once } from "node:events";
import { onTestFinished } from "vitest";
import { type ClientOptions, WebSocket, WebSocketServer } from "ws";

/** Both ends of a WebSocket, the server's first; gone when the test is over. */
export async function webSocketPair(options: ClientOptions = {}): Promise<[server: WebSocket, client: WebSocket]> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const accepted = new Promise<WebSocket>((resolve) => server.once("connection", resolve));
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`, options);
  const [ours] = await Promise.all([accepted, once(client, "open")]);
  onTestFinished(() => {
    client.terminate();
    ours.terminate();
    server.close();
  });
  return [ours, client];
}
