import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface Told {
  /** When a reader could know the first sentence as complete: its last word and the beginning of the next were sent. */
  firstSentenceAt: number;
  endedAt: number;
  /** When the caller closed the connection before the end; undefined where it read everything. */
  leftAt?: number;
}

export interface TalkingModel {
  url: string;
  /** What was sent, by the number in the question. */
  told: Map<string, Told>;
  stop(): void;
}

/** Plays the OpenAI API: the question `Tell 17` is told story 17, a word at a time; `Tell 17 on` never ends. */
export async function startTalkingModel(everyMs: number, storyOf: (number: string) => string): Promise<TalkingModel> {
  const told = new Map<string, Told>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [, number = "", on] = [...body.matchAll(/Tell (\d+)( on)?/g)].at(-1) ?? [];
    const mine: Told = { firstSentenceAt: 0, endedAt: 0 };
    told.set(number, mine);
    response.once("close", () => {
      if (!response.writableFinished) mine.leftAt = performance.now();
    });
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    let sentence = "";
    for (const word of wordsOf(storyOf(number), on !== undefined)) {
      await sleep(everyMs);
      if (response.destroyed) return;
      response.write(chunk({ choices: [{ index: 0, delta: { content: word }, finish_reason: null }] }));
      if (mine.firstSentenceAt === 0 && sentence.endsWith(".")) mine.firstSentenceAt = performance.now();
      sentence += word;
    }
    response.end(`${chunk({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}data: [DONE]\n\n`);
    mine.endedAt = performance.now();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The model has no port.");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    told,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function* wordsOf(story: string, endless: boolean): Generator<string> {
  do yield* story.match(/\s*\S+/g) ?? [];
  while (endless);
}

const chunk = (fields: object) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 0, model: "bench", ...fields })}\n\n`;
