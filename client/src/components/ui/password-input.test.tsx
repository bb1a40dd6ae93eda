import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { PasswordInput } from "./password-input.tsx";

describe("a password field", () => {
  it("hides what is typed until it is asked to show it", () => {
    render(<PasswordInput aria-label="Password" defaultValue="Barkley#1" />);
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
    fireEvent.click(screen.getByRole("button", { name: "Show password" }));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
    fireEvent.click(screen.getByRole("button", { name: "Hide password" }));
    expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
  });

  it("never submits the form by its toggle", () => {
    render(<PasswordInput aria-label="Password" />);
    expect(screen.getByRole("button").getAttribute("type")).toBe("button");
  });
});
