import { createServer, type Server } from "node:http";
import express from "express";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Connection, connect } from "../db/client.ts";
import { health } from "./health.ts";

let away: Connection;
let server: Server;
let url: string;
beforeAll(async () => {
  away = connect("postgres://somebody:hush-hush@127.0.0.1:1/nowhere", { max: 1, log: () => {} });
  server = createServer(express().use(health(away.pool)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  url = typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
});
afterAll(async () => {
  server.close();
  await away.close();
});

describe("a server whose database is away", () => {
  it("lives, is not ready, and says no more than that [T119]", async () => {
    const live = await fetch(`${url}/healthz`);
    expect([live.status, await live.text()]).toEqual([200, '{"status":"ok"}']);
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, '{"status":"not ready"}']);
  });
});
