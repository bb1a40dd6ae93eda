import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { Select, SelectContent, SelectItem, SelectTrigger } from "./select.tsx";

it("keeps the focus out of the page only while its list is open", async () => {
  const { container } = render(
    <Select>
      <SelectTrigger aria-label="Treat" />
      <SelectContent>
        <SelectItem value="cheese">Cheese</SelectItem>
      </SelectContent>
    </Select>,
  );
  expect(container.hasAttribute("inert")).toBe(false);
  screen.getByRole("combobox", { name: "Treat" }).focus();
  await userEvent.keyboard("{Enter}");
  await userEvent.click(await screen.findByRole("option", { name: "Cheese" }));
  expect(container.hasAttribute("inert")).toBe(false);
});
