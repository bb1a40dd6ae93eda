import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { limits } from "#shared/limits.ts";
import { type ChatAnswers, composer, openChatScreen, startWire } from "#tests/support/chat-screen.tsx";

let wire: ChatAnswers;

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
  wire = startWire();
});

it("a question that is pasted longer than it may be stays whole, says by how much, and is not sent", async () => {
  openChatScreen();
  const field = await composer();
  const text = "w".repeat(limits.message + 312);
  await userEvent.click(field);
  await userEvent.paste(text);
  expect(field.value).toBe(text);
  expect(screen.getByText("312 characters too many: at most 8,000 fit.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send message" })).toHaveProperty("disabled", true);
  await userEvent.keyboard("{Enter}");
  expect(wire.asked).toEqual([]);
  expect(field.value).toBe(text);

  await userEvent.keyboard("{Backspace}");
  expect(screen.getByText("311 characters too many: at most 8,000 fit.")).toBeTruthy();
  field.setSelectionRange(0, 311);
  await userEvent.keyboard("{Delete}");
  expect(screen.queryByText(/too many/)).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(wire.asked).toHaveLength(1);
});
