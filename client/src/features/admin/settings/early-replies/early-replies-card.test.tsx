import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { earlyMode, type ShownEarlyReplies } from "#shared/api/admin/settings/early-replies.ts";
import { refusal, showAdmin, type Wire } from "#tests/support/admin-screen.tsx";
import { EarlyRepliesCard } from "./early-replies-card.tsx";

function show(given: Partial<ShownEarlyReplies> = {}, wire: Wire = {}) {
  let shown: ShownEarlyReplies = { mode: "auto", isLocal: true, ...given };
  return showAdmin({
    part: <EarlyRepliesCard />,
    wire: {
      "GET /api/admin/early-replies": () => shown,
      "PUT /api/admin/early-replies": ({ body }) => {
        const mode = typeof body === "object" && body !== null && "mode" in body ? body.mode : null;
        shown = { ...shown, mode: earlyMode.parse(mode) };
        return shown;
      },
      ...wire,
    },
  });
}
const field = () => screen.findByRole("combobox", { name: "Begin replies early" });

describe("the card of early replies", () => {
  it("says what fits the model, and what a call in vain costs", async () => {
    show();
    expect((await field()).textContent).toBe("As fits the model: on now");
    expect(screen.getByText(/where a call costs nothing/)).toBeDefined();
  });

  it("warns where the model is far away", async () => {
    show({ isLocal: false });
    expect((await field()).textContent).toBe("As fits the model: off now");
    expect(screen.getByText(/each call may cost money/)).toBeDefined();
  });

  it("is changed by choosing", async () => {
    const { visitor, mutations } = show();
    await visitor.click(await field());
    await visitor.click(screen.getByRole("option", { name: "Off" }));
    expect(await screen.findByText("Early replies updated")).toBeDefined();
    expect(mutations().at(-1)?.body).toEqual({ mode: "off" });
    expect((await field()).textContent).toBe("Off");
  });

  it("says why a change was refused, and why nothing is shown", async () => {
    const { visitor } = show({}, { "PUT /api/admin/early-replies": () => refusal(403, "You don't have permission.") });
    await visitor.click(await field());
    await visitor.click(screen.getByRole("option", { name: "On" }));
    expect(await screen.findByText("Failed to update early replies")).toBeDefined();
    expect(screen.getByText("You don't have permission.")).toBeDefined();
  });
});
