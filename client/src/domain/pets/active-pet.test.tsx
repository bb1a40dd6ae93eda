import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

it("a tab that is loaded again shows its chat, and whether that is a temporary one", async () => {
  const kept = { agentId: "pet", sessionId: "chat", isTemporary: true };
  sessionStorage.setItem("active-pet", JSON.stringify(kept));
  vi.resetModules();
  const { activePetNow } = await import("./active-pet.ts");
  expect(activePetNow()).toEqual(kept);
});
