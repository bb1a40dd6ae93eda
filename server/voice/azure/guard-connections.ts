import { isIP } from "node:net";
import { lookUpEngine, mayHaveEngine } from "#server/platform/http/engine-address.ts";
import { hostOf } from "#server/platform/http/own-network.ts";

/** The SDK's adapter of a web socket; its socket is private. */
interface Adapter {
  readonly prototype: { open(): Promise<unknown> };
}

/** The part of a `ws` socket that is used here. */
interface Socket {
  onmessage: (event: unknown) => void;
  terminate(): void;
  on(event: "redirect", listener: (url: string) => void): void;
}

/**
 * Connecting takes a fraction of a second, but a service that accepts the connection and never answers would block it for
 * ever.
 */
const CONNECTING_MS = 10_000;

/**
 * Makes every connection of the SDK end cleanly, and go to no address where no engine can be. Without this, a message
 * without content throws in an event of the socket, where nobody can catch it, and ends the process; and a handshake has no
 * time limit.
 */
export function guardConnections(adapter: Adapter): void {
  guardAgent(adapter.prototype);
  const { open } = adapter.prototype;
  adapter.prototype.open = function guarded(this: Adapter["prototype"]) {
    const opening = open.call(this);
    const socket: unknown = Reflect.get(this, "privWebsocketClient");
    if (isSocket(socket)) guard(socket, opening);
    return opening;
  };
}

/** The agent that connects is made by a private function. */
function guardAgent(prototype: Adapter["prototype"]): void {
  const getAgent: unknown = Reflect.get(prototype, "getAgent");
  if (typeof getAgent !== "function") throw new Error("The speech SDK connects in another way than it did.");
  Reflect.set(prototype, "getAgent", function guarded(this: unknown, protocol: string) {
    const agent: unknown = getAgent.call(this, protocol);
    const { options = {} }: { options?: object } = Object(agent);
    Object.assign(options, { lookup: lookUpEngine });
    return agent;
  });
}

function guard(socket: Socket, opening: Promise<unknown>): void {
  const { onmessage } = socket;
  socket.onmessage = (event) => {
    try {
      onmessage(event);
    } catch {
      // The SDK then reports to the turn that the connection broke.
      socket.terminate();
    }
  };
  // A name is looked up as always.
  socket.on("redirect", (url) => {
    const host = hostOf(url);
    if (isIP(host) !== 0 && !mayHaveEngine(host)) socket.terminate();
  });
  const timer = setTimeout(() => socket.terminate(), CONNECTING_MS);
  timer.unref();
  const opened = () => clearTimeout(timer);
  opening.then(opened, opened);
}

function isSocket(value: unknown): value is Socket {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof Reflect.get(value, "onmessage") === "function" &&
    typeof Reflect.get(value, "terminate") === "function" &&
    typeof Reflect.get(value, "on") === "function"
  );
}
