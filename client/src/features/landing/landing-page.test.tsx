import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TryOutEvent } from "#shared/api/try-out.ts";
import { userOf } from "#tests/support/admin-screen.tsx";
import type { DemoPet } from "@/lib/product.ts";
import { LandingPage } from "./landing-page.tsx";

const tucker = { name: "Tucker", language: "en-US", species: "dog", picture: null };

let events: TryOutEvent[];
let refusal: Response | null;
let asked: { message: string; turns: unknown[] }[];
let isSignedIn: boolean;

beforeEach(() => {
  events = [
    { type: "content", content: "Cheese." },
    { type: "complete", sources: ["What is my favorite food?"] },
  ];
  refusal = null;
  asked = [];
  isSignedIn = false;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    if (address === "/api/auth/me") {
      if (!isSignedIn) return new Response(null, { status: 204 });
      const user = { ...userOf(1), permissions: [], roles: ["owner"] };
      return Response.json({ user, roles: [], permissions: [] });
    }
    asked.push(JSON.parse(String(init.body)));
    const headers = { "Content-Type": "text/event-stream; charset=utf-8" };
    return refusal ?? new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), { headers });
  });
});

/** As it is for somebody who comes from another screen. */
async function show(pet: DemoPet | null): Promise<void> {
  render(<LandingPage demoPet={pet} />);
  await screen.findByRole("heading", { name: "What it does" });
  const hear = screen.queryAllByRole("button", { name: "Hear Tucker answer" });
  await vi.waitFor(() => expect(hear.every((button) => button.matches(":enabled"))).toBe(true));
}

const talk = () => screen.getByRole("region", { name: "Ask Tucker anything" });

describe("the landing page", () => {
  it("lets a visitor hear the demo pet with one click, and then make their own", async () => {
    await show(tucker);
    await userEvent.click(screen.getByRole("button", { name: "Hear Tucker answer" }));
    expect(await within(talk()).findAllByText("Cheese.")).toHaveLength(2);
    expect(within(talk()).getByText("Diary: What is my favorite food?")).toBeDefined();
    expect(within(talk()).getByRole("link", { name: "Make your own" }).getAttribute("href")).toBe("/promo-code");
    expect(asked).toMatchObject([{ message: "What is your favorite food?", turns: [], generateAudio: true }]);
  });

  it("does not offer a question again that was asked", async () => {
    await show(tucker);
    await userEvent.click(screen.getByRole("button", { name: "Do you love me?" }));
    await within(talk()).findAllByText("Cheese.");
    const offered = within(await within(talk()).findByRole("list", { name: "Questions for Tucker" }));
    expect(offered.getAllByRole("button").map((button) => button.textContent)).toEqual([
      "What is your favorite food?",
      "What was the naughtiest thing you did?",
    ]);
  });

  it("sends a typed question with what was said before", async () => {
    await show(tucker);
    await userEvent.type(screen.getByRole("textbox", { name: "Ask Tucker" }), "And then?{Enter}");
    await within(talk()).findAllByText("Cheese.");
    await userEvent.type(screen.getByRole("textbox", { name: "Ask Tucker" }), "More?{Enter}");
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toMatchObject({
      message: "More?",
      turns: [
        { role: "user", content: "And then?" },
        { role: "assistant", content: "Cheese." },
      ],
    });
  });

  it("shows help first, and what the pet asks to choose between", async () => {
    events = [
      { type: "help", text: "Call your vet now." },
      { type: "content", content: "Call your vet now." },
      { type: "choices", choices: [{ label: "my vet", question: "Who is your vet?" }] },
      { type: "complete", sources: [] },
    ];
    await show(tucker);
    await userEvent.click(screen.getByRole("button", { name: "Do you love me?" }));
    expect(await screen.findByText("Help first")).toBeDefined();
    await userEvent.click(await screen.findByRole("button", { name: "my vet" }));
    await vi.waitFor(() => expect(asked.at(-1)?.message).toBe("Who is your vet?"));
  });

  it("says in the server's words that the day's questions are used up", async () => {
    const error = "That is all that can be asked in a day without an account. Please wait 3 hours and try again.";
    refusal = new Response(JSON.stringify({ error, code: "rate_limited" }), { status: 429 });
    await show(tucker);
    await userEvent.click(screen.getByRole("button", { name: "Hear Tucker answer" }));
    expect((await screen.findByRole("alert")).textContent).toBe(error);
    expect(within(talk()).getByRole("link", { name: "Make your own" })).toBeDefined();
  });

  it("gives a question back that got no word of an answer, and asks it in place of the first try [T150]", async () => {
    refusal = new Response("<html>Welcome to the hotel</html>", { headers: { "Content-Type": "text/html" } });
    await show(tucker);
    const box = screen.getByRole<HTMLInputElement>("textbox", { name: "Ask Tucker" });
    await userEvent.type(box, "And then?{Enter}");
    expect((await screen.findByRole("alert")).textContent).toBe(
      "The server answered with a page instead of data (200). Try again.",
    );
    await vi.waitFor(() => expect(box.value).toBe("And then?"));
    refusal = null;
    await userEvent.type(box, "{Enter}");
    await within(talk()).findAllByText("Cheese.");
    expect(within(talk()).getAllByText("And then?")).toHaveLength(1);
    expect(box.value).toBe("");
  });

  it("shows an example where there is no pet to try", async () => {
    await show(null);
    expect(screen.queryByRole("button", { name: /Hear/ })).toBeNull();
    expect(screen.getByText("Which sock?")).toBeDefined();
  });

  it("leads a visitor to the sign-in page", async () => {
    await show(tucker);
    expect(screen.getByRole("link", { name: "Start Chatting" }).getAttribute("href")).toBe("/login");
  });

  it("knows who is signed in, and leads them to their pet", async () => {
    isSignedIn = true;
    await show(tucker);
    expect(await screen.findAllByText("Signed in as Ada")).toBeDefined();
    for (const link of screen.getAllByRole("link", { name: "Start Chatting" }))
      expect(link.getAttribute("href")).toBe("/app?tab=chat");
    expect(screen.queryByRole("link", { name: "Sign Up" })).toBeNull();
    expect(screen.queryByRole("link", { name: /promo code/ })).toBeNull();
  });
});
