import { EventSourceParserStream } from "eventsource-parser/stream";
import type { EventOf, InputOf, RouteContract } from "#shared/route.ts";
import { isRecord } from "@/lib/record.ts";
import { ApiError, type CallOptions, request } from "./api.ts";

/**
 * Reads a stream of `data: {json}` lines as typed events, without heartbeats and unknown kinds. @throws ApiError for
 * any other answer, with the message of the specification (section 8)
 */
export async function* streamEvents<Contract extends RouteContract>(
  contract: Contract,
  input: InputOf<Contract>,
  options: CallOptions = {},
): AsyncGenerator<EventOf<Contract>> {
  const response = await request(contract, input, options);
  const { status, headers } = response;
  // A captive portal, or a proxy that wants a login, answers with a page of its own.
  if (!headers.get("Content-Type")?.startsWith("text/event-stream")) throw new ApiError(status, "");
  // Chromium reports a body that was read as it came as a failed request (net::ERR_ABORTED), but not that of a copy.
  const { body } = response.clone();
  if (body === null) return;
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  try {
    for (let next = await events.read(); !next.done; next = await events.read()) {
      const event = readEvent(contract, next.value.data);
      if (event !== undefined) yield event;
    }
  } finally {
    await Promise.all([events.cancel(), response.body?.cancel()]).catch(() => undefined);
  }
}

function readEvent<Contract extends RouteContract>(contract: Contract, text: string): EventOf<Contract> | undefined;
function readEvent(contract: RouteContract, text: string): unknown {
  try {
    const event: unknown = JSON.parse(text);
    // The browser's build has no event schemas: readers ignore kinds that they don't know.
    if (contract.events === undefined) return isRecord(event) && typeof event.type === "string" ? event : undefined;
    return contract.events.safeParse(event).data;
  } catch {
    return undefined;
  }
}

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
