import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it } from "vitest";
import { Select } from "./select.tsx";

const treats = [
  { value: "cheese", label: "Cheese" },
  { value: "carrot", label: "Carrot" },
];

function Treats() {
  const [treat, setTreat] = useState("");
  return <Select aria-label="Treat" placeholder="Choose" value={treat} onValueChange={setTreat} options={treats} />;
}

const treat = () => screen.getByRole("combobox", { name: "Treat" });
let page: HTMLElement;
beforeEach(() => {
  page = render(<Treats />).container;
});

it("shows its placeholder, and then what was chosen, which can be changed", async () => {
  expect(treat().textContent).toBe("Choose");
  for (const { label } of treats) {
    await userEvent.click(treat());
    await userEvent.click(await screen.findByRole("option", { name: label }));
    expect(treat().textContent).toBe(label);
    expect(document.activeElement).toBe(treat());
  }
});

it("opens by the keys that open a list", async () => {
  for (const key of ["{ArrowDown}", "{Enter}"]) {
    treat().focus();
    await userEvent.keyboard(key);
    expect(await screen.findByRole("option", { name: "Carrot" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("option")).toBeNull();
  }
});

it("chooses by the letters that are typed, before its list was ever opened", async () => {
  treat().focus();
  await userEvent.keyboard("car");
  expect(treat().textContent).toBe("Carrot");
  expect(screen.queryByRole("option")).toBeNull();
});

it("goes on to the next with the same letter again", async () => {
  treat().focus();
  await userEvent.keyboard("c");
  expect(treat().textContent).toBe("Cheese");
  await userEvent.keyboard("c");
  expect(treat().textContent).toBe("Carrot");
});

it("keeps the focus out of the page only while its list is open", async () => {
  expect(page.hasAttribute("inert")).toBe(false);
  treat().focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: "Cheese" }));
  expect(page.hasAttribute("inert")).toBe(false);
});

it("shows its placeholder for a value that is none of the options, also when its list was opened", async () => {
  render(<Select aria-label="Toy" placeholder="Choose a toy" value="gone" onValueChange={() => {}} options={treats} />);
  const toy = () => screen.getByRole("combobox", { name: "Toy" });
  expect(toy().textContent).toBe("Choose a toy");
  await userEvent.click(toy());
  await screen.findByRole("option", { name: "Carrot" });
  await userEvent.keyboard("{Escape}");
  expect(toy().textContent).toBe("Choose a toy");
});
