import { once } from "node:events";
import express from "express";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClock } from "./clock.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

/** What the browser of a person is told after all that. */
async function timingOf(clock: ReturnType<typeof createClock>, user?: string): Promise<string | null> {
  const app = express();
  app.use((request, _response, next) => {
    if (user !== undefined) Object.assign(request, { user: { id: user } });
    next();
  });
  app.use(clock.serverTiming, (_request, response) => void response.end());
  const server = app.listen(0, "127.0.0.1");
  try {
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("There is no port.");
    return (await fetch(`http://127.0.0.1:${address.port}/`)).headers.get("server-timing");
  } finally {
    server.close();
  }
}

describe("a spoken turn", () => {
  it("is measured from its end over its text and question to the first token and the first audio", async () => {
    const clock = createClock();
    clock.turnEnded("ann");
    vi.advanceTimersByTime(150);
    clock.turnHeard("ann");
    vi.advanceTimersByTime(20);
    const reply = clock.startReply("ann");
    reply.reached("evidence");
    vi.advanceTimersByTime(300);
    reply.reached("first words");
    vi.advanceTimersByTime(130);
    reply.reached("first words");
    reply.reached("first audio");
    expect(await timingOf(clock, "ann")).toBe(
      "final-text;dur=150.0, question;dur=170.0, first-token;dur=470.0, first-audio;dur=600.0",
    );
  });

  it("has one question; another, or one of somebody else, is not measured", async () => {
    const clock = createClock();
    clock.turnEnded("ann");
    clock.startReply("ann").reached("first words");
    clock.turnHeard("ann");
    clock.startReply("ben").reached("first words");
    clock.startReply().reached("first words");
    clock.startReply("ann");
    clock.startReply("ann").reached("first words");
    expect(await timingOf(clock, "ann")).toBe("final-text;dur=0.0, question;dur=0.0");
  });

  it("ends the one before", async () => {
    const clock = createClock();
    clock.turnEnded("ann");
    clock.turnHeard("ann");
    clock.turnEnded("ann");
    clock.startReply("ann").reached("first words");
    expect(await timingOf(clock, "ann")).toBeNull();
  });

  it("is told to the person's browser alone, and only once its text is known", async () => {
    const clock = createClock();
    clock.turnEnded("ann");
    expect(await timingOf(clock, "ann")).toBeNull();
    vi.advanceTimersByTime(162.44);
    clock.turnHeard("ann");
    expect(await timingOf(clock, "ann")).toBe("final-text;dur=162.4");
    expect(await timingOf(clock, "ben")).toBeNull();
    expect(await timingOf(clock)).toBeNull();
  });
});
