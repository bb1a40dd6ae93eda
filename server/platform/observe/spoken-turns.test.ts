import { once } from "node:events";
import express from "express";
import { describe, expect, it } from "vitest";
import { createSpokenTurns, type TurnStage } from "./spoken-turns.ts";

function begun() {
  let time = 0;
  const noted: [TurnStage, number][] = [];
  const turns = createSpokenTurns(
    (stage, seconds) => noted.push([stage, seconds]),
    () => time,
  );
  return {
    turns,
    noted,
    pass(ms: number) {
      time += ms;
    },
  };
}

describe("a spoken turn", () => {
  it("is measured from its end over its text and question to the first token and the first audio", () => {
    const { turns, noted, pass } = begun();
    turns.ended("ann");
    pass(150);
    turns.heard("ann");
    pass(20);
    const clock = turns.startClock("ann");
    clock.reached("evidence");
    pass(300);
    clock.reached("first words");
    clock.reached("first words");
    pass(130);
    clock.reached("first audio");
    expect(noted).toEqual([
      ["final text", 0.15],
      ["question", 0.17],
      ["first token", 0.47],
      ["first audio", 0.6],
    ]);
  });

  it("has one question; another, or one of somebody else, is not measured", () => {
    const { turns, noted } = begun();
    turns.ended("ann");
    turns.startClock("ann").reached("first words");
    turns.heard("ann");
    turns.startClock("ben").reached("first words");
    turns.startClock().reached("first words");
    turns.startClock("ann");
    turns.startClock("ann").reached("first words");
    expect(noted.map(([stage]) => stage)).toEqual(["final text", "question"]);
  });

  it("ends the one before", () => {
    const { turns, noted, pass } = begun();
    turns.ended("ann");
    turns.heard("ann");
    pass(500);
    turns.ended("ann");
    turns.startClock("ann").reached("first words");
    expect(noted).toEqual([["final text", 0]]);
  });

  it("is told to the person's browser alone, and only once its text is known", async () => {
    const { turns, pass } = begun();
    const app = express();
    app.use((request, _response, next) => {
      const id = request.headers.authorization;
      if (id !== undefined) Object.assign(request, { user: { id } });
      next();
    });
    app.use(turns.serverTiming, (_request, response) => {
      response.end();
    });
    const server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    const timing = async (user?: string) => {
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("There is no port.");
      const headers = user === undefined ? {} : { Authorization: user };
      return (await fetch(`http://127.0.0.1:${address.port}/`, { headers })).headers.get("server-timing");
    };
    try {
      turns.ended("ann");
      expect(await timing("ann")).toBeNull();
      pass(162.44);
      turns.heard("ann");
      expect(await timing("ann")).toBe("final-text;dur=162.4");
      pass(10);
      turns.startClock("ann");
      expect(await timing("ann")).toBe("final-text;dur=162.4, question;dur=172.4");
      expect(await timing("ben")).toBeNull();
      expect(await timing()).toBeNull();
    } finally {
      server.close();
    }
  });
});
