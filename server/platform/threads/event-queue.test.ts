import { describe, expect, it } from "vitest";
import { createEventQueue } from "./event-queue.ts";

const queueOfText = () =>
  createEventQueue<string>((first, second) => (first === "!" || second === "!" ? null : first + second));

async function readAll(queue: ReturnType<typeof queueOfText>): Promise<string[]> {
  const read: string[] = [];
  for await (const event of queue.read()) read.push(event);
  return read;
}

describe("events on their way to a reader", () => {
  it("arrive one by one where the reader is quick", async () => {
    const queue = queueOfText();
    const reading = readAll(queue);
    for (const event of ["a", "b", "c"]) {
      queue.push(event);
      await new Promise(setImmediate);
    }
    queue.end();
    expect(await reading).toEqual(["a", "b", "c"]);
  });

  it("are joined while they wait, so that a slow reader holds no more than the text [T91]", async () => {
    const queue = queueOfText();
    for (const event of ["!", "a", "b", "c"]) queue.push(event);
    queue.end();
    expect(await readAll(queue)).toEqual(["!", "abc"]);
  });

  it("keep their place where something between them can't be joined [T82]", async () => {
    const queue = queueOfText();
    for (const event of ["a", "b", "!", "c", "d", "!"]) queue.push(event);
    queue.end();
    expect(await readAll(queue)).toEqual(["ab", "!", "cd", "!"]);
  });

  it("tell their maker when the reader goes before the end", async () => {
    const queue = queueOfText();
    let isLeft = false;
    queue.push("a");
    for await (const event of queue.read(() => {
      isLeft = true;
    })) {
      expect([event, isLeft]).toEqual(["a", false]);
      break;
    }
    expect(isLeft).toBe(true);
  });

  it("are all read before an error is", async () => {
    const queue = queueOfText();
    queue.push("a");
    queue.fail(new Error("broken"));
    const events = queue.read()[Symbol.asyncIterator]();
    expect((await events.next()).value).toBe("a");
    await expect(events.next()).rejects.toThrow("broken");
  });
});
