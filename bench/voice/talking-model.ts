import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { now } from "./page.ts";

/** A call of the model, with its times as `now` has them. */
export interface ModelCall {
  question: string;
  askedAt: number;
  /** When so many characters of the reply had been sent. */
  sent: { length: number; at: number }[];
  /** The connection was closed: by the caller, or after the end. */
  closedAt: number | undefined;
}

export interface TalkingModel {
  url: string;
  calls: ModelCall[];
  stop(): void;
}

const request = z.object({ messages: z.array(z.object({ content: z.string() })) });
const chunk = (delta: object, reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "bench", choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

/** Plays the OpenAI API: a word each so many milliseconds. To a question that ends with 'on' the reply has no end. */
export async function startTalkingModel(
  { firstTokenMs, tokenMs }: { firstTokenMs: number; tokenMs: number },
  replyTo: (question: string) => string,
  serveOther: (incoming: IncomingMessage, response: ServerResponse) => Promise<boolean> = async () => false,
): Promise<TalkingModel> {
  const calls: ModelCall[] = [];
  const server = createServer(async (incoming, response) => {
    if (await serveOther(incoming, response)) return;
    const call: ModelCall = { question: "", askedAt: now(), sent: [], closedAt: undefined };
    let body = "";
    for await (const part of incoming) body += part;
    call.question = questionIn(body);
    calls.push(call);
    response.once("close", () => {
      call.closedAt = now();
    });
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let length = 0;
    let dueAt = call.askedAt + firstTokenMs;
    do
      for (const word of replyTo(call.question).match(/\s*\S+/g) ?? []) {
        await sleep(Math.max(0, dueAt - now()));
        if (response.destroyed) return;
        dueAt += tokenMs;
        response.write(chunk({ content: word }));
        length += word.length;
        call.sent.push({ length, at: now() });
      }
    while (call.question.endsWith(" on"));
    response.end(`${chunk({}, "stop")}data: [DONE]\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The model has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What the person said, between the borders that the prompt gives it. */
function questionIn(body: string): string {
  const prompt = request.parse(JSON.parse(body)).messages.at(-1)?.content ?? "";
  return (/<question-(\w+)>\n([\s\S]*)\n<\/question-\1>/.exec(prompt)?.[2] ?? prompt).trim();
}
