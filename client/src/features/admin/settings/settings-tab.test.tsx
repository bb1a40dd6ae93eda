import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, onTestFinished } from "vitest";
import { permissionNames } from "#shared/permissions.ts";
import { type AdminAnswers, button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { AT } from "#tests/support/fixtures.ts";
import { uuid } from "#tests/support/uuid.ts";
import { dayOf, endOfDay } from "./calendar-day.ts";

const LABEL = "Speaker Purchase Link (Amazon)";
const LINK = "/api/settings/speaker_purchase_link";
const setting = (value: string) => ({
  setting: { key: "speaker_purchase_link", value, description: null, updatedAt: AT },
});
const question = (n: number, text: string) => ({
  id: uuid(n),
  question: text,
  orderIndex: n,
  category: "Looks",
  isActive: true,
  createdAt: AT,
  answerCount: 1,
});
const engine = { kind: "embedded", name: "Diary voice" };
const code = {
  id: uuid(30),
  code: "SPRING",
  description: null,
  maxUses: 10,
  usedCount: 3,
  expiresAt: null,
  isActive: true,
  createdAt: AT,
};
const wire: AdminAnswers = {
  [`GET ${LINK}`]: () => setting("https://example.com/old"),
  "GET /api/admin/promo-codes": () => ({ promoCodes: [code] }),
  "GET /api/admin/diary-questions": () => ({ questions: [question(21, "First?"), question(22, "Second?")] }),
  "GET /api/config": () => ({
    productName: "Talk",
    engines: { database: engine, model: engine, speech: engine, transcription: null, files: engine },
  }),
  "GET /api/admin/audit-log": () => ({
    entries: [
      {
        id: 1,
        at: AT,
        actorId: uuid(7),
        actorName: "administrator",
        action: "user.assign_role",
        targetKind: "user",
        targetId: uuid(1),
        targetName: "ada_lovelace",
        ip: "192.0.2.7",
        details: { role: "owner" },
      },
    ],
    total: 1,
    isTotalExact: true,
    nextCursor: null,
  }),
};

describe("the speaker link", () => {
  const edit = async (visitor: ReturnType<typeof showAdmin>["visitor"], text: string) => {
    await visitor.click(await button("Edit Link"));
    await visitor.clear(screen.getByLabelText(LABEL));
    if (text !== "") await visitor.type(screen.getByLabelText(LABEL), text);
  };

  it("is shown, or that there is none", async () => {
    showAdmin({ tab: "settings", wire: { ...wire, [`GET ${LINK}`]: () => ({ setting: null }) } });
    expect(await screen.findByText("No link configured")).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Application Settings" })).toBeTruthy();
  });

  it.each([
    ["   ", "Speaker link cannot be empty"],
    ["not a link", "Please enter a valid URL"],
    ["javascript:alert(1)", "Please enter a valid URL"],
  ])("'%s' is not saved", async (text, message) => {
    const { visitor, mutations } = showAdmin({ tab: "settings", wire });
    await edit(visitor, text);
    await visitor.click(await button("Save"));
    expect(await screen.findByText("Validation Error")).toBeTruthy();
    expect(screen.getAllByText(message).length).toBeGreaterThan(0);
    expect(mutations()).toEqual([]);
  });

  it("is put back by Cancel", async () => {
    const { visitor, mutations } = showAdmin({ tab: "settings", wire });
    await edit(visitor, "https://example.com/new");
    await visitor.click(await button("Cancel"));
    expect(screen.getByText("https://example.com/old")).toBeTruthy();
    await visitor.click(await button("Edit Link"));
    expect(screen.getByLabelText(LABEL)).toHaveProperty("value", "https://example.com/old");
    expect(mutations()).toEqual([]);
  });

  it("is saved, and what was typed stays where the server refuses", async () => {
    let answer: () => unknown = () => new Response("", { status: 500 });
    const { visitor, mutations } = showAdmin({ tab: "settings", wire: { ...wire, [`PUT ${LINK}`]: () => answer() } });
    await edit(visitor, "https://example.com/new");
    await visitor.click(await button("Save"));
    expect(await screen.findByText("Update Failed")).toBeTruthy();
    expect(screen.getByText("Failed to update speaker link. Please try again.")).toBeTruthy();
    expect(screen.getByLabelText(LABEL)).toHaveProperty("value", "https://example.com/new");

    answer = () => setting("https://example.com/new");
    await visitor.click(await button("Save"));
    expect(await screen.findByText("Settings Updated")).toBeTruthy();
    expect(screen.getByText("Speaker purchase link has been updated successfully.")).toBeTruthy();
    expect(await screen.findByText("https://example.com/new")).toBeTruthy();
    expect(mutations().at(-1)?.body).toMatchObject({ value: "https://example.com/new" });
  });
});

describe("the other cards", () => {
  it("make a promo code with a limit and a last day", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "settings&part=promo-codes",
      wire: { ...wire, "POST /api/admin/promo-codes": () => ({ promoCode: { ...code, code: "7KQ4-PXNT" } }) },
    });
    expect(await screen.findByText("3 of 10 uses")).toBeTruthy();
    await visitor.click(await button("Add Promo Code"));
    const form = within(await screen.findByRole("dialog"));
    await visitor.type(form.getByLabelText("Number of uses"), "5");
    await visitor.type(form.getByLabelText("Last day"), "2027-03-31");
    await visitor.click(form.getByRole("button", { name: "Create Promo Code" }));
    expect(await screen.findByText("7KQ4-PXNT")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({
      code: "",
      description: null,
      maxUses: 5,
      expiresAt: new Date(2027, 3, 1).toISOString(),
    });
  });

  it("take a last day whole, and show it again", () => {
    expect(dayOf(endOfDay("2028-02-29") ?? "")).toBe("2028-02-29");
  });

  it("reorder the diary questions by their buttons, and take it back where the server refuses", async () => {
    const { visitor, mutations } = showAdmin({
      tab: "settings&part=diary-questions",
      wire: { ...wire, "PUT /api/admin/diary-questions/order": () => refusal(409, "The list has changed.") },
    });
    const list = await screen.findByRole("list", { name: "Diary Questions" });
    const texts = () =>
      within(list)
        .getAllByText(/\?$/)
        .map((text) => text.parentElement?.textContent);
    const [first, second] = within(list).getAllByRole("button", { name: "Move up" });
    expect(first?.getAttribute("aria-disabled")).toBe("true");
    if (second !== undefined) await visitor.click(second);
    expect(await screen.findByText("Failed to reorder questions")).toBeTruthy();
    expect(mutations()[0]?.body).toEqual({ ids: [uuid(22), uuid(21)] });
    expect(texts()).toEqual(["1. First?", "2. Second?"]);
  });

  it("follow a dragged diary question, however fast its movements come", async () => {
    const { mutations } = showAdmin({
      tab: "settings&part=diary-questions",
      wire: { ...wire, "PUT /api/admin/diary-questions/order": () => refusal(409, "The list has changed.") },
    });
    const list = await screen.findByRole("list", { name: "Diary Questions" });
    const rows = () => list.querySelectorAll("[data-question]");
    // Rows are 100 pixels high here.
    onTestFinished(() => void Reflect.deleteProperty(document, "elementFromPoint"));
    document.elementFromPoint = (_x, y) => rows()[Math.floor(y / 100)] ?? null;
    const second = rows()[1]?.querySelector("[title='Drag to reorder']");
    if (second) fireEvent.pointerDown(second, { button: 0 });
    for (const clientY of [80, 50]) window.dispatchEvent(new MouseEvent("pointermove", { clientY }));
    act(() => void window.dispatchEvent(new MouseEvent("pointerup")));
    await waitFor(() => expect(mutations()[0]?.body).toEqual({ ids: [uuid(22), uuid(21)] }));
  });

  it("say which engines run", async () => {
    showAdmin({ tab: "settings&part=engines", wire });
    expect((await screen.findAllByText("Diary voice")).length).toBe(4);
    expect(screen.getByText("Not set up")).toBeTruthy();
  });

  it("show the audit log to whoever manages users, filtered, with the same as a table", async () => {
    const { visitor, sent } = showAdmin({ tab: "settings&part=audit-log", wire });
    expect(await screen.findByText("role: owner")).toBeTruthy();
    await visitor.click(screen.getByRole("combobox", { name: "What" }));
    await visitor.click(await screen.findByRole("option", { name: "Deleted a pet" }));
    expect(screen.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toBe(
      "/api/admin/audit-log.csv?action=agent.delete",
    );
    expect(sent.at(-1)?.call).toBe("GET /api/admin/audit-log?action=agent.delete&limit=20");
  });

  it("keep the audit log from whoever manages settings alone", async () => {
    const permissions = permissionNames.filter((name) => name !== "manage_users");
    const { sent } = showAdmin({ tab: "settings&part=audit-log", permissions, wire });
    expect(await screen.findByRole("heading", { name: "Application Settings" })).toBeTruthy();
    expect(screen.queryByText(/Audit Log/)).toBeNull();
    expect(sent.map(({ call }) => call)).toEqual([`GET ${LINK}`]);
  });
});

describe("the index of the settings", () => {
  const index = () => within(screen.getByRole("navigation", { name: "Settings" }));

  it("opens each part by a link of its own, and asks the server only for what is open", async () => {
    const { visitor, sent } = showAdmin({ tab: "settings", wire });
    expect(await screen.findByRole("heading", { name: "Application Settings" })).toBeTruthy();
    expect(index().getAllByRole("link")).toHaveLength(8);
    await visitor.click(index().getByRole("link", { name: /^Promo Codes/ }));
    expect(await screen.findByText("3 of 10 uses")).toBeTruthy();
    expect(window.location.search).toBe("?tab=settings&part=promo-codes");
    expect(index().getByRole("link", { current: "page" }).textContent).toContain("Promo Codes");
    expect(screen.queryByRole("heading", { name: "Application Settings" })).toBeNull();
    expect(sent.map(({ call }) => call)).toEqual([`GET ${LINK}`, "GET /api/admin/promo-codes"]);
    window.history.back();
    expect(await screen.findByRole("heading", { name: "Application Settings" })).toBeTruthy();
  });

  it("says in the specified words that the setting could not be read", async () => {
    showAdmin({ tab: "settings", wire: { ...wire, [`GET ${LINK}`]: () => refusal(500, "down") } });
    expect(await screen.findByText("Failed to fetch setting")).toBeTruthy();
  });
});
