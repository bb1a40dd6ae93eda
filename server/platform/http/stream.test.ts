import { once } from "node:events";
import type { Server } from "node:http";
import { connect as dial, type Socket } from "node:net";
import { tmpdir } from "node:os";
import express from "express";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import { route } from "#shared/route.ts";
import { type Connection, connect } from "../db/client.ts";
import { createLog } from "../observe/log.ts";
import { createEventQueue, joinContent } from "../threads/event-queue.ts";
import { createHttpServer } from "./connections.ts";
import { type Entrance, tooManyQuestions } from "./entrance.ts";
import { errorHandler } from "./error-handler.ts";
import type { RouteContext } from "./gate.ts";
import { createRateLimiter, type RateLimiter } from "./rate-limit.ts";
import { createReceivedFiles } from "./received-files.ts";
import { stream } from "./stream.ts";

const question = route({
  method: "POST",
  path: "/questions",
  summary: "A question of the test",
  events: z.object({ type: z.string() }),
});
const events = route({
  method: "GET",
  path: "/events",
  summary: "Events of the test",
  events: z.object({ type: z.string(), text: z.string().optional() }),
});
type Event = { type: string; text?: string };

/** Whether questions get in just now. */
let isFull = false;
const entrance: Entrance = { enter: (lookUp) => (isFull ? Promise.reject(tooManyQuestions()) : lookUp()) };

/** What the next reader is told. */
let tell: () => AsyncIterable<Event>;
let database: Connection;
let limiter: RateLimiter;
let server: Server;
let port: number;
beforeAll(async () => {
  const log = createLog("silent");
  database = connect("postgres://nobody@127.0.0.1:1/none", { max: 1, log: () => {} });
  const router = express.Router();
  limiter = createRateLimiter({ pool: database.pool, log, scale: 1, secret: "a secret of the test" });
  const receivedFiles = createReceivedFiles(tmpdir(), 1);
  const context: RouteContext = {
    router,
    db: database.db,
    log,
    limiter,
    entrance,
    receivedFiles,
    webSockets: new Set(),
    registered: [],
  };
  stream(context, events, { access: "public", run: () => tell() });
  stream(context, question, { access: "public", limit: "tryOut", run: () => tell() });
  server = createHttpServer().on("request", express().use(router, errorHandler(log)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await database.close();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reader that has asked and does not read before it is told to. */
async function ask(): Promise<Socket> {
  const socket = dial(port, "127.0.0.1").pause();
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, "connect");
  socket.write("GET /events HTTP/1.1\r\nHost: here\r\n\r\n");
  return socket;
}

/** Lets the reader read; what it has read so far. */
function reading(socket: Socket): () => string {
  let read = "";
  socket
    .setEncoding("utf8")
    .on("data", (text: string) => {
      read += text;
    })
    .resume();
  return () => read;
}

describe("a question while more is asked than can be answered", () => {
  it("is sent away with a sentence and the time to come back, and is not counted", async () => {
    isFull = true;
    onTestFinished(() => {
      isFull = false;
    });
    tell = () => {
      throw new Error("It was asked.");
    };
    const counted = vi.spyOn(limiter, "count");
    const response = await fetch(`http://127.0.0.1:${port}/questions`, { method: "POST" });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "overloaded", error: expect.stringContaining("try again") });
    expect(counted).not.toHaveBeenCalled();
  });
});

describe("a stream of events", () => {
  it("says that it lives every 15 seconds while there is nothing to tell [T90]", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let finish = () => {};
    tell = async function* () {
      yield { type: "first" };
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    };
    const socket = await ask();
    const read = reading(socket);
    await expect.poll(read).toContain('data: {"type":"first"}');
    expect(read()).toMatch(/x-accel-buffering: no/i);
    expect(read()).not.toContain("heartbeat");
    vi.advanceTimersByTime(15_000);
    await expect.poll(read).toContain(": heartbeat\n\n");
    finish();
  });

  it("waits for a slow reader instead of collecting what it does not read, and goes on when it reads [T91]", async () => {
    const text = "x".repeat(64 * 1024);
    const all = 1_000;
    let told = 0;
    tell = async function* () {
      for (; told < all; told += 1) {
        yield { type: "content", text };
        // So that the socket may take what was written.
        await new Promise(setImmediate);
      }
    };
    const socket = await ask();
    const standsStill = async () => {
      const before = told;
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve, 10));
      return told > 0 && told === before;
    };
    await expect.poll(standsStill).toBe(true);
    // What the two sockets of the system take is some megabytes.
    expect(told).toBeLessThan(all / 2);
    socket.resume();
    await expect.poll(() => told).toBe(all);
  });

  it("is told to its end when its reader goes away, and holds nothing for them", async () => {
    const text = "x".repeat(64 * 1024);
    let told = 0;
    let isOver = false;
    tell = async function* () {
      for (; told < 1_000; told += 1) {
        yield { type: "content", text };
        await new Promise(setImmediate);
      }
      isOver = true;
    };
    const socket = await ask();
    await expect.poll(() => told).toBeGreaterThan(0);
    socket.destroy();
    await expect.poll(() => isOver).toBe(true);
    expect(told).toBe(1_000);
  });

  it("begins with its headers, and gives all words at once, also while the event loop has work", async () => {
    const queue = createEventQueue<{ type: string; content: string }>(joinContent);
    tell = () => queue.read();
    // Both are written before the first is on its way.
    queue.push({ type: "session", content: "" });
    queue.push({ type: "content", content: "One" });
    const read = reading(await ask());
    await expect.poll(read).toContain('"One"');
    expect(read()).toMatch(/^HTTP\/1\.1 200 /);
    const busyUntil = performance.now() + 300;
    while (performance.now() < busyUntil);
    for (const content of [" two", " three", " four"]) {
      queue.push({ type: "content", content });
      await new Promise(setImmediate);
    }
    queue.end();
    await expect.poll(read).toContain("\r\n0\r\n");
    expect(read().match(/ two| three| four|data/g)).toEqual([
      "data",
      "data",
      "data",
      " two",
      "data",
      " three",
      "data",
      " four",
    ]);
  });

  it("is well-formed HTTP, also for letters of several bytes", async () => {
    tell = async function* () {
      yield { type: "content", text: "añ🐶" };
      await new Promise(setImmediate);
      yield { type: "content", text: "語" };
    };
    const answer = await fetch(`http://127.0.0.1:${port}/events`);
    const told = ["añ🐶", "語"].map((text) => `data: ${JSON.stringify({ type: "content", text })}\n\n`);
    expect(await answer.text()).toBe(told.join(""));
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/events`, { method: "HEAD" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
  });

  it("can't be forged by what is told [T84]", async () => {
    const hostile = 'a\n\ndata: {"type":"error"}\r\n\r\nevent: x\u2028\u2029id: 1';
    tell = async function* () {
      yield { type: "content", text: hostile };
    };
    const socket = await ask();
    const read = reading(socket);
    await expect.poll(read).toContain("\r\n0\r\n");
    const lines = read()
      .split(/\r\n|[\n\r\u2028\u2029]/)
      .filter((line) => /^(data|event|id|retry):/.test(line));
    expect(lines).toEqual([
      `data: ${JSON.stringify({ type: "content", text: hostile }).replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")}`,
    ]);
  });

  it("ends with an error for a person where its making fails, without inner details", async () => {
    tell = async function* () {
      yield { type: "first" };
      throw new Error("inner detail");
    };
    const socket = await ask();
    const read = reading(socket);
    await expect.poll(read).toContain("\r\n0\r\n");
    expect(read()).toContain('data: {"type":"error","error":"Something went wrong on our side. Please try again."');
    expect(read()).not.toContain("inner detail");
  });
});
