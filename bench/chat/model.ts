import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { MODEL_WORD, type Pace, pace } from "./clients.ts";

/** A process that plays the OpenAI API. Its parent sets the pace of the next replies by a message. */
let { tokens, everyMs, firstMs }: Pace = { tokens: 40, everyMs: 20, firstMs: 100 };
const chunk = (delta: object, reason: string | null) => {
  const choices = [{ index: 0, delta, finish_reason: reason }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "bench", choices })}\n\n`;
};
/** Real servers name the role before the first word. */
const role = chunk({ role: "assistant", content: "" }, null);
const token = chunk({ content: `${MODEL_WORD} ` }, null);
const last = `${chunk({}, "stop")}data: [DONE]\n\n`;

const server = createServer((request, response) => {
  const reply = { tokens, everyMs, firstMs };
  request.resume();
  request.on("end", async () => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write(role);
    await sleep(reply.firstMs);
    const startedAt = performance.now();
    for (let sent = 0; sent < reply.tokens && !response.destroyed; sent += 1) {
      const wait = startedAt + sent * reply.everyMs - performance.now();
      if (wait > 0) await sleep(wait);
      response.write(token);
    }
    response.end(last);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(`http://127.0.0.1:${address.port}/v1`);
});
process.on("message", (message) => {
  ({ tokens, everyMs, firstMs } = pace.parse(message));
});
process.once("disconnect", () => process.exit());
