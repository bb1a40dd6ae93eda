import type { EventOf, InputOf, RouteContract } from "../../../shared/route.ts";
import { ApiError, type CallOptions, request } from "./api.ts";

/**
 * Reads a stream of `data: {json}` lines as typed events. Comment lines (heartbeats) and events of kinds that this
 * client does not know are skipped.
 * @throws ApiError for any answer other than 2xx, with the message that the specification gives (section 8).
 */
export async function* streamEvents<Contract extends RouteContract>(
  contract: Contract,
  input: InputOf<Contract>,
  options: CallOptions = {},
): AsyncGenerator<EventOf<Contract>> {
  const response = await request(contract, input, options);
  if (response.body === null) return;
  for await (const line of linesOf(response.body)) {
    if (!line.startsWith("data: ")) continue;
    const event = readEvent(contract, line.slice("data: ".length));
    if (event !== undefined) yield event;
  }
}

/** What to tell the person when a stream could not begin: the error field, else the text, else the status. */
export function streamFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : "An error occurred";
  return error.serverMessage ?? (error.text || `HTTP error! status: ${error.status}`);
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const lines = rest.split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readEvent<Contract extends RouteContract>(contract: Contract, text: string): EventOf<Contract> | undefined;
function readEvent(contract: RouteContract, text: string): unknown {
  try {
    return contract.events?.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
