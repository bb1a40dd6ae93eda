import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";

const nameField = () => screen.findByLabelText<HTMLInputElement>("Pet Name");
const promptField = () => screen.findByLabelText<HTMLTextAreaElement>("System Prompt");
const load = (id: string) => setActivePet({ agentId: id, sessionId: uuid(8) });

describe("how a pet talks", () => {
  const manner = (name: string) => screen.getByRole("button", { name });

  it("is chosen with a tap, which writes it into the prompt and leaves the owner's own words there", async () => {
    load(uuid(1));
    showSetup({ pets: [petOf({ systemPrompt: "You are Biscuit." })] });
    await nameField();
    const prompt = await promptField();
    await userEvent.click(manner("Cheeky"));
    expect(prompt.value).toMatch(/^You are Biscuit\.\n\nBe cheeky when you talk: [^\n]+$/);
    expect(manner("Cheeky").getAttribute("aria-pressed")).toBe("true");
    expect(screen.getByText("Not saved yet: System Prompt.")).toBeTruthy();
    await userEvent.type(prompt, " You love cheese.");
    await userEvent.click(manner("Gentle"));
    expect(prompt.value).toMatch(/^You are Biscuit\.[\s\S]* You love cheese\.\n\nBe gentle when you talk: [^\n]+$/);
    expect(prompt.value).not.toContain("Be cheeky");
    expect(manner("Cheeky").getAttribute("aria-pressed")).toBe("false");
    await userEvent.click(manner("Gentle"));
    expect(prompt.value).not.toContain("Be gentle");
  });

  it("shows the prompt where the server refuses it", async () => {
    load(uuid(1));
    showSetup({
      pets: [petOf()],
      wire: { [`PUT /api/agents/${uuid(1)}`]: () => refusal(400, "Too long", { systemPrompt: "Please be briefer" }) },
    });
    await userEvent.type(await nameField(), " II");
    await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
    expect(await screen.findByText("Please be briefer")).toBeTruthy();
    expect(screen.getByLabelText("System Prompt")).toBeTruthy();
  });
});

describe("the page", () => {
  const isBefore = (one: HTMLElement, other: HTMLElement) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const list = () => screen.getByRole("heading", { name: "Saved Configurations" });

  it("has one heading for each of four steps", async () => {
    showSetup({});
    await nameField();
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Saved Configurations",
      "Pet (Agent) Identity",
      "Voice & Language",
      "Agent Instructions",
      "Knowledge Base",
      "Save your agent first",
    ]);
    expect(screen.queryByText("Identity")).toBeNull();
    expect(screen.getAllByText(/^Step \d of 4$/)).toHaveLength(4);
  });

  it("has the list of pets out of the way where there is one pet, and first where there is a choice", async () => {
    const one = showSetup({ pets: [petOf()] });
    expect(isBefore(await nameField(), list())).toBe(true);
    one.unmount();
    showSetup({ isAdmin: true, pets: [petOf(), petOf({ id: uuid(2), name: "Rex" })] });
    expect(isBefore(await nameField(), list())).toBe(false);
  });

  it("does not draw the list of pets again for each key that is typed", async () => {
    load(uuid(1));
    showSetup({ pets: [petOf(), petOf({ id: uuid(2), name: "Luna" })] });
    // From the first change on, what would leave the pet asks before.
    await userEvent.type(await nameField(), " t");
    const dates = vi.spyOn(Date.prototype, "toLocaleDateString");
    await userEvent.type(await nameField(), "he Great");
    expect(screen.getByDisplayValue("Biscuit the Great")).toBeTruthy();
    expect(dates).not.toHaveBeenCalled();
  });
});
