import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChatLook, ImportResult, MyData } from "#shared/api/my-data.ts";
import { showPage } from "#tests/support/page.tsx";
import { refusalOf, startUploads, type UploadWire } from "#tests/support/uploads.ts";
import { uuid } from "#tests/support/uuid.ts";
import { Toaster } from "@/components/ui/toaster.tsx";
import { MyDataPage } from "./my-data-page.tsx";

const full: MyData = {
  accountName: "robin-walker",
  counts: {
    ...{ pets: 1, diaryAnswers: 12, petMemories: 2, documents: 2, photos: 0, memories: 1, memoriesOfOthers: 5 },
    ...{ chats: 3, chatsOfOthers: 1, audio: 4 },
  },
  remembering: [{ agentId: uuid(1), name: "Biscuit", memories: 1 }],
  timeZone: { name: null, changeableFrom: null },
  pets: [{ id: uuid(1), name: "Biscuit", avatarUrl: null, species: null, canEdit: true }],
  importRefusal: null,
  deletionRefusal: null,
};

const nothing: MyData["counts"] = {
  ...{ pets: 0, diaryAnswers: 0, petMemories: 0, documents: 0, photos: 0, memories: 0, memoriesOfOthers: 0 },
  ...{ chats: 0, chatsOfOthers: 0, audio: 0 },
};

let data: MyData;
let failures: number;
let looks: ChatLook[];
let looksFail: boolean;
let deletion: () => Response;
let sent: { call: string; body: unknown }[];
let server: UploadWire;

beforeEach(() => {
  data = full;
  failures = 0;
  looks = [];
  looksFail = false;
  sent = [];
  server = startUploads();
  deletion = () => Response.json({ success: true });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    sent.push({ call: `${init.method} ${address}`, body: JSON.parse(String(init.body ?? "null")) });
    if (address === "/api/my-data") return failures-- > 0 ? new Response("", { status: 503 }) : Response.json(data);
    if (address === "/api/my-data/delete-account") return deletion();
    if (address === "/api/my-data/chat-looks")
      return looksFail ? new Response("", { status: 503 }) : Response.json({ looks, total: looks.length + 20 });
    if (address === "/api/access-tokens") return Response.json({ tokens: [] });
    return Response.json({ agents: [], agentsCreatedByUser: 0, isAdmin: false });
  });
});

async function openPage() {
  history.replaceState(null, "", "/my-data");
  showPage(
    <>
      <MyDataPage />
      <Toaster />
    </>,
  );
  return userEvent.setup();
}

const came = (body: ImportResult) => ({ status: 200, body });
const link = (name: string | RegExp) => screen.findByRole<HTMLAnchorElement>("link", { name });
const choose = async (user: ReturnType<typeof userEvent.setup>) =>
  user.upload(await screen.findByLabelText("ZIP with a pet"), new File(["zip"], "my-data.zip"));

describe("downloading", () => {
  it("says what there is, and takes spoken replies along only where they are asked for", async () => {
    const user = await openPage();
    expect((await link("Download ZIP")).getAttribute("href")).toBe("/api/my-data/archive?audio=false");
    expect(
      screen.getByText(/1 pet, 12 diary answers, 2 pet memories, 2 documents, 3 chats and 1 thing you told/),
    ).toBeTruthy();
    await user.click(screen.getByRole("checkbox", { name: /spoken replies/ }));
    expect((await link("Download ZIP")).getAttribute("href")).toBe("/api/my-data/archive?audio=true");
  });

  it("names nothing of which there is none", async () => {
    data = { ...full, counts: nothing, pets: [], remembering: [] };
    await openPage();
    expect(await screen.findByText("One file (a ZIP) with your name and address: to read.")).toBeTruthy();
    const goes = screen.getByRole("list", { name: "What goes" });
    expect(
      within(goes)
        .getAllByRole("listitem")
        .map((item) => item.textContent),
    ).toEqual(["your name and address and what you may do here"]);
  });

  it("offers each pet that may be changed as a character card", async () => {
    data = {
      ...full,
      pets: [...full.pets, { id: uuid(2), name: "Rex", avatarUrl: null, species: null, canEdit: false }],
    };
    await openPage();
    const card = await link("Export Biscuit as a character card");
    expect(card.getAttribute("href")).toBe(`/api/agents/${uuid(1)}/character-card`);
    expect(screen.queryByRole("link", { name: /Export Rex/ })).toBeNull();
  });

  it("leads to what each pet knows, which is read, corrected and forgotten there", async () => {
    await openPage();
    expect((await link("1 thing that Biscuit knows")).getAttribute("href")).toBe(`/memories/${uuid(1)}`);
  });

  it("can be tried again where the page did not load", async () => {
    failures = 1;
    const user = await openPage();
    expect(await screen.findByText("Your data could not be loaded")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await link("Download ZIP")).toBeTruthy();
  });
});

describe("importing", () => {
  const summary = {
    agentId: uuid(3),
    name: "Tucker",
    diaryAnswers: 2,
    documents: 1,
    photos: 0,
    chats: 1,
    messages: 4,
    audio: 0,
    memories: 0,
    remarks: ["The documents are left out."],
  };

  it("asks which pet where there are several, sends the ZIP again with it, and shows what came", async () => {
    const pets = ["Biscuit", "Tucker"].map((name, index) => ({
      folder: `pets/0${index + 1}-${name}`,
      name,
      diaryAnswers: 2,
      documents: 1,
      chats: 1,
    }));
    server.answer(came({ outcome: "choose", pets }), came({ outcome: "imported", summary }));
    const user = await openPage();
    await choose(user);
    await user.click(await screen.findByRole("button", { name: "Import Tucker" }));
    expect(await screen.findByText("Tucker is here")).toBeTruthy();
    expect(screen.getByText("2 diary answers, 1 document, 1 chat with 4 messages.")).toBeTruthy();
    expect(screen.getByText("The documents are left out.")).toBeTruthy();
    expect(server.uploads.map(({ form }) => form.get("folder"))).toEqual([null, "pets/02-Tucker"]);
  });

  it("asks whose the file is where it holds what a person told the pet, and sends the ZIP again with the answer", async () => {
    const folder = "pets/01-Tucker";
    server.answer(
      came({ outcome: "whose", folder, person: "Kim Lee", memories: 3 }),
      came({ outcome: "imported", summary: { ...summary, memories: 3 } }),
    );
    const user = await openPage();
    await choose(user);
    expect(await screen.findByText("Are you Kim Lee?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Yes, that is me" }));
    expect(await screen.findByText("2 diary answers, 1 document, 1 chat with 4 messages, 3 memories.")).toBeTruthy();
    expect(server.uploads.map(({ form }) => [form.get("folder"), form.get("person")])).toEqual([
      [null, null],
      [folder, "me"],
    ]);
  });

  it("says why nothing came, and keeps the file to try again", async () => {
    server.answer(
      refusalOf(400, "invalid_input", "This ZIP was not made here."),
      came({ outcome: "imported", summary }),
    );
    const user = await openPage();
    await choose(user);
    expect(await screen.findByText("This ZIP was not made here.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Tucker is here")).toBeTruthy();
  });

  it("is not offered to an owner who has a pet: the sentence says why", async () => {
    data = { ...full, importRefusal: "You have created your pet." };
    await openPage();
    expect(await screen.findByText("You have created your pet.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Choose ZIP" })).toBeNull();
  });
});

describe("deleting the account", () => {
  async function confirm(user: ReturnType<typeof userEvent.setup>) {
    await user.click(await screen.findByRole("button", { name: "Delete my account" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    await user.type(dialog.getByLabelText("Your password"), "Good-Dog-2026!");
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Delete for good" }).disabled).toBe(true);
    await user.type(dialog.getByLabelText('Type "robin-walker" to confirm'), "robin-walker");
    await user.click(dialog.getByRole("button", { name: "Delete for good" }));
    return dialog;
  }

  it("names what goes, wants password and user name, and ends on the landing page with a farewell", async () => {
    const user = await openPage();
    expect(await screen.findByText("3 chats of yours and 1 chat of others with your pets")).toBeTruthy();
    expect(screen.getByText("4 spoken replies")).toBeTruthy();
    await confirm(user);
    expect(await screen.findByText("Account deleted")).toBeTruthy();
    await waitFor(() => expect(location.pathname).toBe("/"));
    expect(sent.find(({ call }) => call.includes("delete-account"))?.body).toEqual({
      currentPassword: "Good-Dog-2026!",
      confirmation: "robin-walker",
    });
  });

  it("says at the field that the password is wrong, and deletes nothing", async () => {
    const error = "The current password is not right.";
    deletion = () =>
      Response.json({ error, code: "invalid_input", fields: { currentPassword: error } }, { status: 400 });
    const dialog = await confirm(await openPage());
    expect(await dialog.findByText(error)).toBeTruthy();
    expect(location.pathname).toBe("/my-data");
  });

  it("is not offered to the last administrator", async () => {
    data = { ...full, deletionRefusal: "You are the last active administrator." };
    await openPage();
    expect(await screen.findByText("You are the last active administrator.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Delete my account" })).toBeNull();
  });
});

describe("who looked at one's chats", () => {
  const lookOf = (number: number, more: Partial<ChatLook> = {}): ChatLook => ({
    ...{ id: number, at: "2026-10-01T10:00:00.000Z", kind: "list", agentName: null, fields: [] },
    ...more,
  });

  it("is told where nobody did", async () => {
    await openPage();
    expect(await screen.findByText("Nobody else has looked at your chats or pets.")).toBeTruthy();
  });

  it("is told look by look, the latest few at first [T126]", async () => {
    looks = [
      lookOf(9, { kind: "chat", agentName: "Biscuit" }),
      lookOf(8, { kind: "search" }),
      lookOf(7, { kind: "question", agentName: "Rex" }),
      ...[6, 5, 4].map((number) => lookOf(number)),
    ];
    const user = await openPage();
    const list = within(await screen.findByRole("list", { name: "Looks at your chats and pets" }));
    expect(list.getByText("An administrator read your chat with Biscuit")).toBeTruthy();
    expect(
      list.getByText("A question of your chat with Rex was shown among those that could not be answered"),
    ).toBeTruthy();
    expect(list.getAllByRole("listitem")).toHaveLength(5);
    await user.click(screen.getByRole("button", { name: "Show all 6" }));
    expect(list.getAllByRole("listitem")).toHaveLength(6);
    expect(screen.getByText("And 20 earlier times within a year.")).toBeTruthy();
  });

  it("tells what somebody else did with one's pet [T141]", async () => {
    looks = [
      lookOf(9, { kind: "pet_changed", agentName: "Biscuit", fields: ["name", "systemPrompt", "avatarUrl"] }),
      lookOf(8, { kind: "diary", agentName: "Biscuit" }),
      lookOf(7, { kind: "document_deleted", agentName: "Biscuit" }),
    ];
    await openPage();
    for (const sentence of [
      "Somebody else changed Biscuit: name, system prompt, picture",
      "Somebody else read the diary of Biscuit",
      "Somebody else deleted a document of Biscuit",
    ])
      expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it("can be asked for again where it did not load", async () => {
    looksFail = true;
    const user = await openPage();
    const notice = await screen.findByText("This list could not be loaded");
    looksFail = false;
    await user.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Nobody else has looked at your chats or pets.")).toBeTruthy();
    expect(notice.isConnected).toBe(false);
  });
});
