import { isIP } from "node:net";
import { hostOf, lookUpEngine, mayHaveEngine } from "#server/platform/http/addresses.ts";

interface Adapter {
  readonly prototype: { open(): Promise<unknown> };
}

interface Socket {
  onmessage: (event: unknown) => void;
  terminate(): void;
  on(event: "redirect", listener: (url: string) => void): void;
}

/** A service that accepts the connection and never answers would block it for ever. */
const CONNECTING_MS = 10_000;

/** Else a message without content ends the process, and a handshake has no time limit. */
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
      // The SDK then reports a broken connection.
      socket.terminate();
    }
  };
  // A name is checked when it is looked up.
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
