import { Agent, createServer, request } from "node:http";

/**
 * A server that only pipes between client and model, as the limit for comparison; to a GET it answers with a small list.
 * Argument: the model's URL.
 */
const [model = ""] = process.argv.slice(2);
const connections = new Agent({ keepAlive: true });
const list = JSON.stringify({
  items: Array.from({ length: 5 }, (_, id) => ({ id, name: "Tucker", note: "x".repeat(80) })),
});

const server = createServer((incoming, outgoing) => {
  if (incoming.method === "GET") {
    outgoing.writeHead(200, { "Content-Type": "application/json" }).end(list);
    return;
  }
  const asking = request(`${model}/chat/completions`, { method: "POST", agent: connections }, (response) => {
    outgoing.writeHead(200, { "Content-Type": "text/event-stream" });
    response.pipe(outgoing);
  });
  asking.on("error", () => outgoing.destroy());
  incoming.pipe(asking);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});
process.once("disconnect", () => process.exit());
