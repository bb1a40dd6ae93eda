import { screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { permissionNames } from "#shared/permissions.ts";
import { type AdminAnswers, button, refusal, showAdmin } from "#tests/support/admin-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { DailyLimitsCard } from "../daily-limits/daily-limits-card.tsx";
import { EnginesCard } from "../engines/engines-card.tsx";
import { UsageCard } from "./usage-card.tsx";

const nothing = { messages: 0, promptTokens: 0, replyTokens: 0, characters: 0, seconds: 0, storedBytes: 0 };
const report = (messages: number) => ({
  days: [
    { ...nothing, day: "2026-05-03", messages },
    { ...nothing, day: "2026-05-04", promptTokens: 900, replyTokens: 100, seconds: 90, storedBytes: 2048 },
  ],
  totals: { ...nothing, messages, promptTokens: 900, replyTokens: 100, seconds: 90, storedBytes: 2048 },
});
const ada = { ...nothing, id: uuid(1), name: "Ada Lovelace", username: "ada", email: "ada@example.com", messages: 7 };
const none = { messages: null, tokens: null, characters: null, seconds: null };
const owner = { id: uuid(2), name: "owner", userCount: 3, limits: none };
const engine = { kind: "embedded", name: "An engine" };

const wire: AdminAnswers = {
  "GET /api/config": () => ({
    productName: "Talk",
    engines: { database: engine, model: engine, speech: engine, transcription: null, files: engine },
  }),
  "GET /api/admin/usage": () => report(12),
  "GET /api/admin/usage/users": () => ({ users: [ada], total: 1, nextCursor: null }),
  [`GET /api/admin/usage/users/${uuid(1)}`]: () => report(7),
  "GET /api/admin/role-limits": () => ({
    roles: [owner, { ...owner, id: uuid(3), name: "viewer", limits: { ...none, messages: 50, seconds: 120 } }],
  }),
};
const show = (part: ReactNode, more: AdminAnswers = {}, permissions: readonly string[] = permissionNames) =>
  showAdmin({ part, wire: { ...wire, ...more }, permissions });

describe("the card Usage", () => {
  it("draws each day, says the same in words, and as a table", async () => {
    const { visitor } = show(<UsageCard />);
    const chart = await screen.findByRole("img", { name: /^Messages by day, .*Most on .*: 12\. Today: 0$/ });
    expect(chart.querySelectorAll("g")).toHaveLength(2);
    await visitor.click(screen.getByRole("button", { name: /^Model tokens/ }));
    expect(screen.getByRole("img", { name: /^Model tokens by day, .*: 1,000\. Today: 1,000$/ })).toBeTruthy();
    await visitor.click(await button("Show as Table"));
    const table = screen.getByRole("table", { name: "Usage by day" });
    const [, today] = within(table).getAllByRole("row");
    expect(
      within(today ?? table)
        .getAllByRole("cell")
        .map((cell) => cell.textContent),
    ).toEqual(["0", "1,000", "0", "1.5 min", "2 KB"]);
  });

  it("says that there was nothing", async () => {
    show(<UsageCard />, {
      "GET /api/admin/usage": () => ({ days: [{ ...nothing, day: "2026-05-04" }], totals: nothing }),
    });
    expect(await screen.findByRole("img", { name: /: nothing$/ })).toBeTruthy();
    expect(screen.getByText("Nothing in this time")).toBeTruthy();
  });

  it("shows one user's days, and everyone's again", async () => {
    const { visitor } = show(<UsageCard />);
    await visitor.click(await button("Show Days"));
    expect(await screen.findByRole("img", { name: /: 7\. Today/ })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole("region", { name: "Usage of Ada Lovelace" }));
    await visitor.click(await button("Show All Users"));
    expect(await screen.findByRole("img", { name: /: 12\. Today/ })).toBeTruthy();
  });

  it("asks for another period", async () => {
    const { visitor, sent } = show(<UsageCard />);
    await visitor.click(await screen.findByRole("combobox", { name: "Period" }));
    await visitor.click(await screen.findByRole("option", { name: "Last 90 days" }));
    await expect.poll(() => sent.map(({ call }) => call)).toContain("GET /api/admin/usage?days=90");
  });

  it("asks for another order, and for a name", async () => {
    const { visitor, sent } = show(<UsageCard />);
    await visitor.click(await screen.findByRole("combobox", { name: "Order of the users" }));
    await visitor.click(await screen.findByRole("option", { name: "Most model tokens" }));
    await visitor.type(screen.getByRole("searchbox", { name: "Search the usage by user" }), "ada");
    const last = "GET /api/admin/usage/users?days=30&sort=-tokens&q=ada&limit=10";
    await expect.poll(() => sent.map(({ call }) => call)).toContain(last);
  });

  it("can be tried again where it does not load", async () => {
    let answer: () => unknown = () => refusal(503, "Away.");
    const { visitor } = show(<UsageCard />, { "GET /api/admin/usage": () => answer() });
    const notice = (await screen.findByText("The usage could not be loaded")).closest("[role=alert]");
    answer = () => report(12);
    if (notice instanceof HTMLElement) await visitor.click(within(notice).getByRole("button", { name: "Try again" }));
    expect(await screen.findByRole("img", { name: /^Messages by day/ })).toBeTruthy();
  });

  it("names no user to whoever manages settings alone", async () => {
    const { sent } = show(
      <UsageCard />,
      {},
      permissionNames.filter((name) => name !== "manage_users"),
    );
    expect(await screen.findByRole("img", { name: /^Messages by day/ })).toBeTruthy();
    expect(screen.queryByText("Ada Lovelace")).toBeNull();
    expect(sent.filter(({ call }) => call.includes("/usage/users"))).toEqual([]);
  });
});

describe("the card Daily Limits", () => {
  const open = async (more: AdminAnswers = {}) => {
    const stage = show(<DailyLimitsCard />, more);
    const list = await screen.findByRole("list", { name: "Daily Limits" });
    const [first] = within(list).getAllByRole("button", { name: "Edit Limits" });
    if (first !== undefined) await stage.visitor.click(first);
    return { ...stage, form: within(await screen.findByRole("dialog", { name: "Daily Limits for Role: owner" })) };
  };

  it("says what each role may use", async () => {
    show(<DailyLimitsCard />);
    expect(await screen.findByText("No limits")).toBeTruthy();
    expect(screen.getByText("At most 50 messages, 2 min of recognized speech a day")).toBeTruthy();
  });

  it("sets limits; an empty field is none", async () => {
    const call = `PUT /api/admin/role-limits/${uuid(2)}`;
    const { visitor, mutations, form } = await open({ [call]: () => ({ role: owner }) });
    await visitor.type(form.getByLabelText("Messages"), "1 000");
    await visitor.click(form.getByRole("button", { name: "Save Limits" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(mutations()).toEqual([{ call, body: { ...none, messages: 1000, before: none } }]);
  });

  it("says what is wrong beside the field, and sends nothing", async () => {
    const { visitor, mutations, form } = await open();
    await visitor.type(form.getByLabelText("Messages"), "many");
    await visitor.type(form.getByLabelText("Seconds"), "0");
    await visitor.click(form.getByRole("button", { name: "Save Limits" }));
    expect(form.getAllByRole("alert").map((alert) => alert.textContent)).toEqual([
      "Messages must be a whole number",
      "Seconds must be at least 1; leave it empty for no limit",
    ]);
    expect(mutations()).toEqual([]);
  });

  it("keeps what was typed where the server refuses", async () => {
    const call = `PUT /api/admin/role-limits/${uuid(2)}`;
    const { visitor, form } = await open({ [call]: () => refusal(404, "Role not found.") });
    await visitor.type(form.getByLabelText("Tokens"), "5000");
    await visitor.click(form.getByRole("button", { name: "Save Limits" }));
    expect(await screen.findByText("Failed to update daily limits")).toBeTruthy();
    expect(screen.getByText("Role not found.")).toBeTruthy();
    expect(form.getByLabelText("Tokens")).toHaveProperty("value", "5000");
  });
});

describe("the card Engines", () => {
  it("tests one engine after the other, and says what came of it", async () => {
    let answer: (result: unknown) => void = () => {};
    const waiting = new Promise((resolve) => {
      answer = resolve;
    });
    const { visitor } = show(<EnginesCard />, {
      "POST /api/admin/engines/model/test": () => waiting,
      "POST /api/admin/engines/files/test": () => ({
        works: false,
        milliseconds: 15_000,
        sentence: "It did not answer.",
      }),
    });
    await visitor.click(await button("Test Language model"));
    expect(screen.getByText("Testing...")).toBeTruthy();
    expect((await button("Test Files")).hasAttribute("disabled")).toBe(true);
    answer({ works: true, milliseconds: 120, sentence: "It answered 'Hi.'", sound: null });
    expect(await screen.findByText("Works after 120 ms. It answered 'Hi.'")).toBeTruthy();
    await visitor.click(await button("Test Files"));
    expect(await screen.findByText("Failed after 15,000 ms. It did not answer.")).toBeTruthy();
    expect(screen.getByText("Works after 120 ms. It answered 'Hi.'")).toBeTruthy();
  });

  it("asks again while a model is being loaded, and says so meanwhile", async () => {
    const loading = { works: false, milliseconds: 30, sentence: "The model is being loaded …", isLoading: true };
    let answer: (result: unknown) => void = () => {};
    const waiting = new Promise((resolve) => {
      answer = resolve;
    });
    const answers = [loading, waiting];
    const { visitor } = show(<EnginesCard />, { "POST /api/admin/engines/model/test": () => answers.shift() });
    await visitor.click(await button("Test Language model"));
    expect(await screen.findByText("The model is being loaded … That may take minutes.")).toBeTruthy();
    expect(screen.getByText("Testing...")).toBeTruthy();
    answer({ works: true, milliseconds: 90_000, sentence: "It answered 'Hi.'" });
    expect(await screen.findByText("Works after 90,000 ms. It answered 'Hi.'")).toBeTruthy();
    expect(screen.queryByText(/being loaded/)).toBeNull();
  });

  it("says which engine was not tested, and why", async () => {
    const { visitor } = show(<EnginesCard />, {
      "POST /api/admin/engines/speech/test": () => refusal(409, "Another test is under way."),
    });
    await visitor.click(await button("Test Speech"));
    expect(await screen.findByText("Not tested: Speech")).toBeTruthy();
    expect(screen.getByText("Another test is under way. No setting was changed.")).toBeTruthy();
  });
});
