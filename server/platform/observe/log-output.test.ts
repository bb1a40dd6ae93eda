import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createLogOutput, type FileCalls } from "./log-output.ts";

/** Plays a pipe with room for so many bytes; whoever reads it takes all of it at once. */
function playPipe(atFirst: number) {
  let room = atFirst;
  let inPipe = "";
  let read = "";
  let isBroken = false;
  let isDiskFull = false;
  const take = (bytes: Buffer): number => {
    if (isBroken) throw Object.assign(new Error("broken pipe"), { code: "EPIPE" });
    if (isDiskFull) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
    const count = Math.min(bytes.length, room - inPipe.length);
    if (count <= 0) throw Object.assign(new Error("try again"), { code: "EAGAIN" });
    inPipe += bytes.subarray(0, count).toString();
    return count;
  };
  const calls = {
    write(...[, bytes, , , , done]: [number, Buffer, number, number, null, (error: unknown, count: number) => void]) {
      setImmediate(() => {
        try {
          done(null, take(bytes));
        } catch (error) {
          done(error, 0);
        }
      });
    },
    writeSync: (_: number, bytes: Buffer) => take(bytes),
  } as unknown as FileCalls;
  const readAll = () => {
    read += inPipe;
    inPipe = "";
    return read;
  };
  const widen = () => {
    room = Number.POSITIVE_INFINITY;
  };
  const close = () => {
    isBroken = true;
  };
  const setDiskFull = (isFull: boolean) => {
    isDiskFull = isFull;
  };
  return { calls, readAll, widen, close, setDiskFull };
}

const line = (text: string) => `${text.padEnd(999, ".")}\n`;

describe("what the log is written to", () => {
  it("gets every line in its order, also by a pipe that is shorter than a line", async () => {
    const pipe = playPipe(700);
    const output = createLogOutput(1, pipe.calls);
    for (const text of ["one", "two", "three"]) output.write(line(text));
    await expect.poll(pipe.readAll).toBe(line("one") + line("two") + line("three"));
  });

  it("goes on where nobody reads, keeps a bounded part, and says later how much it left out", async () => {
    const pipe = playPipe(10_000);
    const output = createLogOutput(1, pipe.calls);
    for (let count = 0; count < 20_000; count++) output.write(line(`line ${count}`));
    pipe.widen();
    const said = () => pipe.readAll().split("\n").at(-2) ?? "";
    await expect.poll(said).toContain("left out");
    const kept = pipe.readAll().split("\n").length - 2;
    expect(kept).toBeLessThan(8_500);
    expect(JSON.parse(said())).toMatchObject({ level: 40, lines: 20_000 - kept });
    output.write(line("and on"));
    await expect.poll(pipe.readAll).toContain("and on");
  });

  it("writes at the end what waits, and ends also where nobody takes it", async () => {
    const pipe = playPipe(2_500);
    const output = createLogOutput(1, pipe.calls);
    for (const text of ["one", "two", "three", "four"]) output.write(line(text));
    await sleep(50);
    output.end();
    expect(pipe.readAll()).toHaveLength(2_500);
    output.end();
    expect(pipe.readAll()).toHaveLength(2_500);
  });

  it("goes on with what waits when a full disk has room again", async () => {
    const pipe = playPipe(10_000);
    const output = createLogOutput(1, pipe.calls);
    pipe.setDiskFull(true);
    output.write(line("one"));
    await sleep(50);
    output.write(line("two"));
    pipe.setDiskFull(false);
    await expect.poll(pipe.readAll).toBe(line("one") + line("two"));
  });

  it("keeps nothing for a reader that is gone", async () => {
    const pipe = playPipe(10_000);
    pipe.close();
    const output = createLogOutput(1, pipe.calls);
    output.write(line("one"));
    output.end();
    expect(pipe.readAll()).toBe("");
  });
});
