import { createServer } from "node:http";
import { z } from "zod";

/** A process that plays the OpenAI API. Its parent sets the pace of the next replies by a message. */
const pace = z.object({ tokens: z.number(), everyMs: z.number() });
export type Pace = z.infer<typeof pace>;

let { tokens, everyMs }: Pace = { tokens: 40, everyMs: 20 };
const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "bench", ...fields })}\n\n`;
const token = chunk({ choices: [{ index: 0, delta: { content: "woof " }, finish_reason: null }] });
const last = `${chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`;

const server = createServer((request, response) => {
  const all = tokens;
  request.resume();
  request.on("end", () => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let sent = 0;
    const timer = setInterval(() => {
      if (response.destroyed) {
        clearInterval(timer);
        return;
      }
      response.write(token);
      sent += 1;
      if (sent < all) return;
      clearInterval(timer);
      response.end(last);
    }, everyMs);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(`http://127.0.0.1:${address.port}/v1`);
});
process.on("message", (message) => {
  ({ tokens, everyMs } = pace.parse(message));
});
