import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { petOf } from "#tests/support/fixtures.ts";
import { enginesOf, OWNER_PERMISSIONS, showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";

const LIMIT = "You have created your pet. To create another, please sign up for a new account for your other pet.";
const UNLIMITED = "Admin: You can create unlimited pets";
const fields = ["Pet Name", "System Prompt"] as const;
const isDisabled = (label: string) => screen.getByLabelText<HTMLInputElement>(label).disabled;
const button = (name: string) => screen.queryByRole<HTMLButtonElement>("button", { name });

async function shown(): Promise<void> {
  await screen.findByLabelText("Pet Name");
}

describe("how many pets a person may have", () => {
  it("lets an owner without a pet create one", async () => {
    showSetup({});
    await shown();
    expect(button("+ New Agent")).toBeTruthy();
    expect(screen.queryByText(LIMIT)).toBeNull();
  });

  it("shows an owner who has a pet the limit and that pet", async () => {
    showSetup({ pets: [petOf()] });
    await shown();
    expect(screen.getByText(LIMIT)).toBeTruthy();
    expect(button("+ New Agent")).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>("Pet Name").value).toBe("Biscuit");
    expect(button("Save Changes")).toBeTruthy();
  });

  it("does not count pets that others shared", async () => {
    showSetup({ pets: [petOf({ canEdit: false, canEditDiary: false })], created: 0 });
    await shown();
    expect(button("+ New Agent")).toBeTruthy();
    expect(screen.queryByText(LIMIT)).toBeNull();
  });

  it("lets an administrator create as many as they like", async () => {
    showSetup({ isAdmin: true, pets: [petOf()] });
    await shown();
    expect(screen.getByText(UNLIMITED)).toBeTruthy();
    expect(button("+ New Agent")).toBeTruthy();
  });
});

describe("limited users", () => {
  it("can't change the system prompt or upload files, and are told so", async () => {
    showSetup({ permissions: ["Add and update agents", "manage_diary"], pets: [petOf()] });
    await shown();
    expect(screen.getByText("Limited access")).toBeTruthy();
    expect(fields.map(isDisabled)).toEqual([false, true]);
    expect(button("Upload documents")?.disabled).toBe(true);
    expect(button("Upload Image")?.disabled).toBe(false);
    expect(button("More for Biscuit")).toBeNull();
  });

  it("send no system prompt", async () => {
    const { sent } = showSetup({
      permissions: ["Add and update agents"],
      wire: { "POST /api/agents": () => petOf() },
    });
    await userEvent.type(await screen.findByLabelText("Pet Name"), "Biscuit");
    await userEvent.click(screen.getByRole("button", { name: "Create Pet & Update Knowledge Base" }));
    await screen.findByText("Agent created successfully!");
    const created = sent.find(({ call }) => call === "POST /api/agents");
    expect(Object.keys(Object(created?.body)).sort()).toEqual([
      "avatarUrl",
      "birthday",
      "language",
      "name",
      "species",
      "voiceName",
    ]);
  });
});

describe("readers", () => {
  it("see every field disabled, and no way to save", async () => {
    setActivePet({ agentId: uuid(1), sessionId: uuid(8) });
    showSetup({ permissions: [], pets: [petOf({ canEdit: false, canEditDiary: false })], created: 0 });
    await shown();
    expect(screen.getByText("Read-only")).toBeTruthy();
    expect(fields.map(isDisabled)).toEqual([true, true]);
    for (const name of ["Upload Image", "Upload documents"]) expect(button(name)?.disabled).toBe(true);
    for (const name of ["+ New Agent", "Save Changes", "Pet Diary"]) expect(button(name)).toBeNull();
    expect(button("Load")).toBeTruthy();
  });

  it("are told when a pet is someone else's", async () => {
    setActivePet({ agentId: uuid(1), sessionId: uuid(8) });
    showSetup({ pets: [petOf({ canEdit: false, canEditDiary: false })], created: 0 });
    await shown();
    expect(screen.getByText("This pet was shared with you. Only its owner can change it.")).toBeTruthy();
    expect(fields.map(isDisabled)).toEqual([true, true]);
  });
});

describe("the diary permission", () => {
  it("alone gives the diary and the save button", async () => {
    showSetup({ permissions: ["manage_diary"], pets: [petOf({ canEdit: false })] });
    await shown();
    expect(screen.getByText("Read-only")).toBeTruthy();
    expect(button("Pet Diary")).toBeTruthy();
    expect(button("Save Changes")).toBeTruthy();
    expect(fields.map(isDisabled)).toEqual([true, true]);
  });

  it("is needed for anything of the diary", async () => {
    showSetup({ permissions: ["manage_agents"] });
    await shown();
    expect(screen.queryByText("Save your agent first")).toBeNull();
  });
});

describe("the engines that run", () => {
  const configured = enginesOf("configured");
  const served = (model: "embedded" | "configured", speech: "embedded" | "configured") => ({
    "GET /api/config": () => ({
      productName: "Talk",
      engines: {
        ...configured,
        model: enginesOf(model).model,
        speech: enginesOf(speech).speech,
        transcription: configured.model,
      },
    }),
  });

  it("are named only where they are missing", async () => {
    showSetup({ isAdmin: true, wire: served("configured", "embedded") });
    expect(await screen.findByText("One engine is not connected yet")).toBeTruthy();
    expect(screen.queryByText("A language model, for richer answers")).toBeNull();
  });

  it("are told to an administrator, with what replaces the missing ones, until dismissed on this device", async () => {
    const modelLine = "A language model, for richer answers";
    const first = showSetup({ isAdmin: true, wire: served("embedded", "embedded") });
    expect(await screen.findByText(modelLine)).toBeTruthy();
    expect(screen.getByText("Neural voices")).toBeTruthy();
    expect(screen.queryByText("Recognition of spoken questions")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByText(modelLine)).toBeNull();
    first.unmount();

    const second = showSetup({ isAdmin: true, wire: served("embedded", "embedded") });
    await shown();
    await expect.poll(second.calls).toContain("GET /api/config");
    expect(screen.queryByText(modelLine)).toBeNull();
  });

  it("are one plain line for an owner", async () => {
    const both = showSetup({ wire: served("embedded", "embedded") });
    const line =
      "For now your pet answers with your own words from its diary and documents, and speaks with a simple voice.";
    expect(await screen.findByText(line)).toBeTruthy();
    expect(screen.queryByText("A language model, for richer answers")).toBeNull();
    both.unmount();
    showSetup({ wire: served("configured", "embedded") });
    expect(await screen.findByText("For now your pet speaks with a simple voice.")).toBeTruthy();
  });

  it("are told of once where another model or voice speaks than before", async () => {
    const today = new Date().toISOString();
    const wire = (changed: { model: string | null; voice: string | null }) => ({
      "GET /api/config": () => ({ productName: "Talk", engines: configured, changed }),
    });
    const luna = petOf({ name: "Luna" });
    const line = "Luna speaks with another model since today";
    const first = showSetup({ pets: [luna], wire: wire({ model: today, voice: null }) });
    expect(await screen.findByText(line)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByText(line)).toBeNull();
    first.unmount();
    const later = new Date(Date.now() + 1000).toISOString();
    showSetup({ pets: [luna], wire: wire({ model: today, voice: later }) });
    expect(await screen.findByText("Luna speaks with another voice since today")).toBeTruthy();
  });

  it("are nothing to people who can't make pets, nor where all are connected", async () => {
    const reader = showSetup({ permissions: [], wire: served("embedded", "embedded") });
    await shown();
    expect(reader.calls()).not.toContain("GET /api/config");
    reader.unmount();
    const owner = showSetup({ permissions: OWNER_PERMISSIONS });
    await shown();
    await expect.poll(owner.calls).toContain("GET /api/config");
    expect(screen.queryByText(/For now your pet/)).toBeNull();
  });
});
