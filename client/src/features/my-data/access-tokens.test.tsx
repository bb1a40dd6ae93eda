import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { AccessToken } from "#shared/api/access-tokens.ts";
import { showPage } from "#tests/support/page.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { Toaster } from "@/components/ui/toaster.tsx";
import { AccessTokensCard } from "./access-tokens-card.tsx";

const TOKEN = "pettalk_q0Yv9b1kQ2mS7rT4uW8xZ3aC6dE5fG0hJ1kL2mN3pQ4";
const held: AccessToken = {
  id: uuid(1),
  name: "Feeding script",
  scopes: ["read", "knowledge"],
  createdAt: "2026-05-04T10:00:00.000Z",
  expiresAt: "2026-06-04T10:00:00.000Z",
  lastUsedAt: null,
};

let tokens: AccessToken[];
let isAway: boolean;
let refusal: Response | null;
let sent: { call: string; body: unknown }[];
beforeEach(() => {
  tokens = [];
  isAway = false;
  refusal = null;
  sent = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    const json = typeof body === "string" ? JSON.parse(body) : undefined;
    sent.push({ call: `${method} ${path}`, body: json });
    if (isAway) throw new TypeError("Failed to fetch");
    if (method === "GET") return Response.json({ tokens });
    if (refusal !== null) return refusal;
    if (method === "DELETE") {
      tokens = [];
      return Response.json({ success: true });
    }
    const made = { ...held, name: json.name, scopes: json.scopes, expiresAt: null };
    tokens = [made];
    return Response.json({ token: TOKEN, accessToken: made });
  });
});

function open() {
  showPage(
    <>
      <AccessTokensCard />
      <Toaster />
    </>,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.findByRole("button", { name });

describe("access tokens", () => {
  it("are made with a name, scopes and an end, and shown once", async () => {
    const user = open();
    expect(await screen.findByText("You have no access tokens.")).toBeTruthy();
    await user.click(await button("New access token"));
    await user.type(screen.getByLabelText("What is it for?"), "Diary robot");
    await user.click(screen.getByRole("switch", { name: /^Read/ }));
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Make the token" }).disabled).toBe(true);
    await user.click(screen.getByRole("switch", { name: /^Teach/ }));
    await user.click(await button("Make the token"));
    expect((await screen.findByLabelText<HTMLInputElement>("Your new access token")).value).toBe(TOKEN);
    expect(sent.at(-2)).toEqual({
      call: "POST /api/access-tokens",
      body: { name: "Diary robot", scopes: ["knowledge"], days: 90 },
    });
    expect(await screen.findByText("Diary robot")).toBeTruthy();
    await user.click(await button("I have copied it"));
    expect(document.body.innerHTML).not.toContain(TOKEN);
  });

  it("show what they may do, when they end and when they were used", async () => {
    tokens = [held, { ...held, id: uuid(2), name: "Old one", expiresAt: null, lastUsedAt: "2026-05-05T10:00:00.000Z" }];
    open();
    const [first, second] = await screen.findAllByRole("listitem");
    if (first === undefined || second === undefined) throw new Error("There are no rows.");
    expect(first.textContent).toMatch(/Feeding scriptReadTeachExpired.*ended .*never used/);
    expect(second.textContent).toMatch(/Old one.*without an end, last used/);
  });

  it("are revoked after a confirmation", async () => {
    tokens = [held];
    const user = open();
    await user.click(await button("Revoke"));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("'Feeding script'");
    await user.click(within(dialog).getByRole("button", { name: "Revoke" }));
    expect(await screen.findByText("You have no access tokens.")).toBeTruthy();
    expect(sent.some(({ call }) => call === `DELETE /api/access-tokens/${held.id}`)).toBe(true);
  });

  it("tell why none could be made, and keep what was typed", async () => {
    refusal = Response.json({ error: "You can have at most 20 access tokens.", code: "conflict" }, { status: 409 });
    const user = open();
    await user.click(await button("New access token"));
    await user.type(screen.getByLabelText("What is it for?"), "Diary robot");
    await user.click(await button("Make the token"));
    expect(await screen.findByText("You can have at most 20 access tokens.")).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("What is it for?").value).toBe("Diary robot");
  });

  it("can be asked for again where the server was away", async () => {
    isAway = true;
    const user = open();
    expect(await screen.findByText("This list could not be loaded")).toBeTruthy();
    isAway = false;
    tokens = [held];
    await user.click(await button("Try again"));
    expect(await screen.findByText("Feeding script")).toBeTruthy();
  });
});
