import { act, render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { usePageTitle } from "./use-page-title.ts";

function Screen() {
  usePageTitle();
  return null;
}

describe("the title of the page", () => {
  it("names the screen, and its tab", () => {
    render(<Screen />);
    expect(document.title).toBe("Pet Talk");
    const titles: [string, string][] = [
      ["/app", "Set up your pet · Pet Talk"],
      ["/app?tab=reporting", "My chat history · Pet Talk"],
      ["/chat/00000000-0000-4000-8000-000000000001", "Chat · Pet Talk"],
      ["/signin-help", "Trouble signing in · Pet Talk"],
    ];
    for (const [address, title] of titles) {
      act(() => history.pushState(null, "", address));
      expect(document.title).toBe(title);
    }
  });
});
