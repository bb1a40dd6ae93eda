import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { closings } from "#shared/api/listen.ts";
import { webSocketPair } from "#tests/support/web-socket-pair.ts";
import { createLog } from "../observe/log.ts";
import { closeWebSocket, guardListener, keepAlive } from "./web-socket.ts";

/** Real sockets, and a clock that the test moves. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Proxies commonly close a connection that is silent for 60 seconds. */
const PING_MS = 25_000;

it("a peer that answers each ping stays connected", async () => {
  const [ours, theirs] = await webSocketPair();
  keepAlive(ours);
  for (let ping = 0; ping < 5; ping += 1) {
    const pong = once(ours, "pong");
    vi.advanceTimersByTime(PING_MS);
    await pong;
  }
  expect([ours.readyState, theirs.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
});

it("a peer that misses a ping is taken for gone at the next", async () => {
  const [ours, theirs] = await webSocketPair({ autoPong: false });
  keepAlive(ours);
  const pinged = once(theirs, "ping");
  vi.advanceTimersByTime(PING_MS);
  await pinged;
  expect(ours.readyState).toBe(WebSocket.OPEN);
  const closed = once(ours, "close");
  vi.advanceTimersByTime(PING_MS);
  expect((await closed)[0]).toBe(1006);
  expect(vi.getTimerCount()).toBe(0);
});

it("a peer that does not answer the close is cut off after a moment", async () => {
  const [ours, theirs] = await webSocketPair();
  keepAlive(ours);
  // As one that has vanished: it reads nothing any more.
  theirs.pause();
  const closed = once(ours, "close");
  closeWebSocket(ours, closings.restarting);
  vi.advanceTimersByTime(1_999);
  expect(ours.readyState).toBe(WebSocket.CLOSING);
  vi.advanceTimersByTime(1);
  await closed;
});

it("an error in what hears a socket's frames ends this socket alone, and is logged [T139]", async () => {
  const [ours, theirs] = await webSocketPair();
  const lines: string[] = [];
  const log = createLog("error", { to: { write: (line) => void lines.push(line) } });
  const fail = () => {
    throw new Error("thrown in a listener");
  };
  ours.on("message", guardListener(ours, log, fail));
  theirs.send("anything");
  expect((await once(theirs, "close"))[0]).toBe(1006);
  expect(lines.join("")).toContain("thrown in a listener");
});
