import { describe, expect, it } from "vitest";
import { PauseHabit } from "./pause-habit.ts";

const afterPauses = (...pauses: number[]) => {
  const habit = new PauseHabit();
  for (const ms of pauses) habit.paused(ms);
  return habit;
};

describe("a person's pauses", () => {
  it("don't count before there are some of them", () => {
    expect(afterPauses().patience(700)).toEqual({ pauseMs: 700, finishedMs: 0 });
    expect(afterPauses(300, 300, 300).patience(700).pauseMs).toBe(700);
  });

  it("shorten the wait for a person who pauses shortly, and lengthen it for one who thinks, both within bounds", () => {
    expect(afterPauses(260, 280, 300, 260, 280).patience(700).pauseMs).toBe(420);
    expect(afterPauses(400, 420, 450, 440, 430).patience(700).pauseMs).toBe(550);
    expect(afterPauses(1400, 1400, 1450, 1480, 1490).patience(700).pauseMs).toBe(1260);
  });

  it("count from the newest, so that a person may change", () => {
    const habit = afterPauses(1200, 1200, 1200, 1200, 1200);
    for (let time = 0; time < 20; time++) habit.paused(280);
    expect(habit.patience(700).pauseMs).toBe(420);
  });

  it("lengthen the wait after a whole question once it cut the person off, until it was right for a while", () => {
    const habit = afterPauses();
    habit.cutOff(1200);
    expect(habit.patience(700).finishedMs).toBe(600);
    habit.cutOff(1200);
    expect(habit.patience(700).finishedMs).toBe(900);
    for (let time = 0; time < 20; time++) habit.wasRight();
    expect(habit.patience(700).finishedMs).toBe(0);
  });

  it("never make a whole question wait longer than a statement", () => {
    const habit = afterPauses();
    for (let time = 0; time < 3; time++) habit.cutOff(1500);
    expect(habit.patience(500)).toEqual({ pauseMs: 500, finishedMs: 800 });
  });
});
