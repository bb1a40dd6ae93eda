import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type Demo, demo as demoContract } from "#shared/api/admin/settings/demo.ts";
import { type AdminAnswers, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { DemoCard } from "./demo-card.tsx";

const pets = [
  { id: uuid(1), name: "Bella" },
  { id: uuid(2), name: "Tucker" },
];
const engine = { kind: "embedded", name: "Diary voice" };
const configOf = (model: typeof engine, speech = engine) => ({
  productName: "Talk",
  engines: { database: engine, model, speech, transcription: null, files: engine },
});
const gpt = { kind: "configured", name: "gpt-test" };
const azure = { kind: "configured", name: "Azure Speech" };

function show(wire: AdminAnswers = {}) {
  let demo: Demo = { agentId: uuid(2), tryOut: "built-in" };
  return showAdmin({
    part: <DemoCard />,
    wire: {
      "GET /api/admin/demo": () => ({ ...demo, pets }),
      "PUT /api/admin/demo": ({ body }) => {
        demo = demoContract.parse(body);
        return { ...demo, pets };
      },
      "GET /api/config": () => configOf(gpt),
      ...wire,
    },
  });
}

describe("the demo pet's card", () => {
  it("names another pet, or none, after which visitors have nothing to try", async () => {
    const { visitor, mutations } = show();
    await visitor.click(await screen.findByRole("combobox", { name: "Demo pet" }));
    await visitor.click(screen.getByRole("option", { name: "Bella" }));
    expect(await screen.findByText("Demo pet updated")).toBeDefined();
    expect(mutations().at(-1)?.body).toEqual({ agentId: uuid(1), tryOut: "built-in" });
    await visitor.click(await screen.findByRole("combobox", { name: "Demo pet" }));
    await visitor.click(screen.getByRole("option", { name: "No demo pet" }));
    await vi.waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>("combobox", { name: "Visitors" }).disabled).toBe(true),
    );
    expect(mutations().at(-1)?.body).toEqual({ agentId: null, tryOut: "built-in" });
  });

  it("offers the configured model by its name, only where there is one", async () => {
    const { visitor, mutations } = show();
    await visitor.click(await screen.findByRole("combobox", { name: "Visitors" }));
    await visitor.click(await screen.findByRole("option", { name: "Try it with gpt-test" }));
    await screen.findByText("Demo pet updated");
    expect(mutations().at(-1)?.body).toEqual({ agentId: uuid(2), tryOut: "configured" });
  });

  it.each([
    [[gpt, azure], "Try it with gpt-test and Azure Speech"],
    [[engine, azure], "Try it with Azure Speech"],
  ] as const)("names speech that has its price too", async ([model, speech], label) => {
    const { visitor } = show({ "GET /api/config": () => configOf(model, speech) });
    await visitor.click(await screen.findByRole("combobox", { name: "Visitors" }));
    expect(await screen.findByRole("option", { name: label })).toBeDefined();
  });

  it("offers no model where none is configured", async () => {
    const { visitor } = show({ "GET /api/config": () => configOf(engine) });
    await visitor.click(await screen.findByRole("combobox", { name: "Visitors" }));
    const options = within(screen.getByRole("listbox")).getAllByRole("option");
    expect(options.map(({ textContent }) => textContent)).toEqual([
      "May not try it",
      "Try it with the built-in voice, at no cost",
    ]);
  });

  it("says why a change was refused", async () => {
    const { visitor } = show({ "PUT /api/admin/demo": () => refusal(404, "Pet not found.") });
    await visitor.click(await screen.findByRole("combobox", { name: "Demo pet" }));
    await visitor.click(screen.getByRole("option", { name: "Bella" }));
    expect(await screen.findByText("Failed to update the demo pet")).toBeDefined();
    expect(screen.getByText("Pet not found.")).toBeDefined();
  });
});
