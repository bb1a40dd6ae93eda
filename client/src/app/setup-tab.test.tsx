import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Agent } from "#shared/api/agents.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { refusal } from "#tests/support/admin-screen.tsx";
import { petOf } from "#tests/support/fixtures.ts";
import { documentOf, questionOf, showSetup } from "#tests/support/setup-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { setActivePet } from "@/domain/pets/active-pet.ts";

const nameField = () => screen.findByLabelText<HTMLInputElement>("Pet Name");
const promptField = () => screen.findByLabelText<HTMLTextAreaElement>("System Prompt");
const createButton = () => screen.getByRole("button", { name: "Create Pet & Update Knowledge Base" });
const load = (id: string) => setActivePet({ agentId: id, sessionId: uuid(8) });

describe("creating a pet", () => {
  it("begins with the defaults: no name, American English, Jenny, the default prompt", async () => {
    showSetup({});
    expect((await nameField()).value).toBe("");
    const prompt = await promptField();
    expect(prompt.value).toBe(DEFAULT_SYSTEM_PROMPT);
    expect(prompt.rows).toBe(4);
    expect(screen.getByRole("combobox", { name: "Language" }).textContent).toBe("English (US)");
    expect(screen.getByRole("combobox", { name: "Voice" }).textContent).toBe("Jenny ♀ (American)");
    expect(screen.getByText("No saved configurations yet. Create your first agent below!")).toBeTruthy();
    expect(screen.getByText("Save your agent first")).toBeTruthy();
  });

  it("wants a name or an avatar", async () => {
    const { calls } = showSetup({});
    const field = await nameField();
    await userEvent.click(createButton());
    expect(await screen.findByText("Pet Setup Required")).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("Please give your pet a name or upload an avatar before creating.")).toBeTruthy();
    expect(calls()).not.toContain("POST /api/agents");
    await userEvent.type(field, "B");
    expect(field.getAttribute("aria-invalid")).not.toBe("true");
  });

  it("sends the pet, then each file and each answer that is not blank, and opens a chat", async () => {
    const question = questionOf(1, "What do you love?", "Favourites");
    const blank = questionOf(2, "Where do you sleep?", "Home");
    const { sent, onChat } = showSetup({
      wire: {
        "POST /api/agents": () => petOf(),
        "GET /api/diary/questions": () => [question, blank],
        [`POST /api/agents/${uuid(1)}/documents`]: () => documentOf(),
        [`POST /api/agents/${uuid(1)}/diary/answers`]: () => refusal(500, "no"),
      },
    });
    await userEvent.type(await nameField(), "Biscuit");
    await userEvent.upload(screen.getByLabelText("Documents, PDF or TXT"), [
      new File(["%PDF-1.7"], "a.pdf", { type: "application/pdf" }),
      new File(["text"], "b.txt", { type: "text/plain" }),
    ]);
    expect(screen.getByText("2 document(s) selected")).toBeTruthy();
    expect(screen.getByText("2 PDF(s) will be uploaded after agent creation")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Begin with a few answers now" }));
    await userEvent.type(await screen.findByLabelText("What do you love?"), "Cheese");
    await userEvent.type(screen.getByLabelText("Where do you sleep?"), "   ");
    await userEvent.click(createButton());

    await waitFor(() => expect(onChat).toHaveBeenCalledOnce());
    const posts = sent.filter(({ call }) => call.startsWith("POST"));
    expect(posts.map(({ call }) => call)).toEqual([
      "POST /api/agents",
      `POST /api/agents/${uuid(1)}/documents`,
      `POST /api/agents/${uuid(1)}/documents`,
      `POST /api/agents/${uuid(1)}/diary/answers`,
      "POST /api/sessions",
    ]);
    expect(posts[0]?.body).toEqual({
      name: "Biscuit",
      avatarUrl: null,
      language: "en-US",
      voiceName: "en-US-JennyNeural",
      systemPrompt: DEFAULT_SYSTEM_PROMPT,
      species: null,
      birthday: null,
    });
    expect(posts[3]?.body).toEqual({ questionId: question.id, answer: "Cheese" });
    expect(await screen.findByText("Agent created with partial failures")).toBeTruthy();
    expect(screen.getByText("1 diary answer(s) failed - please retry.")).toBeTruthy();
  });

  it("says what was uploaded and saved", async () => {
    showSetup({
      wire: {
        "POST /api/agents": () => petOf(),
        [`POST /api/agents/${uuid(1)}/documents`]: () => documentOf(),
      },
    });
    await userEvent.type(await nameField(), "Biscuit");
    await userEvent.upload(
      screen.getByLabelText("Documents, PDF or TXT"),
      new File(["%PDF-1.7"], "a.pdf", { type: "application/pdf" }),
    );
    await userEvent.click(createButton());
    expect(await screen.findByText("Agent created successfully!")).toBeTruthy();
    expect(screen.getByText("1 file(s) uploaded")).toBeTruthy();
  });

  it("keeps what was typed when the server refuses, and shows its words at the field", async () => {
    showSetup({
      wire: { "POST /api/agents": () => refusal(400, "That name is taken", { name: "Choose another name" }) },
    });
    await userEvent.type(await nameField(), "Biscuit");
    await userEvent.click(createButton());
    expect(await screen.findByText("Failed to create agent")).toBeTruthy();
    expect(screen.getByText("That name is taken")).toBeTruthy();
    expect(screen.getByText("Choose another name")).toBeTruthy();
    expect((await nameField()).value).toBe("Biscuit");
  });

  it("takes no other files than PDF and TXT", async () => {
    showSetup({});
    await nameField();
    const picture = new File(["x"], "cat.png", { type: "image/png" });
    await userEvent.upload(screen.getByLabelText("Documents, PDF or TXT"), picture, { applyAccept: false });
    expect(await screen.findByText("Invalid file type")).toBeTruthy();
    expect(screen.getByText("Please upload PDF or TXT files only")).toBeTruthy();
    expect(screen.getByText("0 document(s) selected")).toBeTruthy();
  });
});

describe("what is not saved", () => {
  it("is named, survives a reload, and goes only when discarded", async () => {
    const first = showSetup({});
    await userEvent.type(await nameField(), "Bis");
    expect(screen.getByText("Not saved yet: Pet Name.")).toBeTruthy();
    first.unmount();

    showSetup({});
    expect((await nameField()).value).toBe("Bis");
    await userEvent.click(screen.getByRole("button", { name: "Discard" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    expect((await nameField()).value).toBe("");
  });

  it("is asked about before another pet is loaded", async () => {
    const { onChat, calls } = showSetup({ isAdmin: true, pets: [petOf()] });
    await userEvent.type(await nameField(), "New one");
    await userEvent.click(screen.getByRole("button", { name: "Load" }));
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(calls()).not.toContain("POST /api/sessions");
    expect((await nameField()).value).toBe("New one");

    await userEvent.click(screen.getByRole("button", { name: "Load" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(onChat).toHaveBeenCalledOnce());
    expect((await nameField()).value).toBe("Biscuit");
  });
});

describe("opening setup", () => {
  const rex = petOf({ id: uuid(3), name: "Rex" });
  const lastWith = (agentId: string) => ({
    "GET /api/sessions/latest": () => ({
      chats: [{ id: uuid(8), agentId, agentName: "Rex", lastMessage: null, lastQuestion: null }],
    }),
  });

  it("shows the pet used last, and a new one only when that is asked for", async () => {
    showSetup({ isAdmin: true, pets: [petOf(), rex], wire: lastWith(rex.id) });
    expect((await nameField()).value).toBe("Rex");
    await userEvent.click(screen.getByRole("button", { name: "+ New Agent" }));
    expect((await nameField()).value).toBe("");
    await userEvent.type(await nameField(), "Third");
    history.back();
    await waitFor(async () => expect((await nameField()).value).toBe("Rex"));
    await userEvent.click(screen.getByRole("button", { name: "+ New Agent" }));
    expect((await nameField()).value).toBe("Third");
  });

  it("shows the only pet to someone who may make none", async () => {
    showSetup({ permissions: [], created: 0, pets: [petOf({ canEdit: false, canEditDiary: false })] });
    expect((await nameField()).value).toBe("Biscuit");
  });

  it("is a form for a new pet where the server can't tell which was used last", async () => {
    const wire = { "GET /api/sessions/latest": () => refusal(503, "Down") };
    showSetup({ isAdmin: true, pets: [petOf()], wire });
    expect((await nameField()).value).toBe("");
  });

  it("shows an empty form after the loaded pet was deleted, whichever was used before", async () => {
    load(uuid(1));
    const { state } = showSetup({
      isAdmin: true,
      pets: [petOf(), rex],
      wire: {
        ...lastWith(rex.id),
        [`DELETE /api/agents/${uuid(1)}`]: () => {
          state.pets = [rex];
          return { success: true };
        },
      },
    });
    await userEvent.click(await screen.findByRole("button", { name: "More for Biscuit" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Agent?" }));
    await userEvent.type(dialog.getByRole("textbox"), "Biscuit");
    await userEvent.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(async () => expect((await nameField()).value).toBe(""));
  });
});

describe("ten thousand pets", () => {
  it("are a short list that can be searched and lengthened", async () => {
    const pets = Array.from({ length: 10_000 }, (_, n) => petOf({ id: uuid(1_000 + n), name: `Pet ${n}` }));
    showSetup({ isAdmin: true, pets });
    await nameField();
    const rows = () => screen.getAllByRole("button", { name: "Load" }).length;
    expect(rows()).toBe(20);
    expect(document.querySelectorAll("*").length).toBeLessThan(1_500);
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(rows()).toBe(40);
    await userEvent.type(screen.getByRole("searchbox", { name: "Find a pet" }), "t 9876");
    expect(rows()).toBe(1);
    expect(screen.getByText("Pet 9876")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Find a pet" }), "x");
    expect(screen.getByText("No pet has this in its name.")).toBeTruthy();
  });
});

describe("more pets than the server lists at once", () => {
  const far = petOf({ id: uuid(77), name: "Far Pet" });
  const near = Array.from({ length: 3 }, (_, n) => petOf({ id: uuid(1_000 + n), name: `Near ${n}` }));
  const listOf = (agents: Agent[], nextCursor: string | null) => () => ({
    ...{ agents, nextCursor, total: 10_000, agentsCreatedByUser: 10_000, isAdmin: true },
  });
  const wire = {
    "GET /api/agents": listOf(near, "place"),
    "GET /api/agents?limit=20": listOf(near, "place"),
    "GET /api/agents?cursor=place&limit=20": listOf([petOf({ id: uuid(2_000), name: "Next" })], "end"),
    "GET /api/agents?q=far&limit=20": listOf([far], null),
    [`GET /api/agents/${far.id}`]: () => far,
    [`GET /api/agents/${far.id}/documents`]: () => [],
    [`GET /api/agents/${far.id}/diary/answers`]: () => [],
  };

  it("are lengthened and searched by the server, and one that was found is loaded", async () => {
    showSetup({ isAdmin: true, wire });
    expect(await screen.findByText("3 of 10,000")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show more" }));
    expect(await screen.findByText("Next")).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Find a pet" }), "far");
    expect(await screen.findByText("Far Pet")).toBeTruthy();
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Load" })).toHaveLength(1));
    await userEvent.click(screen.getByRole("button", { name: "Load" }));
    await waitFor(async () => expect((await nameField()).value).toBe("Far Pet"));
  });

  it("keep the pet that is open, however many are newer", async () => {
    load(far.id);
    showSetup({ isAdmin: true, wire });
    await waitFor(async () => expect((await nameField()).value).toBe("Far Pet"));
  });
});

describe("a saved pet", () => {
  it("fills the form and begins a fresh chat when loaded", async () => {
    const { onChat } = showSetup({ isAdmin: true, pets: [petOf({ name: "Rex", voiceName: "en-US-GuyNeural" })] });
    await userEvent.click(await screen.findByRole("button", { name: "Load" }));
    expect(await screen.findByText("Loaded configuration: Rex (fresh session started)")).toBeTruthy();
    expect(onChat).toHaveBeenCalledOnce();
    expect((await nameField()).value).toBe("Rex");
    expect(screen.getByRole("combobox", { name: "Voice" }).textContent).toBe("Guy ♂ (American)");
    expect(screen.getByText("0 document(s) uploaded")).toBeTruthy();
  });

  it("is saved with what was changed, and with what the change began with", async () => {
    load(uuid(1));
    const { sent } = showSetup({
      pets: [petOf()],
      wire: { [`PUT /api/agents/${uuid(1)}`]: () => petOf({ name: "Biscuit II" }) },
    });
    const field = await nameField();
    const save = screen.getByRole("button", { name: "Save Changes" });
    expect(save).toHaveProperty("disabled", true);
    await userEvent.type(field, " II");
    await userEvent.click(save);
    expect(await screen.findByText("Agent updated successfully!")).toBeTruthy();
    const body = { name: "Biscuit II", before: { name: "Biscuit" } };
    expect(sent.find(({ call }) => call.startsWith("PUT"))?.body).toEqual(body);
    expect(screen.getByText("All changes are saved.")).toBeTruthy();
    expect(save).toHaveProperty("disabled", true);
  });

  it("can't be saved with a name longer than fits, of which nothing is cut", async () => {
    load(uuid(1));
    showSetup({ pets: [petOf()] });
    const field = await nameField();
    await userEvent.click(field);
    await userEvent.paste("w".repeat(100));
    expect(field).toHaveProperty("value", `Biscuit${"w".repeat(100)}`);
    expect(screen.getByText("7 characters too many: at most 100 fit.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Save Changes" })).toHaveProperty("disabled", true);
  });

  describe("that was changed meanwhile in the same field", () => {
    /** The server refuses a change that began with another name than its own. */
    async function saveAfterAnother() {
      load(uuid(1));
      const refused = { error: "This was changed meanwhile.", code: "changed_meanwhile", current: { name: "Cookie" } };
      const put = ({ body }: { body: unknown }) =>
        JSON.stringify(body).includes('"before"')
          ? Response.json(refused, { status: 409 })
          : petOf({ name: "Biscuit II" });
      const { sent } = showSetup({ pets: [petOf()], wire: { [`PUT /api/agents/${uuid(1)}`]: put } });
      await userEvent.type(await nameField(), " II");
      await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
      expect(await screen.findByText("Cookie")).toBeTruthy();
      expect(screen.getByText("Biscuit II")).toBeTruthy();
      return sent;
    }

    it("shows both, and saves one's own", async () => {
      const sent = await saveAfterAnother();
      await userEvent.click(screen.getByRole("button", { name: "Save mine" }));
      expect(await screen.findByText("Agent updated successfully!")).toBeTruthy();
      expect(sent.findLast(({ call }) => call.startsWith("PUT"))?.body).toEqual({ name: "Biscuit II" });
      expect(screen.queryByText("Cookie")).toBeNull();
    });

    it("shows both, and keeps what is there", async () => {
      await saveAfterAnother();
      await userEvent.click(screen.getByRole("button", { name: "Keep what is there" }));
      expect(screen.queryByRole("button", { name: "Save mine" })).toBeNull();
      expect(await screen.findByText("All changes are saved.")).toBeTruthy();
    });
  });

  it("takes a kind of animal from the list, or any other word, and tells the age from the birthday", async () => {
    load(uuid(1));
    showSetup({ pets: [petOf({ species: "rabbit", birthday: "2019-03-14" })] });
    await nameField();
    const kind = screen.getByRole("combobox", { name: "Kind of animal" });
    expect(kind.textContent).toBe("Rabbit");
    expect(screen.getByText(/^\d+ years old$/)).toBeTruthy();
    kind.focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: "Other" }));
    await userEvent.type(screen.getByLabelText("Which one?"), "dogfish");
    expect(screen.getByLabelText<HTMLInputElement>("Which one?").value).toBe("dogfish");
    await userEvent.clear(screen.getByLabelText("Birthday"));
    expect(screen.queryByText(/years old/)).toBeNull();
    expect(screen.getByText("Not saved yet: kind of animal, birthday.")).toBeTruthy();
  });

  it("takes the first voice of a newly chosen language", async () => {
    load(uuid(1));
    showSetup({ pets: [petOf({ voiceName: "en-US-GuyNeural" })] });
    await nameField();
    screen.getByRole("combobox", { name: "Language" }).focus();
    await userEvent.keyboard("{Enter}");
    await userEvent.click(await screen.findByRole("option", { name: "English (UK)" }));
    expect(screen.getByRole("combobox", { name: "Voice" }).textContent).toBe("Sonia ♀ (British)");
    expect(screen.getByText("Not saved yet: language, voice.")).toBeTruthy();
  });

  it("is deleted only once its name is typed exactly, and leaves the form empty", async () => {
    load(uuid(1));
    const { state } = showSetup({
      pets: [petOf()],
      wire: {
        [`DELETE /api/agents/${uuid(1)}`]: () => {
          state.pets = [];
          state.created = 0;
          return { success: true };
        },
      },
    });
    await nameField();
    await userEvent.click(screen.getByRole("button", { name: "More for Biscuit" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Agent?" }));
    const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete" });
    await userEvent.type(dialog.getByRole("textbox"), "biscuit");
    expect(confirm.disabled).toBe(true);
    await userEvent.clear(dialog.getByRole("textbox"));
    await userEvent.type(dialog.getByRole("textbox"), "Biscuit");
    await userEvent.click(confirm);
    expect(await screen.findByText("Agent deleted successfully!")).toBeTruthy();
    expect((await nameField()).value).toBe("");
  });

  it("takes the name with apostrophes of another kind and letters composed in another way", async () => {
    showSetup({ isAdmin: true, pets: [petOf({ name: "Zoë’s Rex" })] });
    await nameField();
    await userEvent.click(screen.getByRole("button", { name: "More for Zoë’s Rex" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Delete Agent?" }));
    const confirm = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete" });
    await userEvent.type(dialog.getByRole("textbox"), "Zoe's Rex");
    expect(confirm.disabled).toBe(true);
    await userEvent.clear(dialog.getByRole("textbox"));
    await userEvent.type(dialog.getByRole("textbox"), "Zoe\u0308's Rex");
    expect(confirm.disabled).toBe(false);
  });
});
