import { createServer } from "node:http";
import { z } from "zod";

const value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() }).loose();
const attributes = z.array(z.object({ key: z.string(), value }));
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes,
  status: z.object({ code: z.number().optional() }),
});
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

export type SentSpan = z.output<typeof span>;

export interface CollectorServer {
  url: string;
  /** Every span, in the order in which they came. */
  spans: SentSpan[];
  /** Everything that was sent, as it was sent. */
  bodies: string[];
  /** The headers of the last call. */
  headers: Record<string, string | string[] | undefined>;
  stop(): Promise<void>;
}

/** Plays a collector of OpenTelemetry, which takes OTLP as JSON. */
export async function startCollectorServer(): Promise<CollectorServer> {
  const spans: SentSpan[] = [];
  const bodies: string[] = [];
  const played: Pick<CollectorServer, "spans" | "bodies" | "headers"> = { spans, bodies, headers: {} };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    const body = Buffer.concat(pieces).toString();
    if (request.url !== "/v1/traces") return void response.writeHead(404).end();
    played.headers = request.headers;
    bodies.push(body);
    const { resourceSpans } = sent.parse(JSON.parse(body));
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The collector has no port.");
  return Object.assign(played, {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  });
}
