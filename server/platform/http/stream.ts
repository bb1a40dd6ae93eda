import type { Request, Response } from "express";
import type { BodyOf, EventOf, RouteContract } from "#shared/route.ts";
import { asHttpError } from "./error-handler.ts";
import {
  type AccessRule,
  type AdmittedRequest,
  admit,
  guardOf,
  type RouteContext,
  readBody,
  type ScopeOf,
} from "./gate.ts";
import { register } from "./handle.ts";
import type { RateLimitName } from "./rate-limits.ts";

/** Proxies commonly close a connection that is silent for 30 to 60 seconds. */
const HEARTBEAT_MS = 15_000;

type Events<Event> = AsyncIterable<Event> | Promise<AsyncIterable<Event>>;

interface StreamHandler<Contract extends RouteContract, Rule> {
  access: Rule;
  limit?: RateLimitName;
  run(input: AdmittedRequest<Contract, ScopeOf<Rule>> & { body: BodyOf<Contract> }): Events<EventOf<Contract>>;
}

/** `run` is read to its end even without a reader, so that the reply is stored. Later failures are `error` events. */
export function stream<Contract extends RouteContract, const Rule extends AccessRule<unknown>>(
  context: RouteContext,
  contract: Contract,
  { access, limit, run }: StreamHandler<Contract, Rule>,
): void {
  const guard = guardOf(access);
  register(context, { contract, access: guard.name, limit }, async (request, response) => {
    const admitted = await admit(context, contract, { guard, limit }, request);
    const iterable = await run({ ...admitted, body: await readBody(contract, request, response) });
    const events = iterable[Symbol.asyncIterator]();
    let next = await events.next();
    const writer = openEventStream(response);
    try {
      while (!next.done) {
        if (isContent(next.value)) request.firstContentAt ??= performance.now();
        const drained = writer.send(next.value);
        if (drained !== undefined) await drained;
        next = await events.next();
      }
    } catch (error) {
      const httpError = asHttpError(error);
      if (httpError.status >= 500)
        context.log.error({ err: error, request: request.id, path: contract.path }, "stream failed");
      await writer.send({ type: "error", error: httpError.message, code: httpError.code });
    } finally {
      writer.end();
    }
  });
}

function openEventStream(response: Response) {
  response.status(200).set({
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store, no-transform",
    "X-Accel-Buffering": "no",
  });
  response.socket?.setNoDelay(true);
  const heartbeat = setInterval(() => {
    if (isOpen(response)) response.write(": heartbeat\n\n");
  }, HEARTBEAT_MS);
  return {
    /** Drops events once the reader is gone. A slow reader gives a promise, so that memory stays bounded. */
    send(event: unknown): Promise<void> | undefined {
      if (!isOpen(response) || response.write(`data: ${toLine(event)}\n\n`)) return undefined;
      return untilDrained(response);
    },
    end(): void {
      clearInterval(heartbeat);
      response.end();
    },
  };
}

const isContent = (event: unknown) =>
  typeof event === "object" && event !== null && "type" in event && event.type === "content";

const isOpen = (response: Response) => !response.writableEnded && !response.destroyed;

/** JSON allows U+2028 and U+2029, which some readers take for a line end. */
function toLine(event: unknown): string {
  return JSON.stringify(event).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function untilDrained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off("drain", settle).off("close", settle);
      resolve();
    };
    response.once("drain", settle).once("close", settle);
  });
}

export function untilGone({ res }: Request): AbortSignal {
  const gone = new AbortController();
  res?.once("close", () => gone.abort());
  return gone.signal;
}
