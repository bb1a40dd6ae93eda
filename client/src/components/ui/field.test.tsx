import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { PasswordInput } from "./password-input.tsx";
import { Select } from "./select.tsx";
import { Textarea } from "./textarea.tsx";

describe("a field", () => {
  it("names its control by its label", () => {
    render(
      <Field label="Username">
        <Input />
      </Field>,
    );
    expect(screen.getByLabelText("Username").tagName).toBe("INPUT");
  });

  it("describes its control by the error first, then the hint", () => {
    render(
      <Field label="Password" hint="Password is case-sensitive" error="Too short">
        <PasswordInput />
      </Field>,
    );
    const control = screen.getByLabelText("Password");
    expect(describedBy(control)).toEqual(["Too short", "Password is case-sensitive"]);
    expect(control.getAttribute("aria-invalid")).toBe("true");
  });

  it("leaves a control without an error valid", () => {
    render(
      <Field label="System Prompt">
        <Textarea />
      </Field>,
    );
    const control = screen.getByLabelText("System Prompt");
    expect(control.hasAttribute("aria-invalid")).toBe(false);
    expect(control.hasAttribute("aria-describedby")).toBe(false);
  });

  it("wires a select as it wires an input", () => {
    render(
      <Field label="Language" error="Choose a language" required>
        <Select value="" onValueChange={() => undefined} options={[]} placeholder="Choose" />
      </Field>,
    );
    const control = screen.getByRole("combobox", { name: "Language" });
    expect(describedBy(control)).toEqual(["Choose a language"]);
    expect(control.getAttribute("aria-required")).toBe("true");
  });

  it("keeps what the control says itself", () => {
    render(
      <Field label="Email" hint="We never write first">
        <Input id="email" aria-describedby="note" />
      </Field>,
    );
    const control = screen.getByRole("textbox");
    expect(control.id).toBe("email");
    expect(control.getAttribute("aria-describedby")?.split(" ")[0]).toBe("note");
  });
});

function describedBy(control: HTMLElement): (string | undefined)[] {
  const ids = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? undefined);
}
