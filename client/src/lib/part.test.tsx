import { act, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { lazyPart, loadLazyParts, useLazyPart } from "./part.ts";

function Shown({ part, isWanted }: { part: ReturnType<typeof lazyPart<string>>; isWanted: boolean }) {
  const { value, error, retry } = useLazyPart(part, isWanted);
  return (
    <>
      <p>{value ?? (error === null ? "not there" : "failed")}</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </>
  );
}

/** A part whose loading each test ends as it likes. */
function newPart() {
  const begun: { end: (value: string) => void; fail: () => void }[] = [];
  const part = lazyPart(
    () =>
      new Promise<string>((resolve, reject) => {
        begun.push({ end: resolve, fail: () => reject(new TypeError("Failed to fetch")) });
      }),
  );
  return { part, begun };
}

const tryAgain = () => act(async () => screen.getByRole("button").click());

describe("a part of the product", () => {
  it("is not loaded before it is wanted, and then once for all who want it", async () => {
    const { part, begun } = newPart();
    const { rerender } = render(<Shown part={part} isWanted={false} />);
    expect(begun).toHaveLength(0);
    rerender(<Shown part={part} isWanted />);
    expect(begun).toHaveLength(1);
    await act(async () => begun[0]?.end("the menu"));
    expect(screen.getByText("the menu")).toBeTruthy();
    render(<Shown part={part} isWanted />);
    expect(begun).toHaveLength(1);
    expect(screen.getAllByText("the menu")).toHaveLength(2);
  });

  it("that can't be loaded is tried again when it is asked for, or wanted anew", async () => {
    const { part, begun } = newPart();
    const { rerender } = render(<Shown part={part} isWanted />);
    await act(async () => begun[0]?.fail());
    expect(screen.getByText("failed")).toBeTruthy();
    await tryAgain();
    expect(begun).toHaveLength(2);
    await act(async () => begun[1]?.fail());
    rerender(<Shown part={part} isWanted={false} />);
    expect(screen.getByText("not there")).toBeTruthy();
    rerender(<Shown part={part} isWanted />);
    await act(async () => begun[2]?.end("the menu"));
    expect(screen.getByText("the menu")).toBeTruthy();
  });

  it("is shown where it came between being drawn and being asked for", async () => {
    const drawn: null[] = [null];
    const part = { now: () => (drawn.length > 0 ? (drawn.pop() ?? null) : "the menu"), load: async () => "the menu" };
    render(<Shown part={part} isWanted />);
    expect(await screen.findByText("the menu")).toBeTruthy();
  });

  it("is there at once where it was loaded before it was wanted", async () => {
    const { part, begun } = newPart();
    const loading = loadLazyParts();
    begun[0]?.end("the menu");
    await loading;
    render(<Shown part={part} isWanted />);
    expect(screen.getByText("the menu")).toBeTruthy();
  });
});
