import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Toaster } from "@/components/ui/toaster.tsx";

/** A page without https has no clipboard, but may have the system's command, which asks the page for what to copy. */
function plainHttp(hasCommand: boolean): string[] {
  const taken: string[] = [];
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
  document.execCommand = () => {
    const event = new Event("copy", { bubbles: true, cancelable: true });
    const setData = (_type: string, text: string) => void taken.push(text);
    Object.defineProperty(event, "clipboardData", { value: { setData } });
    if (hasCommand) document.body.dispatchEvent(event);
    return hasCommand;
  };
  return taken;
}

afterEach(() => Reflect.deleteProperty(document, "execCommand"));

describe("copying on a page without https", () => {
  it("goes by the system's own command", async () => {
    const visitor = userEvent.setup();
    const taken = plainHttp(true);
    const onCopied = vi.fn();
    render(
      <>
        <CopyField
          label="Password"
          value="Brave-Otter-58!"
          copied="Password copied!"
          refused="By hand."
          onCopied={onCopied}
        />
        <Toaster />
      </>,
    );
    await visitor.click(screen.getByRole("button", { name: "Copy to clipboard" }));
    expect(await screen.findByText("Password copied!")).toBeTruthy();
    expect(taken).toEqual(["Brave-Otter-58!"]);
    expect(onCopied).toHaveBeenCalledOnce();
    expect(document.body.textContent).not.toContain("Brave-Otter-58!");
  });

  it("leaves the text selected, with what to press, where the browser has no such command", async () => {
    const visitor = userEvent.setup();
    plainHttp(false);
    render(
      <>
        <CopyField label="Password" value="Brave-Otter-58!" copied="Password copied!" refused="By hand." />
        <Toaster />
      </>,
    );
    await visitor.click(screen.getByRole("button", { name: "Copy to clipboard" }));
    expect(await screen.findByText("Copy failed")).toBeTruthy();
    const field = screen.getByLabelText<HTMLInputElement>("Password");
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    expect(screen.getByText(/press Ctrl\+C/)).toBeTruthy();
  });
});
