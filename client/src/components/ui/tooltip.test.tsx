import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Tooltip } from "./tooltip.tsx";

const words = () => screen.queryByRole("tooltip")?.textContent ?? null;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const enter = (name: string, pointerType = "mouse") =>
  fireEvent.pointerEnter(screen.getByRole("button", { name }), { pointerType });
const leave = (name: string) => fireEvent.pointerLeave(screen.getByRole("button", { name }));

beforeEach(() => {
  vi.useFakeTimers();
  // No tooltip of another test was closed just now.
  vi.advanceTimersByTime(1000);
  render(
    <>
      <Tooltip label="Begins a walk">
        <button type="button">Walk</button>
      </Tooltip>
      <Tooltip label="Goes home">
        <button type="button">Home</button>
      </Tooltip>
    </>,
  );
});

describe("a tooltip", () => {
  it("comes when the mouse rests on the control, and goes when it leaves", () => {
    enter("Walk");
    pass(699);
    expect(words()).toBeNull();
    pass(1);
    expect(words()).toBe("Begins a walk");
    leave("Walk");
    expect(words()).toBeNull();
  });

  it("comes at once at the next control, and after a pause waits again", () => {
    enter("Walk");
    pass(700);
    leave("Walk");
    pass(299);
    enter("Home");
    pass(0);
    expect(words()).toBe("Goes home");
    leave("Home");
    pass(300);
    enter("Walk");
    pass(0);
    expect(words()).toBeNull();
  });

  it("does not come for a finger, nor after a press", () => {
    enter("Walk", "touch");
    pass(700);
    expect(words()).toBeNull();
    enter("Walk");
    fireEvent.pointerDown(screen.getByRole("button", { name: "Walk" }));
    pass(700);
    expect(words()).toBeNull();
  });

  it("comes for whoever goes there by the keyboard, and goes by Escape", () => {
    const button = screen.getByRole("button", { name: "Walk" });
    vi.spyOn(button, "matches").mockReturnValue(true);
    act(() => button.focus());
    expect(words()).toBe("Begins a walk");
    fireEvent.keyDown(button, { key: "Escape" });
    expect(words()).toBeNull();
  });
});
