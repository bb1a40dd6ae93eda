import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Dialog } from "./dialog.tsx";
import { Menu } from "./menu.tsx";

/** A dialog without a trigger of its own, which a button and an item of a menu open. */
function Screen() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Menu button={<button type="button">More</button>}>
        {(items) => (
          <>
            <items.MenuItem onSelect={() => setOpen(true)}>Rename it</items.MenuItem>
            <items.ThemeMenuItems />
          </>
        )}
      </Menu>
      <Dialog open={isOpen} onOpenChange={setOpen} title="A new name">
        <input aria-label="Name" />
      </Dialog>
    </>
  );
}

const focused = () => document.activeElement;
const name = () => screen.getByLabelText("Name");

describe("the focus of a dialog", () => {
  it("enters at its first field, and returns to the button that opened it", async () => {
    render(<Screen />);
    const button = screen.getByRole("button", { name: "Rename" });
    await userEvent.click(button);
    await waitFor(() => expect(focused()).toBe(name()));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(focused()).toBe(button));
  });

  it("returns to the menu's button where an item of a menu opened it", async () => {
    render(<Screen />);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename it" }));
    await waitFor(() => expect(focused()).toBe(name()));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(focused()).toBe(screen.getByRole("button", { name: "More" })));
  });
});

describe("an open menu", () => {
  it("hides nothing of the page that can take the focus", async () => {
    render(<Screen />);
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    await screen.findByRole("menu");
    expect(document.querySelectorAll("[aria-hidden=true] button")).toHaveLength(0);
  });

  it("has the theme among the items that the arrow keys reach", async () => {
    vi.stubGlobal("matchMedia", () => ({ matches: false }));
    render(<Screen />);
    screen.getByRole("button", { name: "More" }).focus();
    await userEvent.keyboard("{Enter}{ArrowDown}{ArrowDown}");
    expect(focused()).toBe(await screen.findByRole("menuitemradio", { name: "Dark" }));
    await userEvent.keyboard("{Enter}");
    expect(document.documentElement.className).toContain("dark");
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(screen.getByRole("menuitemradio", { name: "System" }).getAttribute("aria-checked")).toBe("true");
  });
});
