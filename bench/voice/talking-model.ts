import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { now } from "./clock.ts";

export interface ReplyTimes {
  /** When a reader could know the first sentence as complete: its last word and the beginning of the next were sent. */
  firstSentenceAt: number;
  endedAt: number;
  /** When the connection was closed: by the caller, or after the end. */
  closedAt: Promise<number>;
}

/** A call of the model, with its times as `now` has them. */
export interface ModelCall {
  question: string;
  askedAt: number;
  /** The first words were sent; undefined where the caller left before. */
  firstAt?: number;
  /** When so many characters of the reply had been sent. */
  sent: { length: number; at: number }[];
}

export interface TalkingModel {
  url: string;
  calls: ModelCall[];
  /** What was sent, by the number in the question. */
  told: Map<string, ReplyTimes>;
  stop(): void;
}

/** Plays the OpenAI API: the question `Tell 17` is told story 17, a word at a time; `Tell 17 on` never ends. */
export async function startTalkingModel(
  everyMs: number,
  storyOf: (number: string) => string,
  firstMs = everyMs,
): Promise<TalkingModel> {
  const told = new Map<string, ReplyTimes>();
  const calls: ModelCall[] = [];
  const server = createServer(async (request, response) => {
    const askedAt = now();
    let body = "";
    for await (const part of request) body += part;
    const call: ModelCall = { question: questionIn(body), askedAt, sent: [] };
    calls.push(call);
    const [, number = "", on] = [...body.matchAll(/Tell (\d+)( on)?/g)].at(-1) ?? [];
    const closedAt = new Promise<number>((resolve) => response.once("close", () => resolve(performance.now())));
    const mine: ReplyTimes = { firstSentenceAt: 0, endedAt: 0, closedAt };
    told.set(number, mine);
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let sentence = "";
    let dueAt = askedAt + firstMs;
    for (const word of wordsOf(storyOf(number), on !== undefined)) {
      await sleep(Math.max(0, dueAt - now()));
      dueAt += everyMs;
      if (response.destroyed) return;
      call.firstAt ??= now();
      response.write(chunk({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] }));
      if (mine.firstSentenceAt === 0 && sentence.endsWith(".")) mine.firstSentenceAt = performance.now();
      sentence += word;
      call.sent.push({ length: sentence.length, at: now() });
    }
    response.end(`${chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`);
    mine.endedAt = performance.now();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The model has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    calls,
    told,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const asked = z.object({ messages: z.array(z.object({ content: z.string() })) });

/** What the person said, between the borders that the prompt gives it. */
function questionIn(body: string): string {
  const prompt = asked.parse(JSON.parse(body)).messages.at(-1)?.content ?? "";
  return (/<question-(\w+)>\n([\s\S]*)\n<\/question-\1>/.exec(prompt)?.[2] ?? prompt).trim();
}

function* wordsOf(story: string, endless: boolean): Generator<string> {
  do yield* story.match(/\s*\S+/g) ?? [];
  while (endless);
}

const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "bench", ...fields })}\n\n`;
