import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import {
  AGENT,
  type ChatAnswers,
  composer,
  messageOf,
  openChatScreen,
  startWire,
} from "#tests/support/chat-screen.tsx";
import { uuid } from "#tests/support/uuid.ts";
import { activePetNow, setActivePet } from "@/domain/pets/active-pet.ts";

let wire: ChatAnswers;
beforeEach(() => {
  wire = startWire();
});

const bar = () => screen.findByRole("region", { name: "Temporary chat" });
const temporary = { agentId: AGENT, sessionId: uuid(3), isTemporary: true } as const;

it("a temporary chat is offered in an empty one, says what it does, and shows all the while what it is", async () => {
  openChatScreen();
  const offer = await screen.findByRole("button", { name: "Temporary chat" });
  const description = document.getElementById(offer.getAttribute("aria-describedby") ?? "");
  expect(description?.textContent).toMatch(/^Nothing is remembered, and all of it is gone when you close it/);
  await userEvent.click(offer);
  expect((await bar()).textContent).toContain("an hour after its last word");
  expect(wire.begun).toEqual([{ agentId: AGENT, isTemporary: true }]);
  expect(activePetNow()).toEqual(temporary);
  expect(screen.queryByRole("button", { name: "Temporary chat" })).toBeNull();
  await userEvent.type(await composer(), "Hello!{Enter}");
  await waitFor(() => expect(wire.asked).toMatchObject([{ message: "Hello!", sessionId: temporary.sessionId }]));
  expect(await bar()).toBeTruthy();
});

it("what is lost with a temporary chat is asked about before, by Close and by New Chat", async () => {
  wire.stored = [messageOf(1), messageOf(2)];
  openChatScreen();
  setActivePet(temporary);
  for (const start of ["New Chat", "Close"]) {
    const place = start === "Close" ? within(await bar()) : screen;
    await userEvent.click(await place.findByRole("button", { name: start }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Close the temporary chat?" }));
    await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    expect(wire.begun).toEqual([]);
  }
  await userEvent.click(within(await bar()).getByRole("button", { name: "Close" }));
  await userEvent.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(wire.begun).toEqual([{ agentId: AGENT, isTemporary: false }]));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Temporary chat" })).toBeNull());
});

it("a temporary chat that has ended by itself says why it is not there", async () => {
  wire.isGone = true;
  openChatScreen();
  setActivePet(temporary);
  expect(await screen.findByText(/It ended an hour after its last word/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Start a new chat" })).toBeTruthy();
});
