import * as DialogPrimitive from "@radix-ui/react-dialog";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { type LazyPart, lazyPart } from "@/lib/part.ts";
import { Overlay } from "./dialog.tsx";
import type { OverlayProps } from "./dialog-panels.tsx";

let loads: number;
let isReachable: boolean;
let closed: number;
let panel: LazyPart<ComponentType<OverlayProps>>;

const LoadedLetter = ({ open }: OverlayProps) => (open ? <p role="dialog">Dear owner</p> : null);

beforeEach(() => {
  loads = 0;
  closed = 0;
  isReachable = true;
  panel = lazyPart(async () => {
    loads += 1;
    if (!isReachable) throw new TypeError("Failed to fetch dynamically imported module");
    return LoadedLetter;
  });
});

const show = (open: boolean) =>
  render(
    <Overlay
      panel={panel}
      shown={{
        open,
        onOpenChange: () => {
          closed += 1;
        },
      }}
    />,
  );

describe("a dialog that is loaded when it is opened", () => {
  it("loads nothing while it is closed", () => {
    show(false);
    expect(loads).toBe(0);
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("says that it is on its way, and then is there", async () => {
    show(true);
    expect(screen.getByRole("status").textContent).toBe("Opening...");
    expect((await screen.findByRole("dialog")).textContent).toBe("Dear owner");
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("is left by Escape while it is on its way, and where it can't be loaded", async () => {
    let fail = () => {};
    // One for all who ask: it settles for the next test file too, which loads all parts there are.
    const loading = new Promise<never>((_resolve, reject) => {
      fail = () => reject(new TypeError("Failed to fetch dynamically imported module"));
    });
    panel = lazyPart(() => loading);
    show(true);
    await userEvent.keyboard("{Escape}");
    expect(closed).toBe(1);
    fail();
    await screen.findByRole("alert");
    await userEvent.keyboard("{Escape}");
    expect(closed).toBe(2);
  });

  it("says what to do where it can't be loaded, and can be tried again", async () => {
    isReachable = false;
    show(true);
    expect((await screen.findByRole("alert")).textContent).toContain("Please check your connection and try again.");
    const again = screen.getByRole("button", { name: "Try again" });
    expect(document.activeElement).toBe(again);
    isReachable = true;
    await userEvent.click(again);
    expect(await screen.findByRole("dialog")).toBeTruthy();
    expect(loads).toBe(2);
  });

  it("can be used above a dialog that is open, which stays open", async () => {
    isReachable = false;
    let outsides = 0;
    render(
      <DialogPrimitive.Root
        open
        onOpenChange={() => {
          outsides += 1;
        }}
      >
        <DialogPrimitive.Portal>
          <DialogPrimitive.Content aria-describedby={undefined}>
            <DialogPrimitive.Title>A walk</DialogPrimitive.Title>
            <button type="button">Pause</button>
          </DialogPrimitive.Content>
        </DialogPrimitive.Portal>
      </DialogPrimitive.Root>,
    );
    show(true);
    const again = await screen.findByRole("button", { name: "Try again" });
    expect(document.activeElement).toBe(again);
    isReachable = true;
    await userEvent.click(again);
    expect(await screen.findByText("Dear owner")).toBeTruthy();
    expect(outsides).toBe(0);
  });

  it("can be closed where it can't be loaded, and is tried anew when it is opened again", async () => {
    isReachable = false;
    render(<button type="button">Open it</button>);
    screen.getByText("Open it").focus();
    const { rerender } = show(true);
    await userEvent.click(await screen.findByRole("button", { name: "Close" }));
    expect(closed).toBe(1);
    rerender(<Overlay panel={panel} shown={{ open: false }} />);
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.activeElement).toBe(screen.getByText("Open it"));
    isReachable = true;
    rerender(<Overlay panel={panel} shown={{ open: true }} />);
    await waitFor(() => expect(screen.getByRole("dialog")).toBeTruthy());
  });
});
